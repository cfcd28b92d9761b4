package org.voxelpopuli.tangibles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of SPEC M, seen from outside; each with the paper's passes alone, and with those that look at changes. */
@DisplayName("Multipass difference transmission")
final class DifferenceTransmissionTest {
    private static final long CHEST = 7;

    private static Link link(int verifyEvery) {
        return new Link(TransmissionSettings.defaults().withVerifyEvery(verifyEvery));
    }

    private static Tangible chest(Link link) {
        return link.master.create(CHEST, "chest", AnimationQueue.at(3, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M1 every kind of value arrives, and functions and threads as nil")
    void everyKindOfValue(int verifyEvery) {
        Link link = link(verifyEvery);
        Table all = new Table();
        chest(link).database().put("all", all);
        all.put("text", "grüße 🐑")
                .put("empty", "")
                .put("whole", Long.MAX_VALUE)
                .put("least", Long.MIN_VALUE)
                .put("tenth", 0.1)
                .put("half", -2.5)
                .put("third", 1.0 / 3)
                .put("huge", 1e300)
                .put("infinite", Double.NEGATIVE_INFINITY)
                .put("nan", Double.NaN)
                .put("truth", true)
                .put("self", all)
                .put("chest", new Value.TangibleRef(CHEST))
                .put("nobody", new Value.TangibleRef(-99))
                .put("class", new Value.ClassRef("Sheep"))
                .put("env", Value.GlobalEnv.INSTANCE)
                .put("function", new Value.Opaque("a function"));
        all.put(Value.of(1), Value.of("one"))
                .put(Value.of(0.5), Value.of("half"))
                .put(Value.of(true), Value.of(1));
        link.exchange();
        Table received = link.client(CHEST).database().table("all");
        assertThat(received.size()).isEqualTo(all.size() - 1);
        assertThat(received.get("function")).isNull();

        all.put("text", new Value.Opaque("another function"));
        link.exchange();
        assertThat(received.get("text")).isNull();
        int quiet = link.exchange();
        assertThat(link.exchange()).isEqualTo(quiet);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M1 equal numbers are equal keys, and numbers of 64 bits are exact")
    void numbersAreExact(int verifyEvery) {
        assertThat(Value.of(1.0)).isEqualTo(Value.of(1));
        assertThat(Value.of(-0.0)).isEqualTo(Value.of(0));
        assertThat(Value.of(0x1p63)).isInstanceOf(Value.Real.class);
        Link link = link(verifyEvery);
        chest(link)
                .database()
                .put(Value.of(Long.MAX_VALUE), Value.of(1))
                .put(Value.of(Long.MAX_VALUE - 1), Value.of(2));
        link.exchange();
        assertThat(link.client(CHEST).database().get(Value.of(Long.MAX_VALUE - 1)))
                .isEqualTo(Value.of(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M1 local entries stay where they are")
    void localEntriesStay(int verifyEvery) {
        Link link = link(verifyEvery);
        Table key = new Table();
        chest(link).database().putLocal(key, "secret");
        link.exchange();
        link.client(CHEST).database().putLocal("sprite", 17);
        link.master.tangible(CHEST).orElseThrow().database().put("open", true);
        link.exchange();
        assertThat(link.client(CHEST).database().local("sprite")).isEqualTo(17);
        assertThat(link.client(CHEST).database().local(key)).isNull();
        assertThat(link.master.tangible(CHEST).orElseThrow().database().local(key))
                .isEqualTo("secret");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M2 the player's animation and fields arrive, and nobody else's fields")
    void playerPass(int verifyEvery) {
        Link link = link(verifyEvery);
        link.player().setField("printed", Value.of("welcome"));
        link.player().setField("nextId", Value.of(1L << 40));
        chest(link).setField("printed", Value.of("not for you"));
        link.exchange();
        assertThat(link.client(Link.PLAYER).fields()).hasSize(2);
        assertThat(link.client(CHEST).fields()).isEmpty();
        link.player().setField("printed", null);
        link.player().animate(new AnimationStep("walk", 1, 0, 0, 10));
        link.exchange();
        assertThat(link.client(Link.PLAYER).fields()).containsOnlyKeys("nextId");
        assertThat(link.client(Link.PLAYER).animation().last().action()).isEqualTo("walk");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M3 tangibles come, move and go within sight, and those out of sight get out of date")
    void createAndDelete(int verifyEvery) {
        Link link = link(verifyEvery);
        Tangible chest = chest(link);
        link.exchange();
        chest.animate(new AnimationStep("float", 64, 0, 0, 5));
        link.exchange();
        chest.animate(new AnimationStep("float", 64.5, 0, 0, 5));
        link.exchange();
        assertThat(link.client(CHEST).animation().last().x()).isEqualTo(64.5);
        chest.animate(new AnimationStep("float", 200, 0, 0, 5));
        link.exchange();
        assertThat(link.client(CHEST).animation().last().x()).isEqualTo(64.5);
        link.warp(199, 0, 0);
        link.exchange();
        assertThat(link.client(CHEST).animation().last().x()).isEqualTo(200);
        link.master.remove(CHEST);
        link.exchange();
        assertThat(link.client.tangible(CHEST)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M3 a tangible that was removed and created again is the new one on the client")
    void createdAgain(int verifyEvery) {
        Link link = link(verifyEvery);
        chest(link).database().put("old", new Table()).put("kept", 1);
        link.exchange();
        link.master.remove(CHEST);
        link.master
                .create(CHEST, "barrel", AnimationQueue.at(4, 0, 0))
                .database()
                .put("new", new Table());
        link.exchange();
        assertThat(link.client(CHEST).className()).isEqualTo("barrel");
        assertThat(link.client(CHEST).database().entries()).containsOnlyKeys(Value.of("new"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M3 of what is out of sight no more is remembered than the limit")
    void farOnesAreForgotten(int verifyEvery) {
        Link link = new Link(TransmissionSettings.defaults().withFarLimit(3).withVerifyEvery(verifyEvery));
        for (int i = 0; i < 50; i++) {
            link.master.create(100 + i, "tree", AnimationQueue.at(i * 100, 0, 0));
            link.warp(i * 100, 0, 0);
            link.exchange();
            assertThat(link.client.tangibles()).hasSizeLessThanOrEqualTo(6);
        }
        assertThat(link.client.tangible(149)).isPresent();
        assertThat(link.client.tangible(148)).isPresent();
        assertThat(link.client.tangible(100)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10_000})
    @DisplayName("M3 nor is of what passed by while the player stood")
    void passersByAreForgotten(int verifyEvery) {
        Link link = new Link(TransmissionSettings.defaults().withFarLimit(3).withVerifyEvery(verifyEvery));
        for (int i = 0; i < 50; i++) {
            Tangible bird = link.master.create(100 + i, "bird", AnimationQueue.at(1, 0, 0));
            link.exchange();
            bird.setAnimation(AnimationQueue.at(1_000, 0, 0));
            link.exchange();
            link.master.remove(bird.id());
            assertThat(link.client.tangibles()).hasSizeLessThanOrEqualTo(6);
        }
    }

    @Test
    @DisplayName("M7 of many tables that come and go, deepest first, none is looked at again for each of the others")
    void manyTables() {
        int many = 20_000;
        Link link = link(10_000);
        Table database = link.player().database();
        List<Table> chain = new ArrayList<>(List.of(database));
        for (int i = 0; i < many; i++) {
            Table next = new Table();
            chain.get(i).put("next", next);
            chain.add(next);
        }
        Table deepestFirst = new Table();
        for (int i = many; i > 0; i--) {
            deepestFirst.put(Value.of(i), chain.get(i));
        }
        database.put("index", deepestFirst).put("one", new Table());
        follow(link);
        database.put("one", new Table()).remove("index");
        follow(link);
        for (int i = 0; i < many; i++) {
            database.put(Value.of(i), new Table());
        }
        database.put("one", new Table());
        follow(link);
        assertThat(link.receiver.numbersHeld()).isEqualTo(2 * many + 1);
    }

    private static void follow(Link link) {
        do {
            assertThat(link.receiver.receive(link.transmitter.transmit(0).orElseThrow()))
                    .isEmpty();
        } while (link.transmitter.hasMore());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M8 functions equal nil, so that they are not sent each time; and nil removes")
    void nil(int verifyEvery) {
        Link link = link(verifyEvery);
        Table table = new Table();
        chest(link).database().put("table", table);
        table.put("a", 1).put("b", 2);
        link.exchange();
        table.remove("a").put("c", new Value.Opaque("function"));
        link.exchange();
        assertThat(link.client(CHEST).database().table("table").entries()).containsOnlyKeys(Value.of("b"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M8 a reference to a tangible that is not there resolves when it is created")
    void referencesResolve(int verifyEvery) {
        Link link = link(verifyEvery);
        Tangible chest = chest(link);
        Tangible owner = link.master.create(8, "player", AnimationQueue.at(300, 0, 0));
        chest.database().put("owner", owner.database());
        link.exchange();
        assertThat(link.client(CHEST).database().get("owner")).isEqualTo(new Value.TangibleRef(8));
        assertThat(link.client.tangible(8)).isEmpty();
        owner.setAnimation(AnimationQueue.at(5, 0, 0));
        link.exchange();
        assertThat(link.client.tangible(8)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M9 the metatable of a tangible is neither sent nor a root, that of a table is an entry")
    void metatables(int verifyEvery) {
        Link link = link(verifyEvery);
        Table meta = new Table().put("secret", 1);
        Table shared = new Table().put("index", 2);
        Tangible chest = chest(link);
        chest.database().putMetatable(meta).put("items", new Table().putMetatable(shared));
        link.exchange();
        Table database = link.client(CHEST).database();
        assertThat(database.get(Key.Special.METATABLE)).isNull();
        assertThat(database.table("items").get(Key.Special.METATABLE)).isInstanceOf(Table.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M10 the classes of close tangibles arrive, and those of others do not")
    void classes(int verifyEvery) {
        Link link = link(verifyEvery);
        Tangible chest = chest(link);
        link.master.create(8, "cloud", AnimationQueue.at(50, 0, 0));
        link.exchange();
        chest.setClassName("mimic");
        link.exchange();
        assertThat(link.client(CHEST).className()).isEqualTo("mimic");
        assertThat(link.client(8).className()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M11 a chain of 10 000 tables, a ring and a table in itself arrive as they are")
    void deepGraphs(int verifyEvery) {
        Link link = link(verifyEvery);
        Table first = new Table();
        Table last = first;
        for (int i = 0; i < 10_000; i++) {
            Table next = new Table().put("depth", i);
            last.put("next", next);
            last = next;
        }
        last.put("next", first).put("self", last);
        chest(link).database().put("chain", first);
        link.exchange();
        last.put("depth", -1);
        link.exchange();
        first.remove("next");
        link.exchange();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M11 two tables that change places do so on the client")
    void tablesChangePlaces(int verifyEvery) {
        Link link = link(verifyEvery);
        Table one = new Table().put("name", "one");
        Table two = new Table().put("name", "two").put("other", one);
        Table database = chest(link).database().put("left", one).put("right", two);
        link.exchange();
        database.put("left", two).put("right", one);
        link.exchange();
        link.master.create(8, "chest", AnimationQueue.at(4, 0, 0)).database().put("moved", one);
        database.remove("right");
        link.exchange();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M6 two tables of the master never become one, whatever the client had before")
    void twoNeverBecomeOne(int verifyEvery) {
        Link link = link(verifyEvery);
        Table shared = new Table().put("n", 1);
        Table database = chest(link).database().put("left", shared).put("right", shared);
        link.exchange();
        database.put("right", new Table().put("n", 1));
        link.exchange();
        Table received = link.client(CHEST).database();
        assertThat(received.table("left")).isNotSameAs(received.table("right"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M12 with nothing changed a transmission takes at most 16 bytes")
    void nothingChanged(int verifyEvery) {
        Link link = link(verifyEvery);
        for (int i = 0; i < 100; i++) {
            link.master
                    .create(1_000 + i, "sheep", AnimationQueue.at(i % 10, 0, i % 7))
                    .database()
                    .put("inventory", Table.listOf(Value.of(i), new Table()));
        }
        link.exchange();
        assertThat(link.exchange()).isLessThanOrEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 1_000_000, (1L << 33) - 1, -(1L << 33)})
    @DisplayName(
            "M13 an animation step of less than 32 units takes at most 24 bytes, whatever known action and ticks it has")
    void animationStep(long id) {
        Link link = new Link(TransmissionSettings.defaults().withRadii(100, 100));
        Tangible sheep = link.master.create(id, "sheep", AnimationQueue.at(3, 64, 5));
        link.exchange();
        String[] actions = {"walk", "graze", "a quite long name of something that sheep do, at times"};
        int longest = 0;
        for (int i = 0; i < 60; i++) {
            double far = i % 2 == 0 ? 31.99 : -31.99;
            AnimationStep last = sheep.animation().last();
            sheep.animate(new AnimationStep(
                    actions[i % 3], last.x() + far, last.y() - far, last.z() + far, i % 4 == 0 ? 65_535 : i));
            int bytes = link.exchange();
            assertThat(link.client(id).animation()).isEqualTo(sheep.animation());
            if (i < actions.length) {
                // The name of the action, once.
                assertThat(bytes).isLessThanOrEqualTo(24 + actions[i].length());
            } else {
                longest = Math.max(longest, bytes);
            }
        }
        assertThat(longest).isBetween(15, 24);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 0x5DEECE66DL << 20})
    @DisplayName("M13 a step takes at most 24 bytes with an id of 64 bits, if the action is that of the step before")
    void animationStepOfAnyId(long id) {
        Link link = new Link(TransmissionSettings.defaults().withRadii(100, 100));
        Tangible sheep = link.master.create(id, "sheep", AnimationQueue.at(3, 4, 5));
        sheep.animate(new AnimationStep("walk", 3, 4, 5, 10));
        link.exchange();
        for (int i = 0; i < 40; i++) {
            sheep.animate(new AnimationStep("walk", 3.25 + 30 * (i % 2), 4 + 31 * (i % 2), 5 - i / 3.0, 10));
            assertThat(link.exchange()).isBetween(20, 24);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName(
            "M5 the maps of numbers are gone after a transmission, or hold exactly what is reachable if the next one uses them")
    void nothingGrows(int verifyEvery) {
        Link link = link(verifyEvery);
        Table database = chest(link).database();
        for (int i = 0; i < 1_000; i++) {
            database.put("item", new Table().put("n", i));
            link.exchange();
            int held = link.transmitter.numbersHeld() + link.receiver.numbersHeld();
            // The table that is there, in master, shadow and client.
            assertThat(held).isEqualTo(verifyEvery == 0 ? 0 : 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M13 who comes to a place that is larger than a message gets it in parts, each followed as it comes")
    void hugePlaces(int verifyEvery) {
        Link link = new Link(
                TransmissionSettings.defaults().withVerifyEvery(verifyEvery).withPartBytes(1_000));
        for (int i = 0; i < 100; i++) {
            Table items = new Table();
            link.master
                    .create(CHEST + i, "chest", AnimationQueue.at(500, i % 9, 0))
                    .database()
                    .put("items", items);
            for (int j = 0; j < 20; j++) {
                items.put(Value.of(j), new Table().put("item", "thing " + i % 7).put("count", j));
            }
        }
        DifferenceReceiver receiver =
                new DifferenceReceiver(link.client, new ReceiverLimits(1_000, 200, 3_000, 10_000));
        assertThat(receiver.receive(link.transmitter.transmit(0).orElseThrow())).isEmpty();
        link.warp(500, 0, 0);
        int messages = 0;
        do {
            byte[] message = link.transmitter.transmit(0).orElseThrow();
            assertThat(message.length).isLessThanOrEqualTo(1_000);
            assertThat(receiver.receive(message)).isEmpty();
            assertThat(receiver.isComplete()).isEqualTo(!link.transmitter.hasMore());
            assertThat(receiver.isSynchronised()).isTrue();
            messages++;
        } while (link.transmitter.hasMore());
        assertThat(messages).isGreaterThan(20);
        Convergence.equal(link.transmitter.shadow(), link.client);
        assertThat(link.client(CHEST + 99).database().table("items").size()).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M13 a client that refuses a part gets all anew, and not the rest")
    void refusedPart(int verifyEvery) {
        Link link = new Link(
                TransmissionSettings.defaults().withVerifyEvery(verifyEvery).withPartBytes(64));
        Table database = chest(link).database();
        for (int i = 0; i < 50; i++) {
            database.put("key " + i, new Table().put("n", i));
        }
        assertThat(link.receiver.receive(link.transmitter.transmit(0).orElseThrow()))
                .isEmpty();
        byte[] damaged = link.transmitter.transmit(0).orElseThrow();
        damaged[10]++;
        link.receiver.receive(damaged).ifPresent(link.transmitter::receive);
        assertThat(link.receiver.isComplete()).isFalse();
        assertThat(link.transmitter.hasMore()).isTrue();
        link.exchange();
        assertThat(link.client(CHEST).database().size()).isEqualTo(50);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    @DisplayName("M1 what is not allowed is refused with words")
    void mistakes(int verifyEvery) {
        Link link = link(verifyEvery);
        Table table = new Table();
        chest(link).database().put("table", table);
        link.exchange();
        assertThatIllegalArgumentException().isThrownBy(() -> table.put(Value.of(Double.NaN), table));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Value.of("\uD800"))
                .withMessageContaining("surrogate");
        assertThatIllegalArgumentException().isThrownBy(() -> new AnimationStep("", Double.NaN, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AnimationQueue(List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> link.master.create(CHEST, "", AnimationQueue.at(0, 0, 0)))
                .withMessageContaining("already");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> link(0).player().database().put("table", table))
                .withMessageContaining("another master");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TransmissionSettings.defaults().withRadii(10, 11))
                .withMessageContaining("closeRadius");
        assertThatIllegalStateException()
                .isThrownBy(() -> link.client(CHEST).database().table("table").put("a", 1))
                .withMessageContaining("client model");
        assertThatIllegalStateException().isThrownBy(() -> link.client(CHEST).setClassName("x"));

        assertThatNullPointerException()
                .isThrownBy(() -> table.put("new", DifferenceTransmissionTest.<Value>nothing()))
                .withMessageContaining("remove");
        assertThatNullPointerException().isThrownBy(() -> table.put(Value.of(1), nothing()));
        assertThatNullPointerException().isThrownBy(() -> link.player().setAnimation(nothing()));
        assertThatNullPointerException().isThrownBy(() -> link.master.create(99, "", nothing()));
        link.exchange();
        assertThat(table.size()).isZero();
        assertThat(link.master.tangible(99)).isEmpty();

        link.master.remove(Link.PLAYER);
        assertThatIllegalStateException()
                .isThrownBy(() -> link.transmitter.transmit(0))
                .withMessageContaining("player's tangible");
    }

    /** What a game in which null is not checked may give. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }
}
