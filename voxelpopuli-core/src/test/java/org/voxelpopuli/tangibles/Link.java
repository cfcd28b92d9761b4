package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

/** A master, and one player's transmitter and receiver, with nothing between them. */
final class Link {
    static final long PLAYER = 1;

    final MasterModel master;
    final long player;
    final TransmissionSettings settings;
    final DifferenceTransmitter transmitter;
    final ClientModel client = new ClientModel();
    final DifferenceReceiver receiver = new DifferenceReceiver(client);
    long nanos;

    /** To a player that stands at the origin. */
    Link(TransmissionSettings settings) {
        this(new MasterModel(), PLAYER, settings);
        master.create(PLAYER, "player", AnimationQueue.at(0, 0, 0));
    }

    Link(MasterModel master, long player, TransmissionSettings settings) {
        this.master = master;
        this.player = player;
        this.settings = settings;
        this.transmitter = new DifferenceTransmitter(master, player, settings);
    }

    Tangible player() {
        return master.tangible(player).orElseThrow();
    }

    void warp(double x, double y, double z) {
        player().setAnimation(AnimationQueue.at(x, y, z));
    }

    Tangible client(long id) {
        return client.tangible(id).orElseThrow();
    }

    /** One transmission, all its parts followed without objection, after which M12 holds; its length in bytes. */
    int exchange() {
        int length = 0;
        do {
            byte[] message = transmitter.transmit(nanos).orElseThrow();
            assertThat(receiver.receive(message).flatMap(ResynchronisationRequest::read))
                    .isEmpty();
            assertThat(receiver.isSynchronised()).isTrue();
            assertThat(receiver.isComplete()).isEqualTo(!transmitter.hasMore());
            length += message.length;
        } while (transmitter.hasMore());
        Convergence.check(this);
        return length;
    }
}
