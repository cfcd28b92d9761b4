package org.voxelpopuli.presence.ndn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

@DisplayName("N2 The forwarder")
class ForwarderTest {
    private static final Name NAME = Name.of("a", "b");

    private final Simulation simulation = new Simulation(1);
    private final SimulatedHost host = simulation.newHost("host");
    private final Worker worker = host.worker("ndn");
    private final RecordingFace first = new RecordingFace("first", false);
    private final RecordingFace second = new RecordingFace("second", false);
    private final RecordingFace producer = new RecordingFace("producer", false);
    private final RecordingFace otherProducer = new RecordingFace("other producer", false);

    private Forwarder forwarder = forwarder(ForwarderSettings.defaults(DataVerifier.sha256()));
    private int nonces;

    private Forwarder forwarder(ForwarderSettings settings) {
        List<Forwarder> made = new ArrayList<>();
        worker.execute(() -> made.add(new Forwarder(host, worker, settings)));
        simulation.run(Duration.ZERO);
        return made.get(0);
    }

    private void on(Consumer<Forwarder> action) {
        worker.execute(() -> action.accept(forwarder));
        simulation.run(Duration.ZERO);
        assertThat(simulation.failures()).isEmpty();
    }

    private void route(Name prefix, Face face) {
        on(each -> assertThat(each.register(prefix, face)).isTrue());
    }

    private void receive(Face from, Packet packet) {
        on(each -> each.receive(from, packet));
    }

    private ForwarderStatus status() {
        List<ForwarderStatus> found = new ArrayList<>();
        on(each -> found.add(each.status()));
        return found.get(0);
    }

    private Optional<Face> asker(Interest waiting) {
        List<Optional<Face>> found = new ArrayList<>();
        on(each -> found.add(each.asker(waiting)));
        return found.get(0);
    }

    private Interest interest(Name name) {
        return Interest.builder(name).nonce(++nonces).build();
    }

    private static Data data(Name name) {
        return Data.builder(name).sign(DataSigner.sha256());
    }

    @Test
    @DisplayName("N2 a hit in the content store answers and ends")
    void storeHit() {
        route(NAME, producer);
        receive(first, interest(NAME));
        receive(producer, data(NAME));
        receive(second, interest(NAME));
        assertThat(second.data).containsExactly(data(NAME));
        assertThat(producer.interests).hasSize(1);
        assertThat(status().storeHits()).isEqualTo(1);
        assertThat(status().pendingInterests()).isZero();
    }

    @Test
    @DisplayName("N2 a hit among the pending Interests adds the face and ends")
    void pendingHit() {
        route(NAME, producer);
        receive(first, interest(NAME));
        receive(second, interest(NAME));
        assertThat(producer.interests).hasSize(1);
        assertThat(status().pendingInterests()).isEqualTo(1);
        receive(producer, data(NAME));
        assertThat(first.data).hasSize(1);
        assertThat(second.data).hasSize(1);
    }

    @Test
    @DisplayName("N2 who is asked can ask back: of those who wait for the same answer it is told the latest")
    void asker() {
        route(NAME, producer);
        receive(first, interest(NAME));
        assertThat(asker(producer.interests.get(0))).contains(first);
        receive(second, interest(NAME));
        assertThat(asker(producer.interests.get(0))).contains(second);
        receive(first, interest(NAME));
        assertThat(producer.interests).as("asked again").hasSize(2);
        assertThat(asker(producer.interests.get(1))).contains(first);
        receive(producer, data(NAME));
        assertThat(asker(producer.interests.get(0))).isEmpty();
    }

    @Test
    @DisplayName("N2 pending Interests are the same only if name, CanBePrefix and MustBeFresh are")
    void pendingIsExact() {
        route(NAME, producer);
        receive(first, interest(NAME));
        receive(first, Interest.builder(NAME).nonce(101).canBePrefix().build());
        receive(first, Interest.builder(NAME).nonce(102).mustBeFresh().build());
        receive(first, interest(NAME.append("c")));
        assertThat(producer.interests).hasSize(4);
        assertThat(status().pendingInterests()).isEqualTo(4);
        receive(producer, data(NAME));
        assertThat(first.data).as("one Data for all that it answers").hasSize(1);
        assertThat(status().pendingInterests()).isEqualTo(1);
    }

    @Test
    @DisplayName("N2 the longest prefix in the FIB says where an Interest goes, except back")
    void longestPrefix() {
        route(Name.EMPTY, otherProducer);
        route(Name.of("a"), producer);
        route(Name.of("a"), first);
        receive(first, interest(NAME));
        assertThat(producer.interests).hasSize(1);
        assertThat(first.interests).isEmpty();
        assertThat(otherProducer.interests).isEmpty();
        receive(first, interest(Name.of("c")));
        assertThat(otherProducer.interests).hasSize(1);
    }

    @Test
    @DisplayName("N2 several faces of a prefix all get the Interest; the second answer is a duplicate and dropped")
    void severalFaces() {
        route(NAME, producer);
        route(NAME, otherProducer);
        receive(first, interest(NAME));
        assertThat(producer.interests).hasSize(1);
        assertThat(otherProducer.interests).hasSize(1);
        receive(producer, data(NAME));
        receive(otherProducer, data(NAME));
        assertThat(first.data).hasSize(1);
        assertThat(status().dropped().unsolicited()).isEqualTo(1);
    }

    @Test
    @DisplayName("N2 without a face left, or without any, an Interest is dropped")
    void noRoute() {
        receive(first, interest(NAME));
        route(NAME, first);
        receive(first, interest(NAME));
        assertThat(status().dropped().noRoute()).isEqualTo(2);
        assertThat(status().pendingInterests()).isZero();
    }

    @Test
    @DisplayName("N2 an entry expires after the lifetime, and Data that comes later is unsolicited")
    void expiry() {
        route(NAME, producer);
        receive(
                first,
                Interest.builder(NAME).nonce(1).lifetime(Duration.ofSeconds(1)).build());
        simulation.run(Duration.ofMillis(999));
        assertThat(status().pendingInterests()).isEqualTo(1);
        simulation.run(Duration.ofMillis(1));
        assertThat(status().pendingInterests()).isZero();
        receive(producer, data(NAME));
        assertThat(first.data).isEmpty();
        assertThat(status().dropped().unsolicited()).isEqualTo(1);
        assertThat(status().storedData()).isZero();
    }

    @Test
    @DisplayName("N2 who waits a shorter time than another gets no Data after it")
    void expiryOfOneOfTwo() {
        route(NAME, producer);
        receive(
                first,
                Interest.builder(NAME).nonce(1).lifetime(Duration.ofSeconds(3)).build());
        receive(
                second,
                Interest.builder(NAME).nonce(2).lifetime(Duration.ofSeconds(1)).build());
        simulation.run(Duration.ofSeconds(2));
        receive(producer, data(NAME));
        assertThat(first.data).hasSize(1);
        assertThat(second.data).isEmpty();
    }

    @Test
    @DisplayName("N2 the same Interest from the same face with a new nonce is forwarded again")
    void askedAgain() {
        route(NAME, producer);
        receive(first, interest(NAME));
        receive(first, interest(NAME));
        assertThat(producer.interests).hasSize(2);
        assertThat(status().pendingInterests()).isEqualTo(1);
        receive(producer, data(NAME));
        assertThat(first.data).hasSize(1);
    }

    @Test
    @DisplayName("N2 duplicate nonces are dropped, also after the Data has come")
    void loops() {
        route(NAME, producer);
        Interest interest = Interest.builder(NAME).nonce(7).mustBeFresh().build();
        receive(first, interest);
        receive(second, interest);
        receive(first, interest);
        assertThat(status().dropped().duplicateNonce()).isEqualTo(2);
        receive(producer, data(NAME));
        receive(second, interest);
        assertThat(status().dropped().duplicateNonce()).isEqualTo(3);
        assertThat(producer.interests).hasSize(1);
        assertThat(second.data).isEmpty();
        simulation.run(Duration.ofSeconds(30));
        receive(second, interest);
        assertThat(producer.interests).as("long after it is no circle").hasSize(2);
    }

    @Test
    @DisplayName("N2 Data does not go to the face that it came from")
    void notBack() {
        route(NAME, producer);
        route(NAME, otherProducer);
        receive(first, interest(NAME));
        receive(producer, interest(NAME));
        receive(producer, data(NAME));
        assertThat(first.data).hasSize(1);
        assertThat(producer.data).isEmpty();
    }

    @Test
    @DisplayName("N2 unsolicited Data is dropped and not kept")
    void unsolicited() {
        receive(producer, data(NAME));
        route(NAME, producer);
        receive(first, interest(NAME));
        assertThat(first.data).isEmpty();
        assertThat(status().dropped().unsolicited()).isEqualTo(1);
        assertThat(status().storedData()).isZero();
    }

    @Test
    @DisplayName("N2 stale Data does not satisfy MustBeFresh, but others")
    void freshness() {
        route(NAME, producer);
        receive(first, interest(NAME));
        receive(producer, Data.builder(NAME).freshness(Duration.ofSeconds(1)).sign(DataSigner.sha256()));
        receive(second, Interest.builder(NAME).nonce(11).mustBeFresh().build());
        assertThat(second.data).hasSize(1);
        simulation.run(Duration.ofSeconds(1));
        receive(second, Interest.builder(NAME).nonce(12).mustBeFresh().build());
        assertThat(second.data).hasSize(1);
        assertThat(producer.interests).hasSize(2);
        receive(second, interest(NAME));
        assertThat(second.data).hasSize(2);
    }

    @Test
    @DisplayName("N1 Data of a longer name answers only where CanBePrefix is set, from pending and from the store")
    void prefixes() {
        route(NAME, producer);
        Name longer = NAME.append("c");
        receive(first, interest(NAME));
        receive(second, Interest.builder(NAME).nonce(21).canBePrefix().build());
        receive(producer, data(longer));
        assertThat(first.data).isEmpty();
        assertThat(second.data).hasSize(1);
        receive(first, Interest.builder(NAME).nonce(22).canBePrefix().build());
        assertThat(first.data).containsExactly(data(longer));
    }

    @Test
    @DisplayName("N1 a full name is answered by just that Data")
    void fullNames() {
        route(NAME, producer);
        Data right = data(NAME);
        Data wrong = Data.builder(NAME).content(new byte[] {1}).sign(DataSigner.sha256());
        receive(first, interest(right.fullName()));
        receive(producer, wrong);
        assertThat(first.data).isEmpty();
        receive(producer, right);
        assertThat(first.data).containsExactly(right);
        receive(second, interest(right.fullName()));
        assertThat(second.data).containsExactly(right);
        receive(second, interest(wrong.fullName()));
        assertThat(second.data).hasSize(1);
    }

    @Test
    @DisplayName("N1 Data is verified before it is used: what is not signed neither arrives nor stays")
    void poison() {
        route(NAME, producer);
        receive(first, interest(NAME));
        byte[] bytes = data(NAME).toBytes();
        bytes[bytes.length - 1] ^= 1;
        receive(producer, Packet.decode(bytes));
        assertThat(first.data).isEmpty();
        assertThat(status().dropped().refused()).isEqualTo(1);
        assertThat(status().storedData()).isZero();
        receive(producer, data(NAME));
        assertThat(first.data).as("the true answer still arrives").hasSize(1);
    }

    @Test
    @DisplayName("N1 an Interest passes as many forwarders as its hop limit says")
    void hopLimit() {
        route(NAME, producer);
        receive(first, Interest.builder(NAME).nonce(1).hopLimit(2).build());
        assertThat(producer.interests.get(0).hopLimit()).hasValue(1);
        receive(first, Interest.builder(NAME.append("x")).nonce(2).hopLimit(1).build());
        assertThat(producer.interests).hasSize(1);
        receive(first, Interest.builder(NAME.append("y")).nonce(3).hopLimit(0).build());
        assertThat(status().dropped().hopLimit()).isEqualTo(1);
        RecordingFace local = new RecordingFace("local", true);
        route(NAME, local);
        receive(first, Interest.builder(NAME.append("z")).nonce(4).hopLimit(1).build());
        assertThat(local.interests).hasSize(1);
    }

    @Test
    @DisplayName("N2 an Interest without a nonce gets one")
    void nonce() {
        route(NAME, producer);
        receive(first, Packet.decode(new byte[] {5, 8, 7, 6, 8, 1, 'a', 8, 1, 'b'}));
        assertThat(producer.interests.get(0).hasNonce()).isTrue();
    }

    @Test
    void oneFaceCannotFillThePendingTable() {
        forwarder = forwarder(new ForwarderSettings(1 << 20, 10, 10, Duration.ofSeconds(5), DataVerifier.sha256()));
        route(NAME, producer);
        for (int i = 0; i < 1_000; i++) {
            receive(
                    first,
                    Interest.builder(NAME.append("x" + i))
                            .nonce(i)
                            .lifetime(Duration.ofDays(20))
                            .build());
        }
        assertThat(status().pendingInterests()).isEqualTo(10);
        assertThat(status().dropped().tooManyPending()).isEqualTo(990);
        receive(second, interest(NAME));
        assertThat(producer.interests).hasSize(11);
        receive(producer, data(NAME.append("x0")));
        receive(first, interest(NAME.append("y")));
        assertThat(producer.interests).as("an answer makes room").hasSize(12);
        simulation.run(Duration.ofSeconds(5));
        assertThat(status().pendingInterests())
                .as("nobody waits longer than allowed")
                .isZero();
        receive(first, interest(NAME.append("z")));
        assertThat(producer.interests).hasSize(13);
        for (int i = 0; i < 20; i++) {
            Name prefix = Name.of("p" + i);
            on(each -> each.register(prefix, first));
        }
        assertThat(status().prefixes()).isEqualTo(11);
    }

    @Test
    void theContentStoreIsBoundedInBytes() {
        forwarder = forwarder(new ForwarderSettings(100_000, 10, 10, Duration.ofSeconds(5), DataVerifier.sha256()));
        route(NAME, producer);
        for (int i = 0; i < 1_000; i++) {
            Name name = NAME.append("x" + i);
            receive(first, interest(name));
            receive(producer, Data.builder(name).content(new byte[1_000]).sign(DataSigner.sha256()));
            assertThat(status().storedBytes()).isLessThanOrEqualTo(100_000);
        }
        assertThat(status().storedData()).isBetween(50, 100);
        assertThat(first.data).hasSize(1_000);
        on(each -> each.receive(producer, data(NAME)));
    }

    @Test
    void freshnessOfAnyLengthIsTaken() {
        route(NAME, producer);
        receive(first, interest(NAME));
        Data endless = Data.builder(NAME)
                .freshness(Duration.ofMillis(Integer.MAX_VALUE))
                .sign(DataSigner.sha256());
        receive(producer, endless);
        receive(second, Interest.builder(NAME).nonce(5).mustBeFresh().build());
        assertThat(second.data).hasSize(1);
    }

    @Test
    void aFaceThatIsRemovedIsForgotten() {
        route(NAME, producer);
        route(NAME, otherProducer);
        receive(first, interest(NAME));
        on(each -> each.remove(producer));
        receive(second, interest(NAME.append("x")));
        assertThat(producer.interests).hasSize(1);
        assertThat(otherProducer.interests).hasSize(2);
        on(each -> each.remove(first));
        receive(otherProducer, data(NAME));
        assertThat(first.data).isEmpty();
    }

    @Test
    void itIsUsedOnItsWorkerOnly() {
        assertThatThrownBy(() -> forwarder.receive(first, interest(NAME))).hasMessageContaining("worker 'ndn'");
    }

    private static final class RecordingFace implements Face {
        private final String name;
        private final boolean local;
        private final List<Interest> interests = new ArrayList<>();
        private final List<Data> data = new ArrayList<>();

        RecordingFace(String name, boolean local) {
            this.name = name;
            this.local = local;
        }

        @Override
        public void send(Interest interest) {
            interests.add(interest);
        }

        @Override
        public void send(Data received) {
            data.add(received);
        }

        @Override
        public boolean isLocal() {
            return local;
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
