package org.voxelpopuli.tangibles;

/** After it (M9) the databases of the close tangibles are equal in master and shadow; their metatables are not looked at. */
final class TransmitTangibleDifferences implements Pass {
    @Override
    public void run(Transmission transmission) {
        for (Tangible master : transmission.databasesToCompare()) {
            transmission
                    .shadow()
                    .tangible(master.id())
                    .ifPresent(shadow -> transmission.compareEntries(
                            master.database(),
                            shadow.database(),
                            (key, value) ->
                                    transmission.send(new Instruction.StoreInTangible(master.id(), key, value))));
        }
    }
}
