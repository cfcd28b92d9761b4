package org.voxelpopuli.tangibles;

/** After it (M10) the close tangibles have the same class names in master and shadow: all of a tangible's metatable that is sent. */
final class CompareTangibleMetatables implements Pass {
    @Override
    public void run(Transmission transmission) {
        for (Tangible master : transmission.classesToCompare()) {
            boolean equal = transmission
                    .shadow()
                    .tangible(master.id())
                    .map(shadow -> shadow.className().equals(master.className()))
                    .orElse(false);
            if (!equal) {
                transmission.send(new Instruction.StoreClassName(master.id(), master.className()));
            }
        }
    }
}
