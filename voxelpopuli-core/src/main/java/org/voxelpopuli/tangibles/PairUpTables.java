package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * After it (M6) some of the master's tables have the number of a shadow's table, each another: those of tangibles that were close before, and those
 * of tangibles that entered which stand under the same keys in both. Nothing is sent.
 *
 * <p>Ours: a number that a master's table has is not given to a second one. Without that check, which the paper lacks, two tables of the master would
 * become one on the client.
 */
final class PairUpTables implements Pass {
    private record LikelyPair(Table master, Table client) {}

    @Override
    public void run(Transmission transmission) {
        Numbering clients = transmission.follower().numbering();
        Numbering masters = transmission.numbering();
        Deque<LikelyPair> stack = new ArrayDeque<>();
        for (Tangible tangible : transmission.entered()) {
            transmission
                    .shadow()
                    .tangible(tangible.id())
                    .ifPresent(shadow -> pushEntries(tangible.database(), shadow.database(), stack));
        }
        while (!stack.isEmpty()) {
            LikelyPair pair = stack.pop();
            int number = clients.numberOf(pair.client());
            if (number != 0 && masters.numberOf(pair.master()) == 0 && !masters.isGiven(number)) {
                transmission.number(pair.master(), number);
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
