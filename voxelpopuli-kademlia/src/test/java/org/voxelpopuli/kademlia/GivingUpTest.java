package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("Who cancels a future, or sets a limit of time, ends the work behind it")
class GivingUpTest {
    private static final NodeId KEY = NodeId.sha1Of("a key");

    private final SimulatedKademlia network = new SimulatedKademlia(48);
    private final Simulation simulation = network.simulation();
    private final List<String> calls = new ArrayList<>();
    private final List<Integer> cancelled = new ArrayList<>();
    private final KademliaListener listener = new KademliaListener() {
        @Override
        public void called(String rpc, RpcOutcome outcome, long nanos) {
            calls.add(rpc);
        }

        @Override
        public void lookupCancelled(int asked, long nanos) {
            cancelled.add(asked);
        }
    };
    private KademliaNode node;

    /** What can be given up. */
    private enum Work {
        LOOKUP("the lookup of ") {
            @Override
            CompletableFuture<?> begin(Dht dht) {
                return dht.lookup(KEY);
            }
        },
        TRACE("the lookup of ") {
            @Override
            CompletableFuture<?> begin(Dht dht) {
                return dht.trace(KEY);
            }
        },
        STORE("storing under ") {
            @Override
            CompletableFuture<?> begin(Dht dht) {
                return dht.store(KEY, "value");
            }
        },
        FIND("the search for ") {
            @Override
            CompletableFuture<?> begin(Dht dht) {
                return dht.find(KEY);
            }
        };

        private final String words;

        Work(String words) {
            this.words = words;
        }

        abstract CompletableFuture<?> begin(Dht dht);
    }

    @BeforeEach
    void aNetwork() {
        network.grow(40);
        node = network.node("n3");
        node.addListener(listener);
    }

    /** Lets all calls of now end, before the node looks up anything of its own accord. */
    private void settle() {
        simulation.run(Duration.ofSeconds(2));
        assertThat(network.status("n3").callsInFlight()).isZero();
        assertThat(network.status("n3").lookupsInFlight()).isZero();
        assertThat(simulation.failures()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsCancelledAsksNobodyAnyMore(Work work) {
        CompletableFuture<?> future = work.begin(node);
        simulation.run(Duration.ofMillis(20));
        int asked = network.status("n3").callsInFlight();
        assertThat(asked).isBetween(1, 10);
        assertThat(future.cancel(false)).isTrue();
        assertThat(network.status("n3").lookupsInFlight()).isZero();
        settle();
        assertThat(calls).hasSize(asked);
        assertThat(cancelled).containsExactly(asked);
    }

    @ParameterizedTest
    @EnumSource
    void withoutACancellationThereAreMoreQuestions(Work work) {
        CompletableFuture<?> future = work.begin(node);
        settle();
        assertThat(future).isCompleted();
        assertThat(calls).hasSizeGreaterThan(15);
        assertThat(cancelled).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aLimitThatHasPassedEndsTheWorkAndSaysWhatTookTooLong(Work work) {
        Duration before = simulation.elapsed();
        CompletableFuture<?> future = work.begin(node.within(Duration.ofMillis(20)));
        assertThatThrownBy(() -> network.await(future))
                .hasRootCauseInstanceOf(TimeoutException.class)
                .rootCause()
                .hasMessage(work.words + KEY + " has not ended within 20 ms");
        assertThat(simulation.elapsed().minus(before)).isEqualTo(Duration.ofMillis(20));
        int asked = network.status("n3").callsInFlight();
        settle();
        assertThat(calls).hasSize(asked);
        assertThat(cancelled).containsExactly(asked);
    }

    @ParameterizedTest
    @EnumSource
    void whatEndsWithinItsLimitHasItsResult(Work work) {
        CompletableFuture<?> future = work.begin(node.within(Duration.ofSeconds(5)));
        network.await(future);
        simulation.run(Duration.ofSeconds(6));
        assertThat(future).isCompleted();
        assertThat(cancelled).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.000999S", "PT1H0.001S", "PT2562047788015215H"})
    void limitsOutOfRangeAreRefused(Duration limit) {
        assertThatThrownBy(() -> node.within(limit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the limit is " + limit + ", allowed is PT0.001S..PT1H");
    }

    @Test
    void aFutureThatItsHolderCompletesEndsTheWorkToo() {
        CompletableFuture<List<Contact>> future = node.lookup(KEY);
        simulation.run(Duration.ofMillis(20));
        future.complete(List.of());
        assertThat(network.status("n3").lookupsInFlight()).isZero();
        settle();
        assertThat(cancelled).hasSize(1);
    }

    @Test
    void whatIsCancelledAtOnceHasNeverBegun() {
        node.lookup(KEY).cancel(false);
        settle();
        assertThat(calls).isEmpty();
        assertThat(cancelled).isEmpty();
    }

    @Test
    void toCancelWhatHasEndedIsHarmless() {
        CompletableFuture<List<Contact>> future = node.lookup(KEY);
        assertThat(network.await(future)).hasSize(20);
        assertThat(future.cancel(false)).isFalse();
        settle();
        assertThat(future).isCompletedWithValueMatching(found -> found.size() == 20);
        assertThat(cancelled).isEmpty();
    }

    @Test
    void aLookupThatWaitsForItsTurnCanBeCancelled() {
        List<CompletableFuture<List<Contact>>> running =
                IntStream.range(0, 256).mapToObj(i -> node.lookup(KEY)).toList();
        CompletableFuture<List<Contact>> waiting = node.lookup(KEY);
        CompletableFuture<List<Contact>> next = node.lookup(KEY);
        assertThat(network.status("n3").lookupsInFlight()).isEqualTo(258);
        waiting.cancel(false);
        assertThat(network.status("n3").lookupsInFlight()).isEqualTo(257);
        assertThat(cancelled).containsExactly(0);
        assertThat(network.await(next)).hasSize(20);
        running.forEach(lookup -> assertThat(network.await(lookup)).hasSize(20));
        settle();
    }

    @Test
    void manyCancelledLookupsLeaveNothingBehind() {
        List<CompletableFuture<List<Contact>>> lookups =
                IntStream.range(0, 5_000).mapToObj(i -> node.lookup(KEY)).toList();
        assertThat(network.status("n3").lookupsInFlight()).isEqualTo(5_000);
        lookups.forEach(lookup -> lookup.cancel(false));
        assertThat(network.status("n3").lookupsInFlight()).isZero();
        assertThat(cancelled).hasSize(5_000);
        assertThat(cancelled.stream().filter(asked -> asked == 0)).hasSize(5_000 - 256);
        assertThat(network.await(node.lookup(KEY))).as("there is room again").hasSize(20);
        settle();
    }

    @Test
    void aCancelledPutLeavesTheOthersUnderItsKeyAlone() {
        CompletableFuture<Integer> first = node.store(KEY, "1");
        simulation.run(Duration.ofMillis(20));
        CompletableFuture<Integer> second = node.store(KEY, "2");
        CompletableFuture<Integer> third = node.store(KEY, "3");
        simulation.run(Duration.ofMillis(1));
        first.cancel(false);
        third.cancel(false);
        assertThat(network.await(second)).isEqualTo(20);
        assertThat(network.await(network.node("n7").find(KEY))).contains("2");
        settle();
    }

    @Test
    void aPutThatServesSeveralStoresTheLatestThatIsStillWanted() {
        CompletableFuture<Integer> first = node.store(KEY, "1");
        CompletableFuture<Integer> second = node.store(KEY, "2");
        CompletableFuture<Integer> third = node.store(KEY, "3");
        network.await(first);
        simulation.run(Duration.ofMillis(20));
        third.cancel(false);
        assertThat(network.await(second)).isEqualTo(20);
        assertThat(network.await(network.node("n7").find(KEY))).contains("2");
        settle();
    }

    @Test
    void aValueThatIsBeingSentIsNotOvertakenByTheNext() {
        CompletableFuture<Integer> first = node.store(KEY, "1");
        simulation.runUntil(() -> calls.contains("STORE"), Duration.ofSeconds(5));
        first.cancel(false);
        assertThat(network.await(node.store(KEY, "2"))).isEqualTo(20);
        settle();
        for (KademliaNode each : network.nodes()) {
            assertThat(network.await(each.find(KEY))).contains("2");
        }
    }

    @Test
    void aListenerThatWasRemovedIsToldNothing() {
        node.removeListener(listener);
        network.await(node.lookup(KEY));
        assertThat(calls).isEmpty();
    }

    @Test
    void whatStillRunsWhenTheNodeClosesFails() {
        CompletableFuture<List<Contact>> future =
                node.within(Duration.ofSeconds(30)).lookup(KEY);
        simulation.run(Duration.ofMillis(1));
        network.await(node.close());
        assertThat(future).isDone();
        assertThatThrownBy(() -> network.await(node.lookup(KEY))).hasRootCauseInstanceOf(IllegalStateException.class);
        simulation.run(Duration.ofSeconds(31));
        assertThat(simulation.failures()).isEmpty();
    }
}
