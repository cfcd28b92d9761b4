package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * After it (M6) some of the master's tables have the number of a shadow's table, from 1 to N, each another. Nothing is sent.
 *
 * <p>Ours: a number that a master's table has is not given to a second one. Without that check, which the paper lacks, two tables of the master would
 * become one on the client.
 */
final class PairUpTables implements Pass {
    private record LikelyPair(Table master, Table client) {}

    @Override
    public void run(Transmission transmission) {
        Numbering clients = transmission.follower().numbering();
        Numbering masters = transmission.numberAnew();
        Deque<LikelyPair> stack = new ArrayDeque<>();
        for (Tangible tangible : transmission.closeList()) {
            transmission
                    .shadow()
                    .tangible(tangible.id())
                    .ifPresent(shadow -> pushEntries(tangible.database(), shadow.database(), stack));
        }
        while (!stack.isEmpty()) {
            LikelyPair pair = stack.pop();
            int number = clients.numberOf(pair.client());
            if (number != 0 && masters.numberOf(pair.master()) == 0 && !masters.isGiven(number)) {
                masters.give(pair.master(), number);
                pushEntries(pair.master(), pair.client(), stack);
            }
        }
    }

    /** The tables that stand under the same keys. */
    private static void pushEntries(Table master, Table client, Deque<LikelyPair> stack) {
        master.entries().forEach((key, value) -> {
            if (master.isTransmitted(key)
                    && value instanceof Table ofMaster
                    && client.get(key) instanceof Table ofClient) {
                stack.push(new LikelyPair(ofMaster, ofClient));
            }
        });
    }
}
