package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.tangibles.Refusal.Reason;

/** A client that takes less than the server would send. */
@DisplayName("M13 a client's limits")
final class ReceiverLimitsTest {
    private static ReceiverLimits ofBytes(int maxBytes) {
        return new ReceiverLimits(maxBytes, 1_000, 1_000, 10_000);
    }

    /** So many transmissions, each delivered, and the answers too; the longest message that was taken. */
    private static int talk(Link link, DifferenceReceiver receiver, int transmissions) {
        int longest = 0;
        for (int i = 0; i < transmissions; i++) {
            link.nanos += 2_000_000_000L;
            Optional<byte[]> message = link.transmitter.transmit(link.nanos);
            if (message.isPresent()) {
                Optional<byte[]> answer = receiver.receive(message.get());
                longest = answer.isEmpty() ? Math.max(longest, message.get().length) : longest;
                answer.ifPresent(link.transmitter::receive);
            }
        }
        return longest;
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 100, 1_000, 5_000})
    @DisplayName("M13 a client that takes shorter messages than the server's says so once, and gets such")
    void shorterMessages(int maxBytes) {
        Link link = new Link(TransmissionSettings.defaults());
        for (int i = 0; i < 100; i++) {
            link.player().database().put("key " + i, new Table().put("n", "text " + i));
        }
        DifferenceReceiver receiver = new DifferenceReceiver(link.client, ofBytes(maxBytes));
        int longest = talk(link, receiver, 400);
        assertThat(receiver.isComplete()).isTrue();
        assertThat(longest).isLessThanOrEqualTo(maxBytes);
        assertThat(link.transmitter.resynchronisations()).isEqualTo(1);
        assertThat(link.transmitter.requests()).isEqualTo(1);
        Convergence.check(
                link.master,
                link.transmitter.shadow(),
                link.client,
                link.player,
                link.settings.withPartBytes(maxBytes));
    }

    @Test
    @DisplayName("M13 a single instruction that is longer than the client takes ends it, with words on both sides")
    void tooLongByItself() {
        Link link = new Link(TransmissionSettings.defaults());
        DifferenceReceiver receiver = new DifferenceReceiver(link.client, ofBytes(1_000));
        talk(link, receiver, 5);
        assertThat(receiver.isComplete()).isTrue();
        link.player().database().put("long", "x".repeat(2_000));
        talk(link, receiver, 1_000);
        assertThat(receiver.isSynchronised()).isFalse();
        assertThat(receiver.failure()).hasValueSatisfying(failure -> {
            assertThat(failure.reason()).isEqualTo(Reason.LIMIT_TOO_LOW);
            assertThat(failure.detail()).contains("maxBytes", "1000").containsPattern("20[0-9][0-9] bytes");
        });
        assertThat(link.transmitter.isGivenUp()).isTrue();
        assertThat(link.transmitter.requests()).isEqualTo(2);
        assertThat(link.transmitter.transmit(link.nanos)).isEmpty();
        assertThat(link.transmitter.hasMore()).isFalse();
    }

    @Test
    @DisplayName("M13 a place with more than the limits allow ends it, and is not sent again and again")
    void tooMuch() {
        Link link = new Link(TransmissionSettings.defaults());
        for (int i = 0; i < 20; i++) {
            link.master.create(10 + i, "tree", AnimationQueue.at(1, 0, 0));
        }
        DifferenceReceiver receiver =
                new DifferenceReceiver(link.client, new ReceiverLimits(2 << 20, 10, 1_000, 1_000));
        talk(link, receiver, 1_000);
        assertThat(receiver.failure())
                .hasValueSatisfying(failure -> assertThat(failure.detail()).contains("maxTangibles"));
        assertThat(link.transmitter.resynchronisations()).isZero();
        assertThat(link.transmitter.requests()).isEqualTo(1);
    }

    @Test
    @DisplayName("M13 what only adds up to too much is cured by one resynchronisation")
    void whatAddsUp() {
        Link link = new Link(TransmissionSettings.defaults().withFarLimit(100));
        DifferenceReceiver receiver =
                new DifferenceReceiver(link.client, new ReceiverLimits(2 << 20, 10, 1_000, 1_000));
        for (int i = 0; i < 40; i++) {
            link.master.create(10 + i, "tree", AnimationQueue.at(100 * i, 0, 0));
            link.warp(100 * i, 0, 0);
            talk(link, receiver, 2);
            assertThat(receiver.isComplete()).isTrue();
        }
        assertThat(receiver.failure()).isEmpty();
        assertThat(link.transmitter.resynchronisations()).isBetween(3L, 6L);
    }

    @Test
    @DisplayName("M13 no message is longer than partBytes, but one of a single instruction")
    void partsAreCutBefore() {
        SeededRandom.forEachSeed(60, (seed, random) -> {
            int partBytes = 64 + random.nextInt(400);
            Link link = new Link(TransmissionSettings.defaults()
                    .withVerifyEvery(random.nextInt(3))
                    .withPartBytes(partBytes));
            RandomGame game = new RandomGame(link.master, random);
            for (int step = 0; step < 40; step++) {
                for (int i = 0; i < 10; i++) {
                    game.change();
                }
                link.player().database().put("text " + random.nextInt(20), "y".repeat(random.nextInt(600)) + step);
                link.player().setField("printed " + step, Value.of("z".repeat(random.nextInt(300))));
                do {
                    byte[] message = link.transmitter.transmit(0).orElseThrow();
                    if (message.length > partBytes) {
                        assertThat(instructions(link, message)).isEqualTo(1);
                    }
                    assertThat(link.receiver.receive(message)).isEmpty();
                } while (link.transmitter.hasMore());
                Convergence.check(link);
            }
        });
    }

    /** Read before the receiver reads it, with a copy of what the receiver knows. */
    private static int instructions(Link link, byte[] message) {
        ByteInput in = new ByteInput(message, link.receiver.copyOfTexts());
        Framed.read(in);
        InstructionReader reader = new InstructionReader(in);
        int count = 0;
        while (reader.hasNext()) {
            reader.next();
            count++;
        }
        return count;
    }

    @Test
    @DisplayName("M13 a server counts what comes from a client")
    void requestsAreCounted() {
        Link link = new Link(TransmissionSettings.defaults());
        link.exchange();
        byte[] request = new ResynchronisationRequest(0, new Refusal(Reason.DAMAGED, "again and again"), 100).write();
        for (int i = 0; i < 5; i++) {
            link.transmitter.receive(request);
        }
        link.transmitter.receive(new byte[3]);
        link.exchange();
        assertThat(link.transmitter.requests()).isEqualTo(5);
        assertThat(link.transmitter.resynchronisations()).isEqualTo(1);
        assertThat(link.transmitter.refusedRequests()).isEqualTo(1);
    }

    @Test
    @DisplayName("M13 limits out of range are refused with words")
    void ranges() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiverLimits(63, 1, 0, 0))
                .withMessageContaining("63 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReceiverLimits(64, 1, 0, -1))
                .withMessageContaining("-1 entries");
    }
}
