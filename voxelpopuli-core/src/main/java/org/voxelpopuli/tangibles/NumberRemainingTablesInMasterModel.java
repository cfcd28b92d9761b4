package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * After it (M7) every ordinary table that is reachable from the master's close tangibles has a number, the new ones from N+1 to M, and the client has
 * as many empty tables with these numbers.
 */
final class NumberRemainingTablesInMasterModel implements Pass {
    @Override
    public void run(Transmission transmission) {
        Numbering masters = transmission.numbering();
        int before = transmission.follower().numbering().highest();
        masters.reserve(before);
        BitSet visited = new BitSet();
        Deque<Table> open = new ArrayDeque<>(transmission.tablesToSearch());
        while (!open.isEmpty()) {
            open.remove().forEachTable(table -> {
                boolean isNew = masters.giveNextIfNew(table);
                int number = masters.numberOf(table);
                if ((isNew || transmission.isOfAll()) && !visited.get(number)) {
                    visited.set(number);
                    open.add(table);
                }
            });
        }
        if (masters.highest() > before) {
            transmission.send(new Instruction.CreateTables(masters.highest() - before));
        }
    }
}
