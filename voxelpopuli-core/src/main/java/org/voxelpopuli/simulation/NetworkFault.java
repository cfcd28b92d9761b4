package org.voxelpopuli.simulation;

import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Something between two hosts that a packet passes through. It may lose, delay, repeat or change what it gets. */
@FunctionalInterface
public interface NetworkFault {
    /**
     * Decides the fate of a packet.
     *
     * @param random the only source of chance that a fault may use
     * @param next called at once: never if the packet is lost, once for each copy that goes on
     */
    void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next);
}
