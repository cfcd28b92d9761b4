package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.tangibles.Refusal.Reason;

/** What a server that means ill can make a client hold and do. */
@DisplayName("M13 a hostile server")
final class HostileServerTest {
    private static final int MANY = 1_000_000;
    private static final int LIMIT = 1_000;
    private static final ReceiverLimits SMALL = new ReceiverLimits(1 << 20, LIMIT, LIMIT, LIMIT);

    private static Instruction store(int table, int key, Value value) {
        return new Instruction.StoreInTable(table, Value.of(key), new Sent.Plain(value));
    }

    private static Instruction lead(Key key, int table) {
        return new Instruction.StoreInTangible(1, key, new Sent.Numbered(table));
    }

    @Test
    @DisplayName("M7 a million tables that are only claimed take no memory, and have their numbers all the same")
    void claimedTables() {
        HostileServer server = new HostileServer(ReceiverLimits.defaults());
        server.send(false);
        server.add(new Instruction.CreateTables(MANY));
        long before = HostileServer.allocated();
        Optional<Refusal> refusal = server.send(false);
        long cost = HostileServer.allocated() - before;
        assertThat(refusal).isEmpty();
        assertThat(cost).isLessThan(20_000);
        assertThat(server.receiver.numbersHeld()).isEqualTo(MANY);

        server.add(lead(Value.of("last"), MANY)).add(store(MANY, 1, Value.of("it")));
        before = HostileServer.allocated();
        refusal = server.send(false);
        cost = HostileServer.allocated() - before;
        assertThat(refusal).isEmpty();
        assertThat(cost).isLessThan(20_000);
        Table last = server.client.tangible(1).orElseThrow().database().table("last");
        assertThat(last.get(Value.of(1))).isEqualTo(Value.of("it"));

        server.add(new Instruction.CreateTables(1));
        assertThat(server.send(false)).map(Refusal::reason).contains(Reason.TOO_LARGE);
    }

    @Test
    @DisplayName(
            "M7 to give a million numbers and take them back, again and again, costs a few bytes for each byte of it")
    void givenAndTakenBack() {
        HostileServer server = new HostileServer(ReceiverLimits.defaults());
        server.send(false);
        for (int i = 0; i < 2_000; i++) {
            server.add(new Instruction.CreateTables(MANY)).add(new Instruction.ForgetTables(1, MANY));
        }
        long before = HostileServer.allocated();
        long bytes = server.bytes();
        assertThat(server.send(false)).isEmpty();
        assertThat(HostileServer.allocated() - before).isLessThan(200 * (server.bytes() - bytes));
        assertThat(server.receiver.numbersHeld()).isZero();
    }

    /** What makes a client hold more with each number. */
    static Stream<Arguments> growth() {
        String text = "x".repeat(1_000);
        return Stream.of(
                Arguments.of(
                        "entries of a tangible",
                        each(i -> new Instruction.StoreInTangible(1, Value.of(i), new Sent.Plain(Value.of(i))))),
                Arguments.of("entries of a table", each(i -> store(1, i, Value.of(i)))),
                Arguments.of("fields", each(i -> new Instruction.StoreField(1, "field " + i, Value.of(i)))),
                Arguments.of(
                        "long texts",
                        each(i -> new Instruction.StoreInTangible(
                                1, Value.of(i % 100), new Sent.Plain(Value.of(text + i))))),
                Arguments.of(
                        "long keys",
                        each(i -> new Instruction.StoreInTangible(
                                1, Value.of(text + i % 100), new Sent.Plain(Value.of(i))))),
                Arguments.of(
                        "long names of classes in tables",
                        each(i -> new Instruction.StoreInTangible(
                                1, Value.of(i % 100), new Sent.Plain(new Value.ClassRef(text + i))))),
                Arguments.of("tangibles with long names of classes", (IntFunction<List<Instruction>>) i -> List.of(
                        HostileServer.create(2 + i % 200, 1), new Instruction.StoreClassName(2 + i % 200, text))),
                Arguments.of("tables without numbers", (IntFunction<List<Instruction>>) i -> List.of(
                        new Instruction.CreateTables(1), lead(Value.of(i), 2), new Instruction.ForgetTables(2, 1))),
                Arguments.of("a chain of tables without numbers", (IntFunction<List<Instruction>>) i -> List.of(
                        new Instruction.CreateTables(1),
                        new Instruction.StoreInTable(2 + (i + 1) % 2, Value.of("next"), new Sent.Numbered(2 + i % 2)),
                        lead(Value.of("first"), 2 + (i + 1) % 2),
                        new Instruction.ForgetTables(2 + i % 2, 1))));
    }

    private static IntFunction<List<Instruction>> each(IntFunction<Instruction> instruction) {
        return i -> List.of(instruction.apply(i));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("growth")
    @DisplayName(
            "M13 neither in endless parts nor in endless transmissions can it make the client hold more than the limits")
    void growthIsBounded(String what, IntFunction<List<Instruction>> growth) {
        for (boolean goesOn : new boolean[] {true, false}) {
            HostileServer server = new HostileServer(SMALL);
            server.add(new Instruction.CreateTables(2)).add(lead(Value.of("table"), 1));
            server.send(false);
            Optional<Refusal> refusal = Optional.empty();
            for (int i = 0; i < 3 * LIMIT && refusal.isEmpty(); i++) {
                growth.apply(i).forEach(server::add);
                refusal = server.send(goesOn);
            }
            assertThat(refusal).as(what).hasValueSatisfying(refused -> {
                assertThat(refused.reason()).isEqualTo(Reason.TOO_LARGE);
                assertThat(refused.detail()).contains("maxEntries", Integer.toString(LIMIT));
            });
        }
    }

    @Test
    @DisplayName("M7 a client without a limit of tables refuses more than there are numbers")
    void allNumbers() {
        int all = Integer.MAX_VALUE;
        HostileServer server = new HostileServer(new ReceiverLimits(1_000, all, all, all));
        server.send(false);
        server.write(out -> {
            out.write(InstructionWriter.CREATE_TABLES);
            out.varint(all / 2);
            out.write(InstructionWriter.CREATE_TABLES);
            out.varint(1);
        });
        assertThat(server.send(false)).map(Refusal::reason).contains(Reason.TOO_LARGE);
        assertThat(server.receiver.numbersHeld()).isZero();
    }

    @Test
    @DisplayName("M7 there is no table 0, to be taken back or otherwise")
    void numberZero() {
        for (int first : new int[] {0, 1}) {
            HostileServer server = new HostileServer(SMALL);
            server.add(new Instruction.CreateTables(3)).send(false);
            server.write(out -> {
                out.write(InstructionWriter.FORGET_TABLES);
                out.varint(first);
                out.varint(2);
            });
            Optional<Refusal> refusal = server.send(false);
            assertThat(refusal.isPresent()).isEqualTo(first == 0);
            refusal.ifPresent(why -> assertThat(why.detail()).contains("no table 0 among the 3"));
        }
    }

    @Test
    @DisplayName("M13 what a limit does not allow after a new beginning either is said once, and not asked for again")
    void hopeless() {
        HostileServer server = new HostileServer(SMALL);
        for (int i = 0; i <= LIMIT; i++) {
            server.add(new Instruction.StoreInTangible(1, Value.of(i), new Sent.Plain(Value.of(i))));
        }
        assertThat(server.send(true)).map(Refusal::reason).contains(Reason.LIMIT_TOO_LOW);
        assertThat(server.receiver.failure())
                .hasValueSatisfying(failure -> assertThat(failure.detail()).contains("maxEntries"));
        for (int i = 0; i < 3 * DifferenceReceiver.ASK_AGAIN_AFTER; i++) {
            assertThat(server.send(false)).isEmpty();
        }
        assertThat(server.receiver.isSynchronised()).isFalse();
        server.begin();
        assertThat(server.send(false)).isEmpty();
        assertThat(server.receiver.failure()).isEmpty();
        assertThat(server.receiver.isComplete()).isTrue();
    }

    @Test
    @DisplayName("M13 what is not reachable any more does not count, however much of it there was")
    void garbageDoesNotCount() {
        HostileServer server = new HostileServer(SMALL);
        server.send(false);
        for (int i = 0; i < 20 * LIMIT; i++) {
            server.add(new Instruction.CreateTables(1))
                    .add(store(1, 1, Value.of(i)))
                    .add(lead(Value.of("table"), 1))
                    .add(new Instruction.ForgetTables(1, 1));
            assertThat(server.send(false)).isEmpty();
        }
        assertThat(server.receiver.entriesHeld()).isLessThanOrEqualTo(LIMIT);
        for (int i = 0; i < LIMIT - LIMIT / 8; i++) {
            server.add(new Instruction.StoreInTangible(1, Value.of(i), new Sent.Plain(Value.of(i))));
        }
        assertThat(server.send(false)).isEmpty();
        for (int i = 0; i < LIMIT; i++) {
            server.add(new Instruction.StoreInTangible(1, Value.of(i), Sent.Nil.NIL));
        }
        assertThat(server.send(false)).isEmpty();
        assertThat(server.receiver.entriesHeld()).isLessThan(LIMIT / 2);
    }

    @Test
    @DisplayName("M4 the close tangible list is made once in a transmission, in whatever parts it comes")
    void oneCloseList() {
        HostileServer server = new HostileServer(SMALL);
        assertThat(server.addCloseList().send(true)).isEmpty();
        assertThat(server.addCloseList().send(false))
                .contains(new Refusal(Reason.IMPOSSIBLE, "a second close tangible list in one transmission"));
        server.begin();
        assertThat(server.addCloseList().send(false)).isEmpty();
        assertThat(server.addCloseList().send(false)).isEmpty();
    }

    @Test
    @DisplayName("M5 tables are numbered once in a transmission")
    void oneNumbering() {
        HostileServer server = new HostileServer(SMALL);
        assertThat(server.addCloseList().addNumbering().addNumbering().send(false))
                .contains(new Refusal(Reason.IMPOSSIBLE, "a second numbering in one transmission"));
    }

    @Test
    @DisplayName("M5 tables that are numbered since they became close count as those that were created")
    void numberedTablesAreLimited() {
        HostileServer server = new HostileServer(new ReceiverLimits(1 << 20, LIMIT, 10, LIMIT));
        server.add(HostileServer.create(2, 100));
        for (int i = 0; i < 20; i++) {
            server.add(new Instruction.CreateTables(1))
                    .add(new Instruction.StoreInTangible(2, Value.of(i), new Sent.Numbered(1)))
                    .add(new Instruction.ForgetTables(1, 1));
        }
        assertThat(server.send(false)).isEmpty();
        server.add(new Instruction.CorrectAnimation(
                2,
                1,
                RelativeStep.of(RelativeStep.ORIGIN, AnimationQueue.at(1, 0, 0).steps())));
        assertThat(server.addCloseList().addNumbering().send(false))
                .hasValueSatisfying(refusal -> assertThat(refusal.detail()).contains("maxTables are 10"));
    }

    @Test
    @DisplayName(
            "M13 whatever it sends, neither what the client holds nor what it does is more than the limits and the bytes allow")
    void randomAttacks() {
        SeededRandom.forEachSeed(60, (seed, random) -> {
            int limit = 50 + random.nextInt(300);
            HostileServer server = new HostileServer(new ReceiverLimits(1 << 20, 40, limit, limit));
            RandomAttack attack = new RandomAttack(server, random);
            for (int i = 0; i < 300; i++) {
                long bytes = server.bytes();
                long cost = server.cost();
                attack.message();
                // Of one look at all: an iterator or a number for each.
                assertThat(server.cost() - cost).isLessThan(300 * (server.bytes() - bytes) + 100L * (40 + 3 * limit));
                List<Long> held = RandomAttack.held(server.client);
                if (server.receiver.isSynchronised()) {
                    assertThat(server.receiver.entriesHeld()).isBetween(held.get(0), (long) limit);
                    assertThat(server.receiver.numbersHeld()).isLessThanOrEqualTo(limit);
                }
                assertThat(held.get(0)).isLessThanOrEqualTo(limit + 100);
                assertThat(server.client.tangibles()).hasSizeLessThanOrEqualTo(40);
            }
        });
    }

    @Test
    @DisplayName(
            "M13 real messages of which some bits are others, with right checksums, break nothing, and the client recovers")
    void mutatedMessages() {
        SeededRandom.forEachSeed(100, (seed, random) -> mutatedMessages(random, 100L * 1_000));
    }

    /** What is allocated once, when code is run for the first time, is not what a message costs. */
    @BeforeAll
    static void runFirst() {
        HostileServer claimed = new HostileServer(ReceiverLimits.defaults());
        claimed.send(false);
        claimed.add(new Instruction.CreateTables(MANY));
        claimed.send(false);
        claimed.add(lead(Value.of("last"), MANY)).add(store(MANY, 1, Value.of("it")));
        claimed.send(false);
        for (int seed = 1; seed <= 5; seed++) {
            RandomGenerator random = SeededRandom.of(seed, "first");
            HostileServer server = new HostileServer(SMALL);
            RandomAttack attack = new RandomAttack(server, random);
            for (int i = 0; i < 50; i++) {
                attack.message();
            }
            mutatedMessages(random, Integer.MAX_VALUE);
        }
    }

    /** @param allowance how much a message may allocate beyond 300 times its length */
    private static void mutatedMessages(RandomGenerator random, long allowance) {
        // All that is in sight is close, and so verified.
        Link link = new Link(TransmissionSettings.defaults()
                .withRadii(100, 100)
                .withVerifyEvery(random.nextInt(5))
                .withPartBytes(200));
        RandomGame game = new RandomGame(link.master, random);
        DifferenceReceiver receiver = new DifferenceReceiver(link.client, new ReceiverLimits(1_000, 40, 200, 400));
        for (int i = 0; i < 400 && !link.transmitter.isGivenUp(); i++) {
            link.nanos += 2_000_000_000L;
            byte[] message = link.transmitter.transmit(link.nanos).orElseThrow();
            if (i < 200) {
                game.change();
                message = random.nextInt(5) == 0 ? mutated(message, random) : message;
            }
            long before = HostileServer.allocated();
            Optional<byte[]> answer = receiver.receive(message);
            assertThat(HostileServer.allocated() - before).isLessThan(300L * message.length + allowance);
            answer.ifPresent(link.transmitter::receive);
            assertThat(RandomAttack.held(link.client).get(0)).isLessThanOrEqualTo(500);
        }
        if (link.transmitter.isGivenUp()) {
            // It was told to make more than its limits after it had forgotten all.
            assertThat(receiver.failure()).isPresent();
        } else {
            assertThat(receiver.isComplete()).isTrue();
            Convergence.equal(link.transmitter.shadow(), link.client);
        }
    }

    private static byte[] mutated(byte[] message, RandomGenerator random) {
        ByteOutput out = new ByteOutput();
        out.writeBytes(Arrays.copyOf(message, message.length - ByteInput.CHECKSUM));
        byte[] content = out.toByteArray();
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            // Not the head: what is out of order is refused at once.
            content[Math.min(content.length - 1, 2 + random.nextInt(content.length))] ^=
                    (byte) (1 << random.nextInt(8));
        }
        ByteOutput with = new ByteOutput();
        with.writeBytes(content);
        return with.withChecksum();
    }

    @Test
    @DisplayName("M2 fields are the player's alone")
    void fields() {
        HostileServer server = new HostileServer(SMALL);
        server.add(HostileServer.create(2, 1)).add(new Instruction.StoreField(2, "a", Value.of(1)));
        assertThat(server.send(false)).map(Refusal::reason).contains(Reason.IMPOSSIBLE);
    }

    @Test
    @DisplayName("M3 one of very many in one place comes and goes as fast as one of few")
    void crowds() {
        HostileServer server = new HostileServer(ReceiverLimits.defaults());
        int many = 50_000;
        for (int i = 0; i < many; i++) {
            server.add(HostileServer.create(2 + i, 1));
        }
        assertThat(server.send(false)).isEmpty();
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            server.add(new Instruction.CorrectAnimation(
                    2 + i,
                    1,
                    RelativeStep.of(
                            RelativeStep.ORIGIN,
                            AnimationQueue.at(100 + i % 2, 0, 0).steps())));
            ids.add(2L + i);
        }
        assertThat(server.send(false)).isEmpty();
        assertThat(server.client.scanRadius(AnimationStep.at(100, 0, 0), 2)).isEqualTo(ids);
        assertThat(server.client.scanRadius(AnimationStep.at(0, 0, 0), 2)).containsExactly(1L);
    }
}
