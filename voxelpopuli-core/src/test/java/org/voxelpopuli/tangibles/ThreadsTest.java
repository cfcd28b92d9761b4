package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("M1 a model belongs to one thread")
final class ThreadsTest {
    private static final Key KEY = Value.of("a");

    /** What it threw on a thread of this name, which has ended when this returns. */
    private static Optional<Throwable> on(String name, Runnable action) throws InterruptedException {
        AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(action, name);
        thread.setUncaughtExceptionHandler((failed, failure) -> thrown.set(failure));
        thread.start();
        thread.join();
        return Optional.ofNullable(thrown.get());
    }

    private static Arguments use(String what, Consumer<Link> use) {
        return Arguments.of(what, use);
    }

    /** Ways to use what belongs to somebody else. */
    static Stream<Arguments> uses() {
        return Stream.of(
                use("a master model", link -> link.master.create(9, "", AnimationQueue.at(0, 0, 0))),
                use("a master model", link -> link.master.remove(9)),
                use("a master model", link -> link.master.tangible(9)),
                use("a master model", link -> link.master.tangibles()),
                use("a master model", link -> link.master.scanRadius(AnimationStep.at(0, 0, 0), 1)),
                use("a master model", link -> link.master.release()),
                use("a master model", link -> link.transmitter.transmit(0)),
                use("a master model", link -> link.transmitter.receive(new byte[0])),
                use("a master model", link -> link.transmitter.hasMore()),
                use("a client model", link -> link.receiver.receive(new byte[0])),
                use("a client model", link -> link.receiver.isSynchronised()),
                use("a client model", link -> link.receiver.isComplete()),
                use("a client model", link -> link.receiver.failure()),
                use("a client model", link -> link.client.tangible(9)),
                use("a client model", link -> link.client.tangibles()),
                use("a client model", link -> link.client.scanRadius(AnimationStep.at(0, 0, 0), 1)));
    }

    /** The same of what is in a model: a tangible and one of its tables. */
    static Stream<Consumer<Tangible>> usesOfTangibles() {
        return Stream.of(
                Tangible::animation,
                Tangible::className,
                Tangible::database,
                Tangible::fields,
                tangible -> tangible.setClassName("x"),
                tangible -> tangible.setField("x", null),
                tangible -> tangible.setAnimation(AnimationQueue.at(0, 0, 0)));
    }

    static Stream<Consumer<Table>> usesOfTables() {
        return Stream.of(
                table -> table.get(KEY),
                Table::size,
                Table::entries,
                table -> table.table("b"),
                table -> table.local("x"),
                table -> table.putLocal("x", 1),
                table -> table.put("x", 1),
                table -> table.remove("x"));
    }

    private static Link link() {
        Link link = new Link(TransmissionSettings.defaults());
        link.player().database().put("a", new Table().put("b", new Table()));
        link.exchange();
        return link;
    }

    @ParameterizedTest(name = "{0} {index}")
    @MethodSource("uses")
    @DisplayName("M1 and another that uses it is told whose it is; nothing happens, and the first goes on")
    void anotherThread(String what, Consumer<Link> use) throws InterruptedException {
        Link link = link();
        refused(what, () -> use.accept(link));
        link.player().database().put("after", 1);
        link.exchange();
    }

    @ParameterizedTest
    @MethodSource("usesOfTangibles")
    @DisplayName("M1 and so is who uses a tangible of it")
    void tangiblesOfAnother(Consumer<Tangible> use) throws InterruptedException {
        Link link = link();
        Tangible ofMaster = link.player();
        Tangible ofClient = link.client(Link.PLAYER);
        refused("a master model", () -> use.accept(ofMaster));
        assertThat(on("painter", () -> use.accept(ofClient)))
                .hasValueSatisfying(thrown -> assertThat(thrown).hasMessageContaining("client model"));
        link.exchange();
    }

    @ParameterizedTest
    @MethodSource("usesOfTables")
    @DisplayName("M1 and so is who uses a table of it, of a tangible or of another table")
    void tablesOfAnother(Consumer<Table> use) throws InterruptedException {
        Link link = link();
        Table ofMaster = link.player().database().table("a");
        Table ofClient = link.client(Link.PLAYER).database();
        Table inClient = ofClient.table("a");
        refused("a master model", () -> use.accept(ofMaster));
        refused("a client model", () -> use.accept(ofClient));
        refused("a client model", () -> use.accept(inClient));
        link.exchange();
    }

    private static void refused(String what, Runnable use) throws InterruptedException {
        String owner = Thread.currentThread().getName();
        assertThat(on("painter", use)).hasValueSatisfying(thrown -> assertThat(thrown)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(what, "thread '" + owner + "'", "thread 'painter'"));
    }

    @Test
    @DisplayName("M1 a model may be built on one thread and used on another, but then not on the first again")
    void builtElsewhere() throws InterruptedException {
        Link link = new Link(TransmissionSettings.defaults());
        link.player().database().put("a", 1);
        Object monitor = new Object();
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread game = new Thread(
                () -> {
                    try {
                        link.exchange();
                        synchronized (monitor) {
                            link.exchange();
                        }
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                },
                "game");
        synchronized (monitor) {
            game.start();
            while (game.getState() != Thread.State.BLOCKED && failure.get() == null) {
                Thread.onSpinWait();
            }
            assertThatIllegalStateException()
                    .isThrownBy(() -> link.player().database().put("a", 2))
                    .withMessageContainingAll(
                            "thread 'game'", Thread.currentThread().getName());
        }
        game.join();
        assertThat(failure.get()).isNull();
        // It has ended, so that all it did is visible here.
        link.player().database().put("a", 3);
        link.exchange();
    }

    @Test
    @DisplayName("M1 a thread that gives it away lets another have it, with transmitter and receiver")
    void givenAway() throws InterruptedException {
        Link link = link();
        link.master.release();
        link.client.release();
        assertThat(on("next", link::exchange)).isEmpty();
        assertThat(on("after that", link::exchange)).isEmpty();
    }

    @Test
    @DisplayName("M1 whoever logs or debugs may name a table on any thread, and does not own it then")
    void toStringOnAnother() throws InterruptedException {
        Table table = link().player().database().put("a", new Table()).table("a");
        assertThat(on("logger", () -> assertThat(table).hasToString("table of 0 entries")))
                .isEmpty();
        table.put("b", 2);
    }

    @Test
    @DisplayName("M1 tables that are in no model yet are anybody's")
    void looseTables() throws InterruptedException {
        Table table = new Table().put("a", 1);
        assertThat(on("builder", () -> table.put("b", 2))).isEmpty();
        assertThat(table.put("c", 3).size()).isEqualTo(3);
    }
}
