package org.voxelpopuli.tangibles;

/** After it (M8) each ordinary table that is reachable from the close tangibles is equal in master and shadow. */
final class TransmitTableContentsNonRecursively implements Pass {
    @Override
    public void run(Transmission transmission) {
        Numbering clients = transmission.follower().numbering();
        transmission.forEachTableToCompare((number, change) -> transmission.compareEntries(
                change,
                clients.table(number),
                (key, value) -> transmission.send(new Instruction.StoreInTable(number, key, value))));
    }
}
