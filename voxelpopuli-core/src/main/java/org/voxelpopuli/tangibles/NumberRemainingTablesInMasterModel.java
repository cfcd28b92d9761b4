package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/**
 * After it (M7) every ordinary table that is reachable from the master's close tangibles has a number, and the client has as many new empty tables as
 * have new ones. Looked at are the tables of tangibles that entered, and what else changed.
 */
final class NumberRemainingTablesInMasterModel implements Pass {
    @Override
    public void run(Transmission transmission) {
        new Search(transmission).run();
    }

    private static final class Search {
        private final Transmission transmission;
        private final Numbering clients;
        private final Numbering masters;
        private final BitSet visited = new BitSet();
        private final Deque<Table> open = new ArrayDeque<>();
        private int created;
        private int last;

        Search(Transmission transmission) {
            this.transmission = transmission;
            this.clients = transmission.follower().numbering();
            this.masters = transmission.numbering();
        }

        void run() {
            transmission.forEachTableToNumber(this::visit);
            while (!open.isEmpty()) {
                open.remove().forEachTable(this::visit);
            }
            if (created > 0) {
                transmission.send(new Instruction.CreateTables(created));
            }
        }

        /** Those that had numbers before this transmission lead to tables that had numbers, too. */
        private void visit(Table table) {
            int number = masters.numberOf(table);
            if (number == 0) {
                number = clients.nextFree(last + 1);
                last = number;
                created++;
                transmission.number(table, number);
            }
            if (transmission.isNew(number) && !visited.get(number)) {
                visited.set(number);
                open.add(table);
            }
        }
    }
}
