package org.voxelpopuli.benchmarks.tangibles;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.tangibles.DifferenceTransmitter;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.TransmissionSettings;

/** The players of a benchmark, each of whom is told what changed. */
final class Players {
    private final List<DifferenceTransmitter> transmitters = new ArrayList<>();

    void add(MasterModel world, long player, TransmissionSettings settings) {
        transmitters.add(new DifferenceTransmitter(world, player, settings));
    }

    /** A transmission to each; how many bytes that are. */
    int transmitAll() {
        int bytes = 0;
        for (DifferenceTransmitter transmitter : transmitters) {
            bytes += transmitter.transmit(0).map(message -> message.length).orElse(0);
        }
        return bytes;
    }
}
