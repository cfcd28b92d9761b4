package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.voxelpopuli.kademlia.content.RealNodes.await;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("P8 peers of P2Play and nodes of ours, on real sockets")
@Tag("once")
class P2PlayNetworkTest {
    private static final String SONG = "Caf\u00e9 \"d\u00e9j\u00e0 vu\"";
    private static final String ARTIST = "\u97f3\u697d-\ud83c\udfb5";

    private final RandomGenerator random = SeededRandom.of(8, "P2Play");
    private final NettyEnvironment environment = NettyEnvironment.createDaemon();
    private final List<PublicPeer> theirs = new ArrayList<>();

    /** A node of ours that shares files. */
    private record Ours(KademliaNode node, ContentNode content, InetSocketAddress address) {
        BigInteger id() {
            return new BigInteger(1, node.id().bytes());
        }
    }

    @AfterEach
    void close() throws IOException {
        environment.close();
        for (PublicPeer peer : theirs) {
            peer.close();
        }
    }

    private Ours ours(Compatibility compatibility, Dialect dialect, InetSocketAddress... bootstrap) throws Exception {
        KademliaSettings.Builder settings = KademliaSettings.builder()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .compatibility(compatibility)
                .dialect(dialect)
                .puzzleBits(0);
        for (InetSocketAddress each : bootstrap) {
            settings.bootstrap("127.0.0.1:" + each.getPort());
        }
        KademliaNode node =
                KademliaNode.builder(environment).settings(settings.build()).build();
        ContentNode content =
                ContentNode.of(node, environment, ContentSettings.builder().build());
        await(node.start());
        Ours ours = new Ours(node, content, await(content.start()));
        await(node.bootstrap());
        return ours;
    }

    private Ours ours(InetSocketAddress... bootstrap) throws Exception {
        return ours(Compatibility.P2PLAY, Dialect.P2PLAY, bootstrap);
    }

    private PublicPeer theirs(InetSocketAddress... bootstrap) throws Exception {
        PublicPeer peer = new PublicPeer(random);
        theirs.add(peer);
        for (InetSocketAddress each : bootstrap) {
            peer.bootstrap(each);
        }
        return peer;
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static int version(PublicPeer peer) throws Exception {
        Map<String, Object> file = peer.find(SONG, ARTIST).orElseThrow();
        return ((BigInteger) file.get("version")).intValueExact();
    }

    /** Who has joined tells it in the background. */
    private static KadFile published(Ours ours, CompletableFuture<KadFile> next, Path folder) throws Exception {
        await(ours.content().get(SONG, ARTIST, folder).result());
        return await(next);
    }

    private static CompletableFuture<KadFile> nextPublished(Ours ours) {
        CompletableFuture<KadFile> next = new CompletableFuture<>();
        ours.content().addListener(new ContentListener() {
            @Override
            public void published(KadFile file) {
                next.complete(file);
            }
        });
        return next;
    }

    @Test
    @DisplayName(
            "P8 a node of ours joins a network of theirs: put by one, got by the other, both ways, with rising versions")
    void weJoinThem(@TempDir Path folder) throws Exception {
        PublicPeer first = theirs();
        for (int i = 0; i < 5; i++) {
            theirs(first.address());
        }
        PublicPeer last = theirs.get(5);
        Ours us = ours(first.address());
        byte[] theirSong = bytes(1_500_000);
        assertThat(last.put(SONG, ARTIST, theirSong)).isEqualTo(1);

        CompletableFuture<KadFile> joined = nextPublished(us);
        Path got = await(us.content().get(SONG, ARTIST, folder).result());
        assertThat(Files.readAllBytes(got)).isEqualTo(theirSong);
        KadFile second = await(joined);
        assertThat(second.version()).isEqualTo(2);
        assertThat(second.isVerified()).isFalse();
        assertThat(second.providers())
                .extracting(provider -> provider.address().getPort())
                .containsExactly(us.address().getPort(), last.address().getPort());
        assertThat(theirs).allMatch(peer -> peer.known().contains(us.id()));

        last.songs.clear();
        PublicPeer third = theirs.get(2);
        assertThat(third.get(SONG, ARTIST))
                .as("from us, since the first provider has lost it")
                .hasValue(theirSong);
        assertThat(version(first)).isEqualTo(3);

        byte[] ourSong = bytes(700_001);
        Path file = Files.write(folder.resolve("ours"), ourSong);
        assertThat(await(us.content().put(file, SONG, ARTIST)).version()).isEqualTo(4);
        assertThat(theirs.get(3).get(SONG, ARTIST)).hasValue(ourSong);
        assertThat(version(theirs.get(4))).isEqualTo(5);
        assertThat(await(us.content().find(SONG, ARTIST)).orElseThrow().version())
                .isEqualTo(5);
        assertThat(theirs.get(1).get("Nothing", "Nobody")).isEmpty();
    }

    @Test
    @DisplayName("P8 their peers join a network of ours, where some speak CBOR to each other")
    void theyJoinUs(@TempDir Path folder) throws Exception {
        Ours first = ours(Compatibility.P2PLAY, Dialect.CBOR);
        Ours second = ours(Compatibility.P2PLAY, Dialect.CBOR, first.address());
        Ours third = ours(first.address());
        PublicPeer peer = theirs(second.address());
        PublicPeer other = theirs(third.address());
        assertThat(peer.known()).contains(first.id(), second.id());
        byte[] song = bytes(300_000);
        Path file = Files.write(folder.resolve("song"), song);
        assertThat(await(first.content().put(file, SONG, ARTIST)).version()).isEqualTo(1);
        assertThat(peer.get(SONG, ARTIST)).hasValue(song);
        assertThat(version(other)).isEqualTo(2);
        KadFile joined = published(third, nextPublished(third), folder.resolve("third"));
        assertThat(joined.version()).isEqualTo(3);
        assertThat(joined.providers()).hasSize(3);
        byte[] another = bytes(10);
        assertThat(other.put(SONG, ARTIST, another)).isEqualTo(4);
        Path got = await(
                second.content().get(SONG, ARTIST, folder.resolve("second")).result());
        assertThat(Files.readAllBytes(got)).isEqualTo(another);
        assertThat(await(first.content().status()).known())
                .singleElement()
                .satisfies(known -> assertThat(known.version()).isGreaterThanOrEqualTo(4));
    }

    @Test
    @DisplayName("P8 the key is the SHA-1 of song-artist, without spaces around the dash")
    void theKey() {
        assertThat(new SongName(SONG, ARTIST).p2playKey())
                .isEqualTo(NodeId.of(unsigned(PublicPeer.key(SONG, ARTIST))))
                .isNotEqualTo(new SongName(SONG, ARTIST).key());
    }

    private static byte[] unsigned(BigInteger key) {
        byte[] bytes = new byte[NodeId.BYTES];
        byte[] all = key.toByteArray();
        int count = Math.min(all.length, bytes.length);
        System.arraycopy(all, all.length - count, bytes, bytes.length - count, count);
        return bytes;
    }

    @Test
    @DisplayName("P8 a network of ours that wants proofs does not meet theirs, nor nodes of ours that speak with them")
    void networksDoNotMix() throws Exception {
        PublicPeer peer = theirs();
        Ours speaking = ours(Compatibility.P2PLAY, Dialect.CBOR, peer.address());
        Ours lost = ours(Compatibility.NONE, Dialect.CBOR, speaking.address());
        assertThat(await(lost.node().status()).bootstrap())
                .contains("belongs to another network, and says: this is network 'P2Play'");
        assertThat(await(lost.node().status()).contacts()).isZero();
        assertThat(await(speaking.node().status()).contacts()).isOne();
        assertThat(peer.known()).containsExactly(speaking.id());
    }
}
