package org.voxelpopuli.kademlia.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.simulation.Simulation;

class LookupsTest {
    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final Duration LATE = Duration.ofMillis(100);
    private static final Duration TRIP = Duration.ofMillis(20);

    private final Simulation simulation = new Simulation(31);
    private final NodeEnvironment host = simulation.newHost("asker");
    private final Worker worker = host.worker("lookup");
    private final RandomGenerator random = SeededRandom.of(31, "ids");
    private final Map<NodeId, Peer> peers = new TreeMap<>();
    private final List<Contact> asked = new ArrayList<>();
    private final NodeId own = NodeId.random(random);
    private int inFlight;
    private int mostInFlight;

    private record Peer(Contact contact, Function<NodeId, Optional<Answer<String>>> answer) {}

    private static Contact contact(NodeId id, String host, int port) {
        try {
            return new Contact(id, new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private Contact newContact() {
        int number = peers.size() + 1;
        return contact(NodeId.random(random), "10.1." + number / 250 + "." + (1 + number % 250), 4000);
    }

    private Contact addPeer(Function<NodeId, Optional<Answer<String>>> answer) {
        Contact contact = newContact();
        peers.put(contact.id(), new Peer(contact, answer));
        return contact;
    }

    /** A peer that knows everybody. */
    private Contact addHonest() {
        return addPeer(target -> Optional.of(Answer.of(closest(target, 40))));
    }

    private Contact addSilent() {
        return addPeer(target -> Optional.empty());
    }

    private List<Contact> closest(NodeId target, int limit) {
        return peers.values().stream()
                .map(Peer::contact)
                .sorted(Comparator.comparing(Contact::id, target::compareDistance))
                .limit(limit)
                .toList();
    }

    private Query<String> query(NodeId target) {
        return (contact, late, answer) -> {
            asked.add(contact);
            inFlight++;
            mostInFlight = Math.max(mostInFlight, inFlight);
            Peer peer = peers.get(contact.id());
            boolean there = peer != null && peer.contact().equals(contact);
            Optional<Answer<String>> reply = there ? peer.answer().apply(target) : Optional.empty();
            if (reply.isEmpty()) {
                worker.schedule(LATE, late);
            }
            worker.schedule(reply.isEmpty() ? TIMEOUT : TRIP, () -> {
                inFlight--;
                answer.accept(reply);
            });
        };
    }

    private LookupResult<String> lookup(
            NodeId target, @Nullable Contact self, List<Contact> start, boolean firstValueEnds) {
        Lookups lookups =
                new Lookups(own, new LookupShape(20, 3, 1, 2), worker, host.clock(), (hops, count, nanos) -> {});
        CompletableFuture<LookupResult<String>> result = new CompletableFuture<>();
        worker.execute(() ->
                lookups.run(target, Integer.MAX_VALUE, self, start, query(target), firstValueEnds, result::complete));
        LookupResult<String> found = simulation.await(result, Duration.ofMinutes(1));
        assertThat(lookups.running()).isZero();
        assertThat(simulation.failures()).isEmpty();
        return found;
    }

    @Test
    @DisplayName("V3.1 the k closest are found, each is asked once, and all of the k closest have answered")
    void theClosestAreFound() {
        IntStream.range(0, 200).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        LookupResult<String> result =
                lookup(target, null, List.of(closest(target, 200).get(150)), false);
        assertThat(result.closest()).isEqualTo(closest(target, 20));
        assertThat(asked).doesNotHaveDuplicates().containsAll(result.closest());
        assertThat(result.asked()).isEqualTo(asked.size()).isLessThan(45);
        assertThat(result.hops()).isEqualTo(2);
    }

    @Test
    @DisplayName("V3.1 alpha are asked at a time while answers bring something closer")
    void alphaAtATime() {
        List<Contact> chain = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            addHonest();
        }
        NodeId target = NodeId.random(random);
        List<Contact> all = closest(target, 60);
        // Each knows only the next three: nothing but progress.
        for (int i = 0; i < 60; i++) {
            List<Contact> next = all.subList(Math.max(0, i - 3), i);
            chain.add(all.get(i));
            peers.put(all.get(i).id(), new Peer(all.get(i), t -> Optional.of(Answer.of(next))));
        }
        LookupResult<String> result = lookup(target, null, List.of(chain.get(59)), false);
        assertThat(result.closest()).isEqualTo(all.subList(0, 20));
        assertThat(mostInFlight).isLessThanOrEqualTo(20);
    }

    @Test
    @DisplayName("V3.2 a value ends the lookup where its kind allows that, and only there")
    void valuesEndLookups() {
        IntStream.range(0, 40).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        for (Contact holder : closest(target, 20)) {
            peers.put(holder.id(), new Peer(holder, t -> Optional.of(Answer.of("held"))));
        }
        List<Contact> start = closest(target, 40).subList(30, 40);
        LookupResult<String> first = lookup(target, null, start, true);
        assertThat(first.values()).hasSize(1);
        assertThat(lookup(target, null, start, false).values()).hasSize(20);
    }

    @Test
    @DisplayName("V3.3 who times out is dropped, the next closest takes its place")
    void silentPeersAreDropped() {
        IntStream.range(0, 60).forEach(i -> addHonest());
        Set<Contact> silent = new HashSet<>();
        IntStream.range(0, 15).forEach(i -> silent.add(addSilent()));
        NodeId target = NodeId.random(random);
        LookupResult<String> result = lookup(target, null, closest(target, 75).subList(40, 43), false);
        assertThat(result.closest())
                .isEqualTo(closest(target, 75).stream()
                        .filter(c -> !silent.contains(c))
                        .limit(20)
                        .toList());
    }

    @Test
    @DisplayName("V3.4 the asking node counts among the k when it says so")
    void theAskerCounts() {
        IntStream.range(0, 60).forEach(i -> addHonest());
        Contact self = contact(own, "10.9.9.9", 4000);
        LookupResult<String> result = lookup(own, self, closest(own, 3), false);
        assertThat(result.closest()).hasSize(20).startsWith(self);
        assertThat(lookup(own, self, List.of(), false).closest()).containsExactly(self);
        assertThat(lookup(own, null, List.of(), false).closest()).isEmpty();
    }

    @Test
    void aHundredSilentPeersHoldUpALookupHardlyLongerThanOne() {
        NodeId target = NodeId.random(random);
        IntStream.range(0, 40).forEach(i -> addHonest());
        List<Contact> honest = closest(target, 40);
        // The silent ones are closer to the target than all others.
        for (int i = 0; i < 100; i++) {
            Contact silent = contact(target.randomAtDistance(0, 100, random), "10.7.0." + (i + 1), 4000);
            peers.put(silent.id(), new Peer(silent, t -> Optional.empty()));
        }
        for (Contact contact : honest) {
            peers.put(
                    contact.id(),
                    new Peer(contact, t -> Optional.of(Answer.of(SeededShuffle.sample(closest(t, 140), 30, random)))));
        }
        Duration before = simulation.elapsed();
        LookupResult<String> result = lookup(target, null, honest.subList(30, 40), false);
        assertThat(result.closest()).isEqualTo(honest.subList(0, 20));
        assertThat(simulation.elapsed().minus(before)).isLessThan(TIMEOUT.multipliedBy(2));
    }

    @Test
    void aLiarCannotHideANodeByAWrongAddress() {
        IntStream.range(0, 30).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        List<Contact> truth = closest(target, 20);
        Contact liar = addPeer(t -> Optional.of(Answer.of(
                truth.stream().map(c -> contact(c.id(), "10.66.6.6", 4000)).toList())));
        peers.remove(liar.id());
        List<Contact> start = new ArrayList<>(List.of(liar));
        start.addAll(closest(target, 30).subList(29, 30));
        peers.put(
                liar.id(),
                new Peer(
                        liar,
                        t -> Optional.of(Answer.of(truth.stream()
                                .map(c -> contact(c.id(), "10.66.6.6", 4000))
                                .toList()))));
        LookupResult<String> result = lookup(target, null, start, false);
        assertThat(result.closest().stream().filter(c -> !c.equals(liar))).containsAll(truth.subList(0, 19));
    }

    @Test
    void answersFullOfNonsenseAreBoundedAndHarmless() {
        IntStream.range(0, 30).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        List<Contact> nonsense = new ArrayList<>();
        for (String host : List.of("255.255.255.255", "224.0.0.1", "0.0.0.0", "127.0.0.1", "::1", "ff02::1", "::")) {
            nonsense.add(contact(target.randomAtDistance(0, 20, random), host, 4000));
        }
        nonsense.add(contact(own, "10.9.9.9", 4000));
        List<Contact> honest = closest(target, 30);
        nonsense.addAll(honest);
        nonsense.addAll(honest);
        for (Contact contact : honest) {
            peers.put(contact.id(), new Peer(contact, t -> Optional.of(Answer.of(nonsense))));
        }
        LookupResult<String> result = lookup(target, null, honest.subList(29, 30), false);
        assertThat(result.closest()).isEqualTo(honest.subList(0, 20));
        assertThat(honest).containsAll(asked);
        assertThat(asked).doesNotHaveDuplicates();
    }

    @Test
    void tenThousandInventedContactsPerAnswerEndTheLookupAfterABoundedNumberOfQuestions() {
        NodeId target = NodeId.random(random);
        Contact liar = newContact();
        Function<NodeId, Optional<Answer<String>>> inventing = t -> Optional.of(Answer.of(IntStream.range(0, 10_000)
                .mapToObj(i ->
                        contact(target.randomAtDistance(0, 60, random), "10.6." + i / 250 + "." + (1 + i % 250), 4000))
                .toList()));
        peers.put(liar.id(), new Peer(liar, inventing));
        LookupResult<String> result = lookup(target, null, List.of(liar), false);
        assertThat(result.closest()).containsExactly(liar);
        assertThat(result.asked()).isLessThanOrEqualTo(Lookup.MAX_ASKED);
    }

    @Test
    void aQueryThatAnswersAtOnceIsFine() {
        IntStream.range(0, 30).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        Lookups lookups =
                new Lookups(own, new LookupShape(20, 3, 1, 2), worker, host.clock(), (hops, count, nanos) -> {});
        List<LookupResult<String>> results = new ArrayList<>();
        Query<String> atOnce = (Contact contact, Runnable late, Consumer<Optional<Answer<String>>> answer) ->
                answer.accept(Optional.of(Answer.of(closest(target, 20))));
        worker.execute(
                () -> lookups.run(target, Integer.MAX_VALUE, null, closest(target, 1), atOnce, false, results::add));
        simulation.run(Duration.ofMillis(1));
        assertThat(results).singleElement().satisfies(r -> assertThat(r.closest())
                .isEqualTo(closest(target, 20)));
    }

    @Test
    void lookupsBeyondABoundWaitForTheirTurn() {
        IntStream.range(0, 30).forEach(i -> addHonest());
        NodeId target = NodeId.random(random);
        Lookups lookups =
                new Lookups(own, new LookupShape(20, 3, 1, 2), worker, host.clock(), (hops, count, nanos) -> {});
        List<LookupResult<String>> results = new ArrayList<>();
        worker.execute(() -> IntStream.range(0, 2_000)
                .forEach(i -> lookups.run(
                        target, Integer.MAX_VALUE, null, closest(target, 3), query(target), false, results::add)));
        simulation.run(Duration.ofMillis(1));
        assertThat(lookups.running()).isEqualTo(2_000);
        simulation.run(Duration.ofMinutes(1));
        assertThat(results).hasSize(2_000).allSatisfy(r -> assertThat(r.closest())
                .hasSize(20));
        assertThat(mostInFlight).isLessThanOrEqualTo(256 * 20);
        assertThat(lookups.running()).isZero();
    }

    private static final class SeededShuffle {
        static List<Contact> sample(List<Contact> all, int count, RandomGenerator random) {
            List<Contact> rest = new ArrayList<>(all);
            List<Contact> sample = new ArrayList<>();
            while (sample.size() < count) {
                sample.add(rest.remove(random.nextInt(rest.size())));
            }
            return sample;
        }
    }
}
