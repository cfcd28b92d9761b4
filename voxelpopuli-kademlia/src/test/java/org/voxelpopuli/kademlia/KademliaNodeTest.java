package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

class KademliaNodeTest {
    private final SimulatedKademlia network = new SimulatedKademlia(46);
    private final Simulation simulation = network.simulation();

    private static NodeId key(String text) {
        return NodeId.sha1Of(text);
    }

    @Test
    void aNodeAloneCanStoreAndFindAtOnce() {
        KademliaNode node = network.start("alone");
        Duration before = simulation.elapsed();
        assertThat(network.await(node.store(key("a"), "value"))).isOne();
        assertThat(network.await(node.find(key("a")))).contains("value");
        assertThat(network.await(node.find(key("b")))).isEmpty();
        assertThat(network.await(node.lookup(key("a")))).extracting(Contact::id).containsExactly(node.id());
        assertThat(simulation.elapsed()).isEqualTo(before);
        assertThat(network.await(node.bootstrap())).isFalse();
        assertThat(node.settled()).isCompleted();
        assertThat(network.status("alone").bootstrap()).isEqualTo("alone, waiting for others");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("V3.4 what one node stores, every other finds, and the k closest hold it")
    void storeAndFind(TableLayout layout) {
        network.settings(s -> s.layout(layout));
        network.grow(60);
        for (int i = 0; i < 20; i++) {
            NodeId key = key("key " + i);
            assertThat(network.await(network.node("n" + i).store(key, "value " + i)))
                    .isEqualTo(20);
            assertThat(network.await(network.node("n" + (59 - i)).find(key))).contains("value " + i);
        }
        assertThat(network.nodes().stream()
                        .mapToInt(n -> network.await(n.status()).records().get("value"))
                        .sum())
                .isEqualTo(400);
        assertThat(network.await(network.node("n7").find(key("nothing")))).isEmpty();
        assertThat(network.await(network.node("n1").store(key("key 1"), "newer")))
                .isEqualTo(20);
        assertThat(network.await(network.node("n3").find(key("key 1")))).contains("newer");
        assertThat(simulation.failures()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 8})
    @DisplayName("V3.4 with buckets of four, right after the last join, what one node stores every other finds")
    void storeAndFindWithSmallBuckets(int nodes) {
        for (int seed = 1; seed <= 40; seed++) {
            SimulatedKademlia small = new SimulatedKademlia(seed);
            small.settings(s -> s.k(4));
            small.grow(nodes);
            for (int i = 0; i < 5; i++) {
                NodeId key = key("key " + i);
                String value = "value " + i;
                assertThat(small.await(small.node("n" + i % nodes).store(key, value)))
                        .as("seed %d", seed)
                        .isEqualTo(4);
                for (String name : small.names()) {
                    assertThat(small.await(small.node(name).find(key)))
                            .as("seed %d, %s", seed, name)
                            .contains(value);
                }
            }
        }
    }

    @Test
    @DisplayName("V2.3 joining looks up the own id and fills the buckets")
    void joiningFillsTheBuckets() {
        network.grow(15);
        for (String name : network.names()) {
            assertThat(network.status(name).contacts()).as(name).isEqualTo(14);
            assertThat(network.status(name).state()).isEqualTo(KademliaStatus.State.JOINED);
        }
    }

    @Test
    @DisplayName(
            "V2.7 a host that does not answer is tried after 0.25, 0.5, 1 s, then each second for 30 s, then ever more seldom")
    void theRetrySchedule() {
        SimulatedHost dead = simulation.newHost("dead");
        List<Long> tries = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        simulation.await(
                dead.datagrams().bind(dead.socketAddress(4000), dead.worker("silent"), (from, payload) -> {
                    // A call that is sent again is the same call, also in the other dialect.
                    if (payload[0] != '{' && seen.add(HexFormat.of().formatHex(payload))) {
                        tries.add(simulation.elapsed().toMillis());
                    }
                }),
                Duration.ofSeconds(1));
        simulation.network().latency(Duration.ZERO, Duration.ZERO);
        KademliaNode node = network.start("node", dead.address().getHostAddress() + ":4000");
        CompletableFuture<Boolean> joined = node.bootstrap();
        long begun = simulation.elapsed().toMillis();
        simulation.run(Duration.ofMillis(600));
        assertThat(joined).as("who is silent may be busy").isNotDone();
        assertThat(network.status("node").bootstrap())
                .isEqualTo("alone, still trying " + dead.address().getHostAddress()
                        + ":4000 (no answer: it is down, out of reach, or has another secret)");
        assertThat(network.status("node").state()).isEqualTo(KademliaStatus.State.ALONE);
        assertThat(node.settled()).isNotDone();
        simulation.run(Duration.ofMillis(4_500));
        assertThat(node.settled()).as("V2.7 after 5 s").isCompleted();
        assertThat(joined).isCompletedWithValue(false);
        simulation.run(Duration.ofMinutes(10));
        // A try ends after the timeout of 500 ms; then comes the pause.
        List<Long> expected = new ArrayList<>(List.of(0L, 750L, 1_750L, 3_250L));
        IntStream.range(0, 30).forEach(i -> expected.add(expected.get(expected.size() - 1) + 1_500));
        for (long pause : new long[] {2, 4, 8, 16, 32, 60, 60, 60}) {
            expected.add(expected.get(expected.size() - 1) + 500 + pause * 1_000);
        }
        assertThat(tries.stream().map(t -> t - begun).limit(expected.size())).isEqualTo(expected);
        assertThat(tries).hasSizeLessThan(50);
    }

    @Test
    void aHostThatComesUpAfterTheFirstTryIsStillJoinedInTime() {
        KademliaNode late = network.start("late", "10.0.0.2:4000");
        CompletableFuture<Boolean> joined = late.bootstrap();
        simulation.run(Duration.ofSeconds(1));
        network.start("host");
        assertThat(network.address("host")).isEqualTo("10.0.0.2:4000");
        simulation.run(Duration.ofSeconds(3));
        assertThat(joined).isCompletedWithValue(true);
    }

    @Test
    void aBootstrapHostThatIsTheNodeItselfIsRecognised() {
        KademliaNode node = network.build("self", "10.0.0.1:4000");
        network.await(node.start());
        assertThat(network.address("self")).isEqualTo("10.0.0.1:4000");
        assertThat(network.await(node.bootstrap())).isFalse();
        assertThat(network.status("self").bootstrap())
                .isEqualTo(
                        "alone, waiting for others, the bootstrap host is this node itself, or has a copy of its key");
        assertThat(node.settled()).as("it waits for nobody").isCompleted();
        assertThat(network.status("self").contacts()).isZero();
        network.join("other", "self");
        assertThat(network.status("self").state()).isEqualTo(KademliaStatus.State.JOINED);
    }

    @Test
    void aBootstrapNameWithTwoAddressesOfWhichOneIsDeadWorks() {
        network.start("first");
        SimulatedHost host = simulation.newHost("second");
        InetAddress dead = simulation.newHost("dead").address();
        KademliaNode node = KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(host.socketAddress(4000))
                        .bootstrap("nodes.example.org:4000", "nowhere.example.org:4000")
                        .build())
                .resolver(name -> name.startsWith("nodes")
                        ? CompletableFuture.completedFuture(
                                List.of(dead, network.host("first").address()))
                        : CompletableFuture.failedFuture(new UnknownHostException(name)))
                .build();
        network.await(node.start());
        assertThat(network.await(node.bootstrap())).isTrue();
    }

    @Test
    void whoAsksANodeThatHasNotStartedIsTold() {
        KademliaNode node = KademliaNode.builder(simulation.newHost("new")).build();
        for (CompletableFuture<?> call : List.of(
                node.bootstrap(),
                node.lookup(key("a")),
                node.trace(key("a")),
                node.store(key("a"), "text"),
                node.find(key("a")))) {
            simulation.run(Duration.ofSeconds(1));
            assertThat(call)
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("the Kademlia node has not started");
        }
        assertThat(network.await(node.status()).bootstrap()).isEqualTo("not yet started");
    }

    @Test
    void aStatusIsDrawnAsATree() {
        network.grow(3);
        KademliaStatus status = network.status("n1");
        assertThat(status.toString().lines())
                .hasSize(2 + status.buckets().size() + status.contacts())
                .startsWith(
                        "node " + status.id() + " at " + status.address() + ", JOINED: joined",
                        "contacts 2, lookups in flight 0, calls in flight 0, records {value=0}")
                .anyMatch(line ->
                        line.matches("bucket 2\\^\\d+\\.\\.2\\^\\d+, \\d+ bits shared, \\d contacts, 0 waiting, .*"))
                .anyMatch(line -> line.matches("    [0-9a-f]{40}@10\\..*:4000  heard .* s ago, round trip .* ms"));
    }

    @Test
    void aNameThatIsNotResolvedInTimeHoldsUpNothing() {
        SimulatedHost host = simulation.newHost("node");
        KademliaNode node = KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(host.socketAddress(4000))
                        .bootstrap("slow.example.org:4000")
                        .build())
                .resolver(name -> new CompletableFuture<>())
                .build();
        network.await(node.start());
        CompletableFuture<Boolean> first = node.bootstrap();
        simulation.run(Duration.ofSeconds(3));
        assertThat(first).isCompletedWithValue(false);
        assertThat(network.await(node.status()).bootstrap()).isEqualTo("alone, still trying slow.example.org:4000");
    }

    @Test
    void aHostThatComesUpLaterIsJoined() {
        SimulatedHost later = simulation.newHost("later");
        later.crash();
        KademliaNode node = network.start("node", later.address().getHostAddress() + ":4000");
        assertThat(network.await(node.bootstrap())).isFalse();
        simulation.run(Duration.ofSeconds(10));
        network.start("later");
        simulation.run(Duration.ofSeconds(5));
        assertThat(network.status("node").state()).isEqualTo(KademliaStatus.State.JOINED);
        assertThat(network.status("later").state()).isEqualTo(KademliaStatus.State.JOINED);
    }

    @Test
    void aNetworkThatWasCutOffFindsBackThroughTheContactsThatItSaved() {
        network.grow(8);
        network.crash("n0");
        Partition cut = Partition.between(
                List.of(network.host("n1")),
                IntStream.range(2, 8).mapToObj(i -> network.host("n" + i)).toList());
        simulation.network().add(cut);
        for (int i = 0; i < 4; i++) {
            network.await(network.node("n1").lookup(key("x" + i)));
            simulation.run(Duration.ofMinutes(3));
        }
        assertThat(network.status("n1").state()).isEqualTo(KademliaStatus.State.ALONE);
        simulation.network().remove(cut);
        simulation.run(Duration.ofSeconds(70));
        assertThat(network.status("n1").state()).isEqualTo(KademliaStatus.State.JOINED);
        assertThat(network.status("n1").contacts()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100, 200, 300, 400, 600, 900})
    void nodesThatStartTogetherOnABusyMachineMeet(int slowMillis) {
        for (long seed = 0; seed < 20; seed++) {
            SimulatedKademlia small = new SimulatedKademlia(seed);
            small.simulation().network().latency(Duration.ofMillis(5), Duration.ofMillis(60 + slowMillis));
            for (String name : List.of("first", "second", "third")) {
                KademliaNode node =
                        name.equals("first") ? small.start(name) : small.start(name, small.address("first"));
                var unused = node.bootstrap();
            }
            small.simulation().run(Duration.ofSeconds(3));
            small.simulation().network().latency(Duration.ofMillis(5), Duration.ofMillis(60));
            small.simulation().run(Duration.ofSeconds(90));
            for (String name : small.names()) {
                assertThat(small.status(name).contacts())
                        .as("seed %d, %s", seed, name)
                        .isEqualTo(2);
            }
        }
    }

    @Test
    void allNodesRestartAtOnceAndTheOnlyBootstrapHostIsGoneForGood() {
        network.grow(6);
        simulation.run(Duration.ofSeconds(5));
        for (int i = 0; i < 6; i++) {
            network.crash("n" + i);
        }
        for (int i = 1; i < 6; i++) {
            KademliaNode node = network.start("n" + i, "10.0.0.1:4000");
            var unused = node.bootstrap();
        }
        simulation.run(Duration.ofSeconds(10));
        for (int i = 1; i < 6; i++) {
            assertThat(network.status("n" + i).contacts()).isEqualTo(4);
        }
    }

    @Test
    void aNodeThatComesBackOnAnotherPortWithTheSameIdIsFoundThere() {
        network.grow(5);
        NodeId id = network.node("n4").id();
        network.crash("n4");
        SimulatedHost host = simulation.newHost("n4");
        KademliaNode back = KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(host.socketAddress(4444))
                        .bootstrap(network.address("n0"))
                        .build())
                .identity(network.identity("n4"))
                .build();
        network.await(back.start());
        assertThat(network.await(back.bootstrap())).isTrue();
        simulation.run(Duration.ofSeconds(5));
        List<Contact> found = network.await(network.node("n1").lookup(id));
        assertThat(found.get(0).id()).isEqualTo(id);
        assertThat(found.get(0).address().getPort()).isEqualTo(4444);
    }

    @Test
    void twoLiveNodesWithTheSameIdLeaveTheFirstWhereItIs() {
        network.grow(5);
        NodeId id = network.node("n4").id();
        SimulatedHost host = simulation.newHost("claimant");
        KademliaNode claimant = KademliaNode.builder(host)
                .settings(KademliaSettings.builder()
                        .bind(host.socketAddress(4000))
                        .bootstrap(network.address("n0"))
                        .build())
                .identity(network.identity("n4"))
                .build();
        network.await(claimant.start());
        network.await(claimant.bootstrap());
        simulation.run(Duration.ofSeconds(5));
        for (int i = 0; i < 4; i++) {
            assertThat(network.await(network.node("n" + i).lookup(id)).get(0).address())
                    .isEqualTo(network.host("n4").socketAddress(4000));
        }
        assertThat(simulation.failures()).isEmpty();
    }

    @Test
    @DisplayName("A node that was restarted is back in one round trip, without its bootstrap host")
    void aRestartedNodeIsBackInOneRoundTrip() {
        network.grow(60);
        simulation.run(Duration.ofMinutes(1));
        int before = network.status("n20").contacts();
        network.crash("n20");
        network.crash("n0");
        simulation.run(Duration.ofSeconds(30));
        KademliaNode back = network.start("n20", "10.77.77.77:4000");
        CompletableFuture<Boolean> joined = back.bootstrap();
        // Packets take at most 60 ms.
        simulation.run(Duration.ofMillis(121));
        assertThat(network.status("n20").state()).isEqualTo(KademliaStatus.State.JOINED);
        assertThat(network.status("n20").contacts()).isGreaterThanOrEqualTo(before * 3 / 4);
        assertThat(network.await(joined)).isTrue();
        NodeId key = key("after the restart");
        assertThat(network.await(back.lookup(key))).extracting(Contact::id).isEqualTo(network.trulyClosest(key, 20));
    }

    @Test
    void theNetworkShrinksToOneAndGrowsAgain() {
        network.grow(30);
        for (int i = 1; i < 30; i++) {
            network.crash("n" + i);
        }
        network.await(network.node("n0").lookup(key("a")));
        simulation.run(Duration.ofMinutes(3));
        assertThat(network.await(network.node("n0").store(key("b"), "alone"))).isOne();
        for (int i = 1; i < 10; i++) {
            network.join("n" + i, "n0");
        }
        simulation.run(Duration.ofSeconds(5));
        assertThat(network.await(network.node("n5").find(key("b")))).contains("alone");
        assertThat(network.await(network.node("n5").lookup(key("c")))).hasSize(10);
    }

    @Test
    @DisplayName("V2.4 an idle node does next to nothing, and refreshes its buckets hourly")
    void idleNodes() {
        network.grow(5);
        simulation.run(Duration.ofSeconds(10));
        int[] sent = {0};
        network.node("n2").addListener(new KademliaListener() {
            @Override
            public void datagramSent(int bytes) {
                sent[0]++;
            }
        });
        simulation.run(Duration.ofMinutes(50));
        assertThat(sent[0]).isLessThan(100);
        simulation.run(Duration.ofMinutes(20));
        assertThat(network.status("n2").buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .allSatisfy(c -> assertThat(c.sinceHeard()).isLessThan(Duration.ofMinutes(20)));
    }

    @Test
    void lossyNetworksWorkToo() {
        simulation.network().datagramLoss(0.1);
        network.grow(30);
        assertThat(network.await(network.node("n3").store(key("a"), "value"))).isGreaterThan(10);
        assertThat(network.await(network.node("n20").find(key("a")))).contains("value");
    }

    @Test
    void aPortInUseIsSaid() {
        network.start("first");
        KademliaNode second = KademliaNode.builder(network.host("first"))
                .settings(KademliaSettings.builder()
                        .bind(network.host("first").socketAddress(SimulatedKademlia.PORT))
                        .build())
                .build();
        CompletableFuture<Void> started = second.start();
        simulation.run(Duration.ofSeconds(1));
        assertThatThrownBy(started::join).hasCauseInstanceOf(BindException.class);
    }

    @Test
    void aClosedNodeFreesItsPortAndSaysThatItIsClosed() {
        KademliaNode node = network.start("node");
        CompletableFuture<Optional<String>> running = node.find(key("a"));
        CompletableFuture<Void> closed = node.close();
        CompletableFuture<List<Contact>> whileClosing = node.lookup(key("a"));
        network.await(closed);
        assertThat(running).isDone();
        assertThat(whileClosing).isDone();
        assertThat(node.lookup(key("a"))).isCompletedExceptionally();
        assertThat(node.close()).isCompleted();
        simulation.await(
                network.host("node")
                        .datagrams()
                        .bind(
                                network.host("node").socketAddress(SimulatedKademlia.PORT),
                                network.host("node").worker("x"),
                                (f, p) -> {}),
                Duration.ofSeconds(1));
    }

    @Test
    void valuesThatAreTooLongAreRefused() {
        KademliaNode node = network.start("node");
        for (String text : List.of("x".repeat(10_000), "x".repeat(901), "\u00e9".repeat(451))) {
            assertThatThrownBy(() -> node.store(key("a"), text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(" bytes in UTF-8, allowed are 900");
        }
        for (String text : List.of("x".repeat(900), "\u00e9".repeat(450), "\u0001".repeat(900))) {
            assertThat(network.await(node.store(key("a"), text))).isOne();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                "host:",
                ":4000",
                "host:0",
                "host:65536",
                "host:x",
                "a b:1",
                "::1:4000",
                "[::1]",
                "host:4000:1"
            })
    void bootstrapEntriesThatCannotBeReadAreNamed(String entry) {
        assertThatThrownBy(() -> BootstrapAddress.parse(entry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + entry + "'")
                .hasMessageContaining("host:port");
    }

    @Test
    void bootstrapEntriesAreRead() {
        assertThat(BootstrapAddress.parse("[::1]:4000"))
                .isEqualTo(new BootstrapAddress("::1", 4000))
                .hasToString("[::1]:4000");
        assertThat(BootstrapAddress.parse(" node.example.org:1 ")).hasToString("node.example.org:1");
    }

    @Test
    void settingsOutOfRangeAreNamedWithWhatIsAllowed() {
        assertThatThrownBy(() -> KademliaSettings.builder().k(65).build()).hasMessage("k is 65, allowed is 1..64");
        assertThatThrownBy(() -> KademliaSettings.builder().alpha(0).build())
                .hasMessage("alpha is 0, allowed is 1..16");
        assertThatThrownBy(() -> KademliaSettings.builder()
                        .timeout(Duration.ofMillis(49))
                        .build())
                .hasMessage("timeout is 49 ms, allowed is 50..10000 ms");
    }

    @Test
    @DisplayName("A trace shows each step of a lookup: who was asked, when, and what came")
    void aTraceShowsTheSteps() {
        network.grow(40);
        network.crash("n7");
        NodeId target = NodeId.of(network.identity("n7").id());
        LookupTrace trace = network.await(network.node("n3").trace(target));
        assertThat(trace.target()).isEqualTo(target);
        assertThat(trace.closest())
                .extracting(Contact::id)
                .isEqualTo(network.await(network.node("n3").lookup(target)).stream()
                        .map(Contact::id)
                        .toList());
        assertThat(trace.steps())
                .isSortedAccordingTo(Comparator.comparing(LookupTrace.Step::at))
                .allSatisfy(step -> assertThat(step.at()).isBetween(Duration.ZERO, trace.took()));
        assertThat(trace.steps())
                .filteredOn(step -> step.contact().id().equals(target))
                .extracting(LookupTrace.Step::event)
                .containsExactly(LookupTrace.Event.ASKED, LookupTrace.Event.LATE, LookupTrace.Event.SILENT);
        assertThat(trace.steps())
                .filteredOn(step -> step.event() == LookupTrace.Event.ANSWERED)
                .hasSizeGreaterThanOrEqualTo(19)
                .allSatisfy(step -> assertThat(step.told()).isPositive());
        assertThat(trace.toString().lines())
                .hasSize(1 + trace.steps().size() + trace.closest().size())
                .endsWith("%14sfound   %7s %3d bits  %s"
                        .formatted(
                                "",
                                "",
                                NodeId.BITS
                                        - 1
                                        - target.distanceBit(
                                                trace.closest().get(19).id()),
                                trace.closest().get(19)))
                .first()
                .asString()
                .startsWith("lookup of " + target + ", ")
                .endsWith(" ms, 20 found");
    }

    @Test
    void theStatusShowsTheTreeOfBucketsWithAgesAndRoundTrips() {
        network.grow(15);
        simulation.run(Duration.ofSeconds(30));
        KademliaNode node = network.node("n3");
        for (KademliaStatus.Bucket bucket : network.status("n3").buckets()) {
            for (KademliaStatus.ContactStatus contact : bucket.contacts()) {
                int shared = NodeId.BITS - 1 - node.id().distanceBit(NodeId.parse(contact.id()));
                assertThat(shared).isGreaterThanOrEqualTo(bucket.sharedBits());
                assertThat(bucket.range()).isEqualTo("2^" + (159 - shared) + "..2^" + (160 - shared));
                assertThat(contact.sinceHeard()).isBetween(Duration.ZERO, Duration.ofMinutes(1));
                assertThat(contact.roundTrip()).isBetween(Duration.ofMillis(10), Duration.ofMillis(120));
            }
        }
        assertThat(network.status("n3").buckets())
                .filteredOn(bucket -> bucket.sharedBits() == 0)
                .singleElement()
                .satisfies(
                        far -> assertThat(far.sinceLookup()).isBetween(Duration.ofSeconds(1), Duration.ofMinutes(1)));
    }

    @Test
    void aRoundTripThatIsNotKnownIsNotInvented() {
        network.start("n0");
        KademliaNode stranger = network.start("n1", network.address("n0"));
        var unused = stranger.bootstrap();
        simulation.runUntil(
                () -> network.status("n0").buckets().stream()
                        .anyMatch(bucket -> !bucket.contacts().isEmpty()),
                Duration.ofSeconds(1));
        assertThat(network.status("n0").buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .singleElement()
                .satisfies(contact -> assertThat(contact.answered()).isFalse())
                .satisfies(contact -> assertThat(contact.roundTrip()).isNull());
    }
}
