package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.simulation.SeededRandom;

/** Whatever happens to the master, to the players, on the way and to the clients, they come to be equal. Each case is drawn from a seed. */
@DisplayName("M12 convergence")
final class ConvergenceTest {
    private static final int SEEDS = 300;

    private static TransmissionSettings settings(RandomGenerator random) {
        double visibility = 1 + random.nextInt(40);
        int[] verifyEvery = {0, 0, 2, 7, 1_000};
        return TransmissionSettings.defaults()
                .withRadii(visibility, random.nextInt((int) visibility + 1))
                .withFarLimit(random.nextInt(6))
                .withVerifyEvery(verifyEvery[random.nextInt(verifyEvery.length)])
                .withPartBytes(random.nextBoolean() ? 64 : 1 << 20);
    }

    @Test
    @DisplayName(
            "M12 after each transmission near tangibles are equal and those in sight do the same, for any graph, walk and interleaving")
    void anyGame() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            MasterModel master = new MasterModel();
            RandomGame game = new RandomGame(master, random);
            List<Link> links = new ArrayList<>();
            for (int player = 1; player <= 3; player++) {
                master.create(player, "player", AnimationQueue.at(player, 0, 0));
                links.add(new Link(master, player, settings(random)));
            }
            for (int step = 0; step < 150; step++) {
                int changes = random.nextInt(6);
                for (int i = 0; i < changes; i++) {
                    game.change();
                }
                Link link = links.get(random.nextInt(links.size()));
                if (random.nextBoolean()) {
                    game.walk(link.player());
                }
                link.exchange();
            }
            links.forEach(Link::exchange);
        });
    }

    @Test
    @DisplayName(
            "M13 damaged, cut, lost, repeated and exchanged transmissions are refused, and never followed to a wrong model")
    void badLines() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Link link = new Link(settings(random));
            RandomGame game = new RandomGame(link.master, random);
            byte[] held = null;
            for (int step = 0; step < 200; step++) {
                link.nanos += 100_000_000;
                game.change();
                if (random.nextInt(3) == 0) {
                    game.walk(link.player());
                }
                Optional<byte[]> sent = link.transmitter.transmit(link.nanos);
                if (sent.isEmpty()) {
                    continue;
                }
                byte[] transmission = sent.get();
                switch (random.nextInt(12)) {
                    case 0 -> transmission[random.nextInt(transmission.length)] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> transmission = Arrays.copyOf(transmission, random.nextInt(transmission.length));
                    case 2 -> {
                        held = transmission;
                        continue;
                    }
                    case 3 -> deliver(link, transmission);
                    default -> {}
                }
                deliver(link, transmission);
                if (held != null && random.nextBoolean()) {
                    deliver(link, held);
                    held = null;
                }
                if (link.receiver.isComplete()) {
                    // It may have missed some, and not know it yet; but it is never wrong in what it follows.
                    assertThat(link.client.tangibles()).isNotEmpty();
                }
            }
            heal(link);
        });
    }

    @Test
    @DisplayName("M13 a client whose model was corrupted finds out when all is compared, and recovers")
    void corruptedModels() {
        SeededRandom.forEachSeed(SEEDS, (seed, random) -> {
            Link link =
                    new Link(TransmissionSettings.defaults().withRadii(30, 30).withVerifyEvery(random.nextInt(4)));
            RandomGame game = new RandomGame(link.master, random);
            for (int step = 0; step < 60; step++) {
                game.change();
            }
            link.exchange();
            corrupt(link, random);
            List<Refusal> refusals = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                link.nanos += 2_000_000_000L;
                link.transmitter
                        .transmit(link.nanos)
                        .flatMap(link.receiver::receive)
                        .flatMap(link.transmitter::receive)
                        .ifPresent(refusals::add);
            }
            assertThat(refusals).hasSize(1);
            assertThat(refusals.get(0).reason())
                    .isIn(Refusal.Reason.NUMBERING_DIFFERS, Refusal.Reason.CLOSE_LIST_DIFFERS);
            link.exchange();
            assertThat(link.transmitter.resynchronisations()).isEqualTo(1);
        });
    }

    private static void corrupt(Link link, RandomGenerator random) {
        Tangible player = link.client(Link.PLAYER);
        switch (random.nextInt(4)) {
            case 0 -> player.database().store(Value.of("corrupted"), Value.of(1));
            case 1 -> player.storeAnimation(AnimationQueue.at(0.5, 0, 0));
            case 2 -> player.storeClassName("corrupted");
            default ->
                player.database().store(Value.of("corrupted"), Table.received(new OwnerThread("a corrupted table")));
        }
    }

    private static void deliver(Link link, byte[] transmission) {
        link.receiver.receive(transmission).ifPresent(link.transmitter::receive);
    }

    private static void heal(Link link) {
        for (int i = 0; i < 2 * DifferenceReceiver.ASK_AGAIN_AFTER + 2; i++) {
            link.nanos += 2_000_000_000L;
            link.transmitter.transmit(link.nanos).ifPresent(transmission -> deliver(link, transmission));
        }
        while (link.transmitter.hasMore()) {
            link.transmitter.transmit(link.nanos).ifPresent(transmission -> deliver(link, transmission));
        }
        link.exchange();
    }
}
