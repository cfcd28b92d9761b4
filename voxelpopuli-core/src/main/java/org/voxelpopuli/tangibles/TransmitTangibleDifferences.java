package org.voxelpopuli.tangibles;

/** After it (M9) the databases of the close tangibles are equal in master and shadow; their metatables are not looked at. */
final class TransmitTangibleDifferences implements Pass {
    @Override
    public void run(Transmission transmission) {
        transmission.forEachDatabaseToCompare((id, change) -> transmission
                .shadow()
                .tangible(id)
                .ifPresent(shadow -> transmission.compareEntries(
                        change,
                        shadow.database(),
                        (key, value) -> transmission.send(new Instruction.StoreInTangible(id, key, value)))));
    }
}
