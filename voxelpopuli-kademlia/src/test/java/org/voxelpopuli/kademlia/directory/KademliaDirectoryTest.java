package org.voxelpopuli.kademlia.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordSignatures;
import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

class KademliaDirectoryTest {
    private static final ChunkPos CHUNK = new ChunkPos(3, 0, -7);
    private static final NodeId KEY = WorldKeys.of(CHUNK);

    private final SimulatedKademlia network = new SimulatedKademlia(48);
    private final FakeGameServers servers = new FakeGameServers();
    private final Map<String, KademliaDirectory> directories = new LinkedHashMap<>();
    private final Map<String, FakeHost> hosts = new LinkedHashMap<>();

    private KademliaDirectory start(String name, String... bootstrap) {
        return start(name, new ArrayList<>(), bootstrap);
    }

    private KademliaDirectory start(String name, List<ChunkPos> resident, String... bootstrap) {
        KademliaDirectory directory = open(name, bootstrap);
        FakeHost host = host(name);
        for (ChunkPos chunk : resident) {
            network.await(host.generate(chunk));
        }
        network.await(begin(name, host, directory));
        return directory;
    }

    private KademliaDirectory open(String name, String... bootstrap) {
        KademliaNode node = network.build(name, bootstrap);
        KademliaDirectory directory = new KademliaDirectory(
                node, network.host(name), servers, KademliaSettings.builder().build());
        network.await(node.start());
        return directory;
    }

    private FakeHost host(String name) {
        return new FakeHost(network.host(name).address().getHostAddress(), SimulatedKademlia.PORT + 1);
    }

    private CompletableFuture<Void> begin(String name, FakeHost host, KademliaDirectory directory) {
        hosts.put(name, host);
        directories.put(name, directory);
        servers.add(host, directory);
        return directory.start(host);
    }

    private void grow(int count) {
        start("n0");
        for (int i = 1; i < count; i++) {
            start("n" + i, network.address("n0"));
        }
        network.simulation().run(Duration.ofSeconds(2));
    }

    private String nameOf(NodeId id) {
        return network.names().stream()
                .filter(name -> network.node(name).id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** The names of the live nodes, nearest to the chunk first. */
    private List<String> byDistance() {
        return network.trulyClosest(KEY, 1_000).stream().map(this::nameOf).toList();
    }

    private ServerAddress server(String name) {
        return hosts.get(name).address();
    }

    private void crash(String name) {
        network.crash(name);
        servers.kill(server(name));
    }

    private List<String> owners() {
        return hosts.entrySet().stream()
                .filter(e -> e.getValue().has(CHUNK))
                .map(Map.Entry::getKey)
                .toList();
    }

    @AfterEach
    void nothingFailed() {
        assertThat(network.simulation().failures()).isEmpty();
    }

    @Test
    @DisplayName("V1.2 the keys of a chunk and of a player")
    void keys() {
        assertThat(WorldKeys.of(new ChunkPos(0, 0, 0))).hasToString("79612e4393d881028d706abb3dcfb841c898d7bf");
        assertThat(WorldKeys.of(new PlayerName("e\u0301")))
                .isEqualTo(WorldKeys.of(new PlayerName("\u00e9")))
                .isEqualTo(NodeId.sha1Of("\u00e9"));
        assertThat(KEY).isEqualTo(NodeId.sha1Of("3,0,-7"));
    }

    @Test
    @DisplayName("V5.1 the nearest node generates the chunk, and all find it there")
    void theNearestGenerates() {
        grow(30);
        String nearest = byDistance().get(0);
        String asker = byDistance().get(25);
        assertThat(network.await(directories.get(asker).locate(CHUNK))).isEqualTo(server(nearest));
        assertThat(owners()).containsExactly(nearest);
        for (KademliaDirectory directory : directories.values()) {
            assertThat(network.await(directory.locate(CHUNK))).isEqualTo(server(nearest));
        }
        assertThat(owners()).containsExactly(nearest);
    }

    @Test
    void aNodeAloneGeneratesForItselfAtOnce() {
        KademliaDirectory alone = start("alone");
        Duration before = network.simulation().elapsed();
        assertThat(network.await(alone.locate(CHUNK))).isEqualTo(server("alone"));
        assertThat(network.simulation().elapsed()).isEqualTo(before);
        assertThat(network.await(alone.betterHost(CHUNK))).isEmpty();
    }

    @Test
    @DisplayName(
            "V2.7 What a node is asked before it has joined it looks for when it has: nearer to the key than the server of a chunk, it takes none of its own")
    void askedBeforeItHasJoined() {
        start("n0");
        network.await(directories.get("n0").locate(CHUNK));
        PlayerRecord player = new PlayerRecord(new PlayerName("anna"), new Position(1, 2, 3));
        network.await(directories.get("n0").savePlayer(player));
        for (int i = 1; i <= 10; i++) {
            String name = "n" + i;
            KademliaDirectory late = open(name, network.address("n0"));
            FakeHost host = host(name);
            CompletableFuture<Void> started = begin(name, host, late);
            CompletableFuture<ServerAddress> located = late.locate(CHUNK);
            CompletableFuture<Optional<PlayerRecord>> found = late.findPlayer(player.name());
            network.await(started);
            assertThat(network.await(located)).isEqualTo(server("n0"));
            assertThat(network.await(found)).contains(player);
        }
        assertThat(owners()).containsExactly("n0");
        assertThat(byDistance().get(0)).as("one of those who came later").isNotEqualTo("n0");
    }

    @Test
    @DisplayName("V5.2 nodes that are down or refuse are passed over")
    void downOrRefusing() {
        grow(12);
        List<String> order = byDistance();
        crash(order.get(0));
        servers.script(server(order.get(1)), FakeGameServers.failure("disk full"));
        assertThat(network.await(directories.get(order.get(8)).locate(CHUNK)))
                .isNotIn(server(order.get(0)), server(order.get(1)));
    }

    @Test
    @DisplayName("V5.2 if none is left, it fails with the reasons")
    void noneLeft() {
        grow(4);
        for (String name : network.names()) {
            servers.script(server(name), FakeGameServers.failure("disk full"));
        }
        String asker = byDistance().get(3);
        // The asker itself has no disk either.
        KademliaDirectory directory = new KademliaDirectory(
                network.build("poor", network.address("n0")),
                network.host("poor"),
                servers,
                KademliaSettings.builder().build());
        network.await(directory.kademlia().start());
        network.await(directory.start(new FakeHost("10.9.9.9", 4001) {
            @Override
            public CompletableFuture<Void> generate(ChunkPos chunk) {
                return CompletableFuture.failedFuture(new IllegalStateException("disk full here too"));
            }
        }));
        CompletableFuture<ServerAddress> located = directory.locate(CHUNK);
        network.simulation().run(Duration.ofSeconds(10));
        assertThat(asker).isNotNull();
        assertThatThrownBy(located::join)
                .hasCauseInstanceOf(DirectoryException.class)
                .hasMessageContaining("3,0,-7")
                .hasMessageContaining("disk full")
                .hasMessageContaining("disk full here too");
    }

    @Test
    @DisplayName("V5.3 callers who generate the same chunk at once end with one owner")
    void oneOwner() {
        grow(30);
        List<CompletableFuture<ServerAddress>> all = new ArrayList<>();
        for (KademliaDirectory directory : directories.values()) {
            all.add(directory.locate(CHUNK));
            all.add(directory.locate(CHUNK));
        }
        for (CompletableFuture<ServerAddress> located : all) {
            assertThat(network.await(located)).isEqualTo(server(byDistance().get(0)));
        }
        assertThat(owners()).hasSize(1);
        assertThat(servers.generations).as("two calls on one node share a run").isLessThanOrEqualTo(29);
    }

    @Test
    @DisplayName("V5.3 a node asked to generate names the holder, or the nearer live node")
    void betterHosts() {
        grow(10);
        List<String> order = byDistance();
        assertThat(network.await(directories.get(order.get(0)).betterHost(CHUNK)))
                .isEmpty();
        assertThat(network.await(directories.get(order.get(4)).betterHost(CHUNK)))
                .contains(server(order.get(0)));
        servers.kill(server(order.get(0)));
        network.simulation().run(Duration.ofSeconds(6));
        assertThat(network.await(directories.get(order.get(4)).betterHost(CHUNK)))
                .as("the nearest has no game server")
                .contains(server(order.get(1)));
        network.await(directories.get(order.get(7)).locate(CHUNK));
        assertThat(owners()).containsExactly(order.get(1));
        servers.add(hosts.get(order.get(0)), directories.get(order.get(0)));
        network.simulation().run(Duration.ofSeconds(6));
        assertThat(network.await(directories.get(order.get(0)).betterHost(CHUNK)))
                .as("a holder goes before a nearer node")
                .contains(server(order.get(1)));
        assertThat(network.await(directories.get(order.get(1)).betterHost(CHUNK)))
                .isEmpty();
    }

    @Test
    @DisplayName("V5.3 a caller that is sent on starts again three times at most")
    void sentInCircles() {
        grow(6);
        List<String> order = byDistance();
        for (int i = 0; i < 5; i++) {
            ServerAddress next = server(order.get((i + 1) % 5));
            servers.script(
                    server(order.get(i)),
                    new GameServers.Reply(Optional.of("served better by " + next), Optional.of(next)));
        }
        CompletableFuture<ServerAddress> located = directories.get(order.get(5)).locate(CHUNK);
        network.simulation().run(Duration.ofSeconds(20));
        assertThatThrownBy(located::join).hasMessageContaining("from one node to the next");
        assertThat(servers.generations).isEqualTo(4);
    }

    @Test
    void aDeadServerIsNotHandedOutForEver() {
        grow(12);
        String asker = byDistance().get(9);
        network.await(directories.get(asker).locate(CHUNK));
        String owner = owners().get(0);
        crash(owner);
        network.simulation().run(Duration.ofSeconds(6));
        ServerAddress second = network.await(directories.get(asker).locate(CHUNK));
        assertThat(second).isNotEqualTo(server(owner));
        assertThat(network.await(directories.get(byDistance().get(3)).locate(CHUNK)))
                .isEqualTo(second);
    }

    @Test
    void anOwnerThatFreezesIsReplacedWithinSeconds() {
        grow(10);
        List<String> order = byDistance();
        network.await(directories.get(order.get(1)).locate(CHUNK));
        assertThat(owners()).containsExactly(order.get(0));
        network.crash(order.get(0));
        servers.silence(server(order.get(0)), network.node(order.get(5)).worker());
        Duration before = network.simulation().elapsed();
        assertThat(network.await(directories.get(order.get(5)).locate(CHUNK))).isEqualTo(server(order.get(1)));
        assertThat(network.simulation().elapsed().minus(before)).isLessThan(Duration.ofSeconds(10));
    }

    /** A claim of a node, honest or not. */
    private void claim(String name, long epoch) {
        WriterId id = WriterId.of(network.node(name).id().bytes());
        network.await(directories.get(name).publish(CHUNK, new Claim(epoch, id, server(name))));
    }

    /** The server that a holder names to others. */
    private Optional<ServerAddress> named(String holder) {
        KademliaNode asker = network.nodes().stream()
                .filter(node -> !node.id().equals(network.node(holder).id()))
                .findFirst()
                .orElseThrow();
        RecordStore none = new RecordStore(
                ChunkRecords.KIND,
                asker.id(),
                new RecordSignatures(network.identity(holder), Compatibility.NONE),
                new MemoryWorldStore().records(),
                network.host(holder),
                key -> true);
        Contact contact =
                new Contact(network.node(holder).id(), network.host(holder).socketAddress(SimulatedKademlia.PORT));
        CompletableFuture<Optional<DhtRecord>> held = new CompletableFuture<>();
        asker.worker().execute(() -> asker.network()
                .call(
                        contact,
                        new FindChunkRpc(none, key -> List.of()),
                        new FindArguments(KEY),
                        answer -> held.complete(answer.flatMap(Answer::value))));
        return network.await(held).map(record -> {
            try {
                return ChunkRecords.read(record.value());
            } catch (BadValueException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void assertNamed(String expected, List<String> holders) {
        for (String holder : holders) {
            assertThat(named(holder)).as(holder).contains(server(expected));
        }
    }

    private void run(Duration time) {
        network.simulation().run(time);
    }

    @Test
    @DisplayName(
            "D4 whatever epoch a node far from a chunk claims, the holders keep the record of its owner, and all find the owner")
    void aFarLiar() {
        grow(30);
        List<String> order = byDistance();
        network.await(directories.get(order.get(10)).locate(CHUNK));
        claim(order.get(29), 1_000);
        run(Duration.ofSeconds(20));
        assertNamed(order.get(0), order.subList(0, 19));
        for (String name : order.subList(0, 29)) {
            assertThat(network.await(directories.get(name).locate(CHUNK))).isEqualTo(server(order.get(0)));
        }
    }

    @Test
    @DisplayName(
            "D4 a node near to a chunk that claims it is not believed by the holders as long as the owner says that it serves the chunk")
    void aNearLiar() {
        grow(30);
        List<String> order = byDistance();
        network.await(directories.get(order.get(10)).locate(CHUNK));
        claim(order.get(1), 1_000);
        int before = servers.pings;
        run(Duration.ofSeconds(20));
        assertThat(servers.pings - before).as("a few for each holder").isLessThanOrEqualTo(20 * 6);
        assertNamed(order.get(0), order.subList(2, 19));
        for (String name : order.subList(2, 19)) {
            assertThat(network.await(directories.get(name).locate(CHUNK))).isEqualTo(server(order.get(0)));
        }
    }

    @Test
    @DisplayName("D4 when the owner of a chunk is dead, the holders take the record of the next one within seconds")
    void aSuccessorOfTheDead() {
        grow(30);
        List<String> order = byDistance();
        network.await(directories.get(order.get(10)).locate(CHUNK));
        crash(order.get(0));
        network.await(directories.get(order.get(10)).locate(CHUNK));
        assertThat(owners()).contains(order.get(1));
        run(Duration.ofSeconds(3));
        assertNamed(order.get(1), order.subList(1, 19));
    }

    @Test
    @DisplayName("D4 an owner whose address belongs to another node now counts as dead")
    void anotherAtTheAddress() {
        grow(12);
        List<String> order = byDistance();
        network.await(directories.get(order.get(8)).locate(CHUNK));
        // What answers the ping is not the node that has signed.
        network.crash(order.get(0));
        network.await(hosts.get(order.get(1)).generate(CHUNK));
        run(Duration.ofSeconds(10));
        assertNamed(order.get(1), order.subList(1, 12));
    }

    @Test
    @DisplayName(
            "D4 the holders follow an owner who hands the chunk over, to whom he names, and not to another who claims it meanwhile")
    void handedOver() {
        grow(30);
        List<String> order = byDistance();
        network.await(directories.get(order.get(10)).locate(CHUNK));
        claim(order.get(2), 1_000);
        // The new owner may publish before the old one has heard that it is the new owner.
        network.await(hosts.get(order.get(1)).generate(CHUNK));
        run(Duration.ofMillis(100));
        assertNamed(order.get(0), order.subList(3, 19));
        hosts.get(order.get(0)).giveUp(CHUNK, hosts.get(order.get(1)));
        run(Duration.ofSeconds(16));
        assertNamed(order.get(1), order.subList(3, 19));
    }

    @Test
    @DisplayName("D4 a holder who has missed a change of owners asks each that is named for the next")
    void missedAChange() {
        grow(30);
        List<String> order = byDistance();
        network.await(directories.get(order.get(10)).locate(CHUNK));
        network.await(hosts.get(order.get(1)).generate(CHUNK));
        run(Duration.ofSeconds(20));
        assertNamed(order.get(0), order.subList(3, 19));
        hosts.get(order.get(0)).giveUp(CHUNK, hosts.get(order.get(1)));
        hosts.get(order.get(1)).giveUp(CHUNK, hosts.get(order.get(2)));
        network.await(hosts.get(order.get(2)).generate(CHUNK));
        run(Duration.ofSeconds(1));
        assertNamed(order.get(2), order.subList(3, 19));
    }

    @Test
    void aServerThatWasNamedAndDoesNotAnswerIsPassedOver() {
        grow(6);
        List<String> order = byDistance();
        ServerAddress frozen = new ServerAddress("10.9.9.9", 4001);
        servers.silence(frozen, network.node(order.get(4)).worker());
        servers.script(
                server(order.get(0)),
                new GameServers.Reply(Optional.of("served better by " + frozen), Optional.of(frozen)));
        Duration before = network.simulation().elapsed();
        assertThat(network.await(directories.get(order.get(4)).locate(CHUNK))).isNotEqualTo(frozen);
        assertThat(network.simulation().elapsed().minus(before)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void whatIsKnownOfServersIsSharedForAFewSeconds() {
        grow(5);
        KademliaDirectory asker = directories.get(byDistance().get(4));
        network.await(asker.locate(CHUNK));
        int before = servers.pings;
        for (int i = 0; i < 20; i++) {
            network.await(asker.locate(CHUNK));
        }
        assertThat(servers.pings - before).isLessThanOrEqualTo(2);
    }

    @Test
    void oneSilentServerDoesNotHoldUpTheOthers() {
        grow(10);
        List<String> order = byDistance();
        servers.silence(server(order.get(0)), network.node(order.get(9)).worker());
        CompletableFuture<ServerAddress> stuck = directories.get(order.get(9)).locate(CHUNK);
        ChunkPos other = new ChunkPos(100, 0, 100);
        network.simulation().run(Duration.ofSeconds(2));
        assertThat(stuck).isNotDone();
        if (!nameOf(network.trulyClosest(WorldKeys.of(other), 1).get(0)).equals(order.get(0))) {
            assertThat(network.await(directories.get(order.get(9)).locate(other)))
                    .isNotNull();
        }
        network.simulation().run(Duration.ofSeconds(20));
        assertThat(stuck).isCompletedWithValue(server(order.get(1)));
    }

    @Test
    @DisplayName(
            "V2.7 until it has joined, or 5 s have passed, a node with bootstrap hosts generates no chunk for itself")
    void noHasteWithoutANetwork() {
        KademliaDirectory lost = open("lost", "10.77.77.77:4000");
        CompletableFuture<Void> started = begin("lost", host("lost"), lost);
        CompletableFuture<ServerAddress> located = lost.locate(CHUNK);
        network.simulation().run(Duration.ofSeconds(4));
        assertThat(located).isNotDone();
        assertThat(started).isNotDone();
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(located).isCompletedWithValue(server("lost"));
        assertThat(started).isCompleted();
    }

    @Test
    void aNodeThatStartsPublishesTheChunksThatItHolds() {
        grow(8);
        List<ChunkPos> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(new ChunkPos(i, 0, i));
        }
        start("returned", many, network.address("n0"));
        for (int i = 0; i < 300; i += 50) {
            assertThat(network.await(directories.get("n3").locate(many.get(i)))).isEqualTo(server("returned"));
        }
        // It alone was asked, whether it still serves them.
        assertThat(servers.generations).isEqualTo(6);
    }

    @Test
    void aChunkThatWasGeneratedElsewhereMeanwhileStaysThere() {
        grow(8);
        network.await(directories.get("n1").locate(CHUNK));
        ServerAddress owner = server(owners().get(0));
        start("returned", List.of(CHUNK), network.address("n0"));
        assertThat(network.await(directories.get("n2").locate(CHUNK))).isEqualTo(owner);
    }

    @Test
    @DisplayName("V3.4, V6.8 a player saved anywhere is found everywhere a second later, the newest position first")
    void players() {
        grow(30);
        PlayerName alice = new PlayerName("alice");
        assertThat(network.await(directories.get("n1").findPlayer(alice))).isEmpty();
        for (int i = 0; i < 6; i++) {
            PlayerRecord saved = new PlayerRecord(alice, new Position(i, 32, -i));
            var unused = directories.get("n" + (i * 5)).savePlayer(saved);
            network.simulation().run(Duration.ofSeconds(1));
            for (String name : List.of("n2", "n9", "n28")) {
                assertThat(network.await(directories.get(name).findPlayer(alice)))
                        .contains(saved);
            }
        }
        assertThat(network.await(directories.get("n2").findPlayer(new PlayerName("Alice"))))
                .isEmpty();
    }

    @Test
    void aNodeThatWasAwayIsOutvotedWithItsOldPlayers() {
        grow(4);
        PlayerName bob = new PlayerName("bob");
        network.await(directories.get("n0").savePlayer(new PlayerRecord(bob, new Position(1, 1, 1))));
        crash("n3");
        PlayerRecord newer = new PlayerRecord(bob, new Position(2, 2, 2));
        network.await(directories.get("n1").savePlayer(newer));
        KademliaDirectory back = start("n3", network.address("n0"));
        assertThat(network.await(back.findPlayer(bob))).contains(newer);
        network.simulation().run(Duration.ofMinutes(70));
        crash("n1");
        crash("n2");
        assertThat(network.await(directories.get("n0").findPlayer(bob))).contains(newer);
        assertThat(network.await(back.findPlayer(bob)))
                .as("it has taken over what the others hold")
                .contains(newer);
    }

    @Test
    void theLastSaveOfManyInARowWins() {
        grow(10);
        PlayerName carol = new PlayerName("carol");
        List<CompletableFuture<Void>> saves = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            saves.add(directories.get("n4").savePlayer(new PlayerRecord(carol, new Position(i, 0, 0))));
        }
        saves.forEach(network::await);
        assertThat(network.await(directories.get("n8").findPlayer(carol))
                        .orElseThrow()
                        .position()
                        .x())
                .isEqualTo(49);
    }

    @Test
    void aDirectoryThatIsNotStartedSaysSoInsteadOfWaitingForItsNetwork() {
        KademliaDirectory directory = open("n0");
        CompletableFuture<ServerAddress> located = directory.locate(CHUNK);
        network.simulation().run(Duration.ofSeconds(1));
        assertThat(located).isCompletedExceptionally();
        network.await(directory.close());
    }

    @Test
    void aClosedDirectoryLeavesNothingOpen() {
        KademliaDirectory lost = open("lost", "10.77.77.77:4000");
        CompletableFuture<Void> started = begin("lost", host("lost"), lost);
        CompletableFuture<ServerAddress> located = lost.locate(CHUNK);
        network.simulation().run(Duration.ofMillis(100));
        network.await(lost.close());
        network.simulation().run(Duration.ofMillis(1));
        assertThatThrownBy(located::join).hasMessageContaining("closed");
        assertThat(started).isCompletedExceptionally();
        assertThat(lost.locate(CHUNK)).isCompletedExceptionally();
        assertThat(lost.savePlayer(new PlayerRecord(new PlayerName("x"), Position.SPAWN)))
                .isCompletedExceptionally();
    }
}
