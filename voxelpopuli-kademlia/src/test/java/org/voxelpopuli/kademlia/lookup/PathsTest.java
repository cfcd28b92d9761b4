package org.voxelpopuli.kademlia.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SeededRandom;

/** Lookups over several paths, step by step, without time: in each step one of the questions that are out is answered, late or in vain. */
class PathsTest {
    private static final int K = 20;
    private static final int ALPHA = 3;
    private static final int PER_SUBNET = 2;

    private static Contact contact(NodeId id, int number) {
        return new Contact(id, new InetSocketAddress(host(number), 4000));
    }

    /** A private address, for which subnets do not count. */
    private static InetAddress host(int number) {
        return host(10, number >> 16, number);
    }

    private static InetAddress host(int network, int subnet, int number) {
        try {
            return InetAddress.getByAddress(
                    new byte[] {(byte) network, (byte) subnet, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Peers, by what they answer. */
    private static final class World {
        final RandomGenerator random;
        final NodeId own;
        final NodeId target;
        final List<Contact> honest = new ArrayList<>();
        final Map<Contact, Function<World, List<Contact>>> answers = new HashMap<>();
        final Set<Contact> silent = new HashSet<>();
        private int hosts;

        World(RandomGenerator random) {
            this.random = random;
            own = NodeId.random(random);
            target = NodeId.random(random);
        }

        Contact newContact(NodeId id) {
            return contact(id, ++hosts);
        }

        /** Who answers with the closest of its acquaintances. */
        void addHonest(int count, int acquaintances) {
            IntStream.range(0, count).forEach(i -> honest.add(newContact(NodeId.random(random))));
            for (Contact one : honest) {
                answers.put(one, world -> closest(sample(honest, acquaintances, random), acquaintances));
            }
        }

        Contact farthest() {
            return closest(honest, honest.size()).get(honest.size() - 1);
        }

        List<Contact> closest(List<Contact> of, int limit) {
            return of.stream()
                    .sorted(Comparator.comparing(Contact::id, target::compareDistance))
                    .limit(limit)
                    .toList();
        }
    }

    private static List<Contact> sample(List<Contact> all, int count, RandomGenerator random) {
        List<Contact> rest = new ArrayList<>(all);
        List<Contact> sample = new ArrayList<>();
        while (sample.size() < count && !rest.isEmpty()) {
            sample.add(rest.remove(random.nextInt(rest.size())));
        }
        return sample;
    }

    /** A run to the end, in a random order of events. */
    private static final class Run {
        final World world;
        final Lookup lookup;
        final Map<Contact, Question> asked = new HashMap<>();
        final Map<Path, Set<Contact>> told = new HashMap<>();
        final List<Contact> answered = new ArrayList<>();
        final List<Question> out = new ArrayList<>();
        int continuations;
        int mostOut;

        Run(World world, int paths, List<Contact> start) {
            this.world = world;
            lookup = new Lookup(
                    world.target,
                    world.own,
                    null,
                    new LookupShape(K, ALPHA, paths, PER_SUBNET),
                    new SilentShare(),
                    start);
            ask();
            // Each path asks the first of those with whom it begins; every so many of them are its own.
            int begun = Math.min(paths, start.size());
            for (Question question : List.copyOf(asked.values())) {
                int first = start.indexOf(question.contact) % begun;
                for (int i = first; i < start.size(); i += begun) {
                    told(question.path).add(start.get(i));
                }
            }
            assertThat(told).hasSize(begun);
            while (!lookup.isDone() && lookup.isWaiting()) {
                step();
                ask();
            }
        }

        private Set<Contact> told(Path path) {
            return told.computeIfAbsent(path, p -> new HashSet<>());
        }

        private void ask() {
            for (List<Question> next = lookup.next(); !next.isEmpty(); next = lookup.next()) {
                for (Question question : next) {
                    out.add(question);
                    if (question.first != null) {
                        assertThat(question.first.state).isEqualTo(Question.State.ANSWERED);
                        assertThat(question.path).isEqualTo(question.first.path);
                        continuations++;
                        continue;
                    }
                    assertThat(asked.put(question.contact, question))
                            .as("%s was asked before", question.contact)
                            .isNull();
                }
            }
            mostOut = Math.max(mostOut, out.size());
        }

        private void step() {
            Question question = out.get(world.random.nextInt(out.size()));
            boolean answers = world.answers.containsKey(question.contact) && !world.silent.contains(question.contact);
            if (!answers && question.state == Question.State.ASKED) {
                lookup.stalled(question);
                return;
            }
            out.remove(question);
            if (answers) {
                List<Contact> known = world.answers.get(question.contact).apply(world);
                List<Contact> contacts = known.subList(
                        Math.min(question.offset, known.size()), Math.min(question.offset + K, known.size()));
                told(question.path).addAll(contacts);
                if (question.first == null) {
                    answered.add(question.contact);
                }
                lookup.answered(question, contacts);
            } else {
                lookup.failed(question);
            }
        }
    }

    private static void forEachWorld(Consumer<World> check) {
        SeededRandom.forEachSeed(100, (seed, random) -> check.accept(new World(random)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 16})
    void nobodyIsAskedTwiceAndEachPathAsksOnlyWhomItWasToldOf(int paths) {
        forEachWorld(world -> {
            world.addHonest(10 + world.random.nextInt(150), 5 + world.random.nextInt(100));
            world.silent.addAll(sample(world.honest, world.random.nextInt(world.honest.size() / 2), world.random));
            Run run = new Run(world, paths, sample(world.honest, 1 + world.random.nextInt(K), world.random));
            run.asked.values().forEach(question -> assertThat(run.told.get(question.path))
                    .as("what was told on the path on which %s was asked", question.contact)
                    .contains(question.contact));
            assertThat(run.lookup.closest()).isEqualTo(world.closest(run.answered, K));
            assertThat(run.lookup.asked()).isEqualTo(run.asked.size() + run.continuations);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 16})
    void whereAllAreHonestAndKnowAllTheClosestAreFoundOnAnyNumberOfPaths(int paths) {
        forEachWorld(world -> {
            world.addHonest(300, 300);
            List<Contact> start = world.closest(sample(world.honest, 60, world.random), K);
            Run run = new Run(world, paths, start);
            assertThat(run.lookup.closest()).isEqualTo(world.closest(world.honest, K));
            assertThat(run.mostOut).isLessThanOrEqualTo(2 * K + paths);
            assertThat(run.continuations).isZero();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 8, 16})
    void nodesThatAllKnowAndThatAnswerNobodyDoNotHideThoseBehindThem(int paths) {
        forEachWorld(world -> {
            world.addHonest(200, 200);
            List<Contact> ranked = world.closest(world.honest, 200);
            world.silent.addAll(sample(ranked.subList(0, K), 2 + world.random.nextInt(8), world.random));
            Run run = new Run(world, paths, ranked.subList(150, 170));
            assertThat(run.lookup.closest())
                    .isEqualTo(ranked.stream()
                            .filter(one -> !world.silent.contains(one))
                            .limit(K)
                            .toList());
        });
    }

    /** Of the sixty closest to the target every third is a liar; all liars know each other, and tell of nobody else. */
    private static List<Contact> addLiars(World world) {
        world.addHonest(400, 400);
        List<Contact> nearest = world.closest(world.honest, 60);
        List<Contact> liars = IntStream.range(0, 60)
                .filter(i -> i % 3 == 0)
                .mapToObj(nearest::get)
                .toList();
        liars.forEach(liar -> world.answers.put(liar, w -> w.closest(liars, K)));
        return liars;
    }

    @Test
    void onePathOfHonestNodesFindsTheClosestWhereAllOthersAreLedAstray() {
        forEachWorld(world -> {
            List<Contact> liars = addLiars(world);
            List<Contact> start = new ArrayList<>(liars.subList(0, 7));
            start.addAll(world.closest(world.honest, 400).subList(300, 313));
            assertThat(new Run(world, 1, start).lookup.closest()).isEqualTo(liars);
            assertThat(new Run(world, 8, start).lookup.closest()).isEqualTo(world.closest(world.honest, K));
        });
    }

    @Test
    void aNodeThatOnePathWasToldAtAWrongAddressIsFoundByAnother() {
        forEachWorld(world -> {
            world.addHonest(100, 100);
            List<Contact> truth = world.closest(world.honest, K);
            Contact liar = world.newContact(world.target.randomAtDistance(159, 160, world.random));
            List<Contact> wrong =
                    truth.stream().map(one -> world.newContact(one.id())).toList();
            world.answers.put(liar, w -> wrong);
            Contact honest = world.farthest();
            Run run = new Run(world, 2, List.of(liar, honest));
            assertThat(run.lookup.closest()).isEqualTo(truth);
            assertThat(run.asked.keySet()).containsAll(truth);
        });
    }

    /** Honest nodes that all know each other, each in a subnet of its own. */
    private static void addPublic(World world, int count) {
        for (int i = 0; i < count; i++) {
            NodeId id = NodeId.random(world.random);
            world.honest.add(new Contact(id, new InetSocketAddress(host(20, 0, i << 8 | 1), 4000)));
        }
        world.honest.forEach(one -> world.answers.put(one, w -> w.closest(w.honest, count)));
    }

    private static Contact inOneSubnet(NodeId id, int number) {
        return new Contact(id, new InetSocketAddress(host(21, 0, number), 4000));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void ofOneSubnetOnlySoManyAreFoundHoweverNearTheirIdsAre(int paths) {
        forEachWorld(world -> {
            addPublic(world, 200);
            List<Contact> attackers = IntStream.range(0, 250)
                    .mapToObj(i -> inOneSubnet(world.target.randomAtDistance(100, 120, world.random), i))
                    .toList();
            List<Contact> nearest = world.closest(attackers, 250);
            attackers.forEach(one -> world.answers.put(one, w -> nearest));
            // Their buckets take no more of them.
            for (Contact one : world.honest) {
                List<Contact> known = sample(attackers, PER_SUBNET, world.random);
                known.addAll(world.honest);
                world.answers.put(one, w -> w.closest(known, known.size()));
            }
            world.silent.addAll(sample(nearest.subList(0, 8), world.random.nextInt(4), world.random));
            List<Contact> start = world.closest(world.honest, 200).subList(180, 200);
            Run run = new Run(world, paths, start);
            List<Contact> expected = new ArrayList<>(nearest.stream()
                    .filter(one -> !world.silent.contains(one))
                    .limit(PER_SUBNET)
                    .toList());
            expected.addAll(world.closest(world.honest, K - PER_SUBNET));
            assertThat(run.lookup.closest()).isEqualTo(expected);
            assertThat(run.asked.keySet().stream().filter(attackers::contains)).hasSizeLessThanOrEqualTo(K);
        });
    }

    @Test
    void nodesThatWereToldAtAddressesOfOneSubnetAreFoundWhereTheyAre() {
        forEachWorld(world -> {
            addPublic(world, 100);
            List<Contact> truth = world.closest(world.honest, K);
            Contact liar = inOneSubnet(world.target.randomAtDistance(159, 160, world.random), 0);
            AtomicInteger number = new AtomicInteger();
            List<Contact> wrong = truth.stream()
                    .map(one -> inOneSubnet(one.id(), number.incrementAndGet()))
                    .toList();
            world.answers.put(liar, w -> wrong);
            Contact honest = world.farthest();
            assertThat(new Run(world, 1, List.of(liar, honest)).lookup.closest())
                    .isEqualTo(truth);
        });
    }

    @Test
    void nodesThatWereToldWhereASubnetHasItsPlacesAlreadyAreFoundWhereTheyAre() {
        forEachWorld(world -> {
            addPublic(world, 100);
            List<Contact> truth = world.closest(world.honest, K);
            AtomicInteger number = new AtomicInteger();
            List<Contact> liars = IntStream.range(0, PER_SUBNET)
                    .mapToObj(i ->
                            inOneSubnet(world.target.randomAtDistance(1, 9, world.random), number.incrementAndGet()))
                    .toList();
            List<Contact> lies = new ArrayList<>(liars);
            for (Contact one : truth.subList(0, 12)) {
                for (int i = 0; i < 5; i++) {
                    lies.add(inOneSubnet(one.id(), number.incrementAndGet()));
                }
            }
            liars.forEach(liar -> world.answers.put(liar, w -> lies));
            Contact honest = world.farthest();
            List<Contact> start = new ArrayList<>(liars);
            start.add(honest);
            List<Contact> expected = new ArrayList<>(world.closest(liars, PER_SUBNET));
            expected.addAll(truth.subList(0, K - PER_SUBNET));
            assertThat(new Run(world, 1, start).lookup.closest()).isEqualTo(expected);
        });
    }

    @Test
    void idsThatAreInventedInASubnetDoNotHideWhoIsThere() {
        forEachWorld(world -> {
            addPublic(world, 100);
            List<Contact> truth = world.closest(world.honest, K);
            List<Contact> invented = new ArrayList<>();
            for (Contact victim : truth.subList(0, 4)) {
                for (int i = 0; i < 12; i++) {
                    invented.add(new Contact(
                            world.target.randomAtDistance(1, 100, world.random),
                            new InetSocketAddress(victim.address().getAddress(), 5000 + i)));
                }
            }
            Contact liar = inOneSubnet(world.target.randomAtDistance(159, 160, world.random), 0);
            world.answers.put(liar, w -> invented);
            // Each victim is told once, perhaps before and perhaps after those that are invented.
            truth.forEach(one -> world.answers.put(one, w -> List.of()));
            Contact honest = world.farthest();
            assertThat(new Run(world, 1, List.of(liar, honest)).lookup.closest())
                    .isEqualTo(truth);
        });
    }

    @Test
    void idsThatAreInventedInOneSubnetTakeHardlyLongerThanInMany() {
        forEachWorld(world -> {
            Contact liar = world.newContact(NodeId.random(world.random));
            List<Contact> invented = IntStream.range(0, Lookup.MAX_TOLD)
                    .mapToObj(i -> inOneSubnet(world.target.randomAtDistance(1, 100, world.random), i))
                    .toList();
            Lookup lookup = new Lookup(
                    world.target,
                    world.own,
                    null,
                    new LookupShape(K, ALPHA, 1, PER_SUBNET),
                    new SilentShare(),
                    List.of(liar));
            lookup.answered(lookup.next().get(0), invented);
            int asked = 0;
            int waits = 0;
            for (List<Question> next = lookup.next(); !next.isEmpty(); next = lookup.next()) {
                asked += next.size();
                waits++;
                next.forEach(lookup::stalled);
            }
            assertThat(asked).isEqualTo(invented.size());
            assertThat(waits).isLessThanOrEqualTo(8);
        });
    }

    @Test
    void candidatesAreBoundedAndThoseOfCrowdedSubnetsMakeRoom() {
        forEachWorld(world -> {
            addPublic(world, 100);
            List<Contact> truth = world.closest(world.honest, K);
            AtomicInteger number = new AtomicInteger();
            List<Contact> liars = IntStream.range(0, 10)
                    .mapToObj(i -> new Contact(
                            world.target.randomAtDistance(159, 160, world.random),
                            new InetSocketAddress(host(22, 0, i << 8 | 1), 4000)))
                    .toList();
            for (Contact liar : liars) {
                List<Contact> crowd = IntStream.range(0, Lookup.MAX_TOLD)
                        .mapToObj(i -> new Contact(
                                world.target.randomAtDistance(1, 100, world.random),
                                new InetSocketAddress(host(21, 0, 1), 4000 + number.incrementAndGet())))
                        .toList();
                crowd.forEach(one -> world.answers.put(one, w -> crowd));
                world.answers.put(liar, w -> crowd);
            }
            List<Contact> start = new ArrayList<>(liars);
            start.addAll(world.closest(world.honest, 100).subList(95, 100));
            Run run = new Run(world, 1, start);
            assertThat(run.lookup.closest()).hasSize(K).containsAll(truth.subList(0, K - PER_SUBNET));
        });
    }

    @Test
    void aWrongAddressThatWasTriedInVainDoesNotHideANodeThatIsToldRightlyLater() {
        World world = new World(SeededRandom.of(5, "late truth"));
        world.addHonest(1, 1);
        Contact hidden = world.honest.get(0);
        Contact wrong = world.newContact(hidden.id());
        Contact liar = world.newContact(NodeId.random(world.random));
        Contact honest = world.newContact(NodeId.random(world.random));
        Lookup lookup = new Lookup(
                world.target,
                world.own,
                null,
                new LookupShape(K, ALPHA, 1, PER_SUBNET),
                new SilentShare(),
                List.of(liar, honest));
        Map<Contact, Question> asked = new HashMap<>();
        lookup.next().forEach(question -> asked.put(question.contact, question));
        lookup.answered(asked.get(liar), List.of(wrong));
        lookup.next().forEach(question -> asked.put(question.contact, question));
        lookup.failed(asked.get(wrong));
        assertThat(lookup.next()).isEmpty();
        lookup.answered(asked.get(honest), List.of(hidden));
        assertThat(lookup.next()).singleElement().satisfies(question -> assertThat(question.contact)
                .isEqualTo(hidden));
    }
}
