package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.SeededRandom;
import org.voxelpopuli.simulation.SimulatedHost;

/** Golden messages, mutilated in many ways, sent to a node that runs. */
class MutatedDatagramsTest {
    @Test
    @DisplayName("D10 a node that gets mutilated messages goes on, and holds nothing more than before")
    void mutilated() throws Exception {
        List<byte[]> golden = new ArrayList<>();
        var matcher =
                Pattern.compile("`(8[0-9a-f]{20,})`").matcher(Files.readString(Path.of("../docs/kademlia-wire.md")));
        while (matcher.find()) {
            golden.add(HexFormat.of().parseHex(matcher.group(1)));
        }
        assertThat(golden).hasSizeGreaterThan(40);
        SimulatedKademlia network = new SimulatedKademlia(9);
        network.grow(4);
        Map<Discard, Integer> discarded = new EnumMap<>(Discard.class);
        network.node("n0").addListener(new KademliaListener() {
            @Override
            public void datagramDiscarded(Discard reason) {
                discarded.merge(reason, 1, Integer::sum);
            }
        });
        SimulatedHost host = network.simulation().newHost("stranger");
        DatagramTransport.Socket socket = network.await(
                host.datagrams().bind(host.socketAddress(5000), host.worker("stranger"), (from, payload) -> {}));
        SeededRandom.forEachSeed(1, (seed, random) -> {
            for (int i = 0; i < 50_000; i++) {
                byte[] bytes = golden.get(random.nextInt(golden.size())).clone();
                switch (random.nextInt(6)) {
                    case 0 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
                    case 1 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(40));
                    case 2 -> {
                        byte[] other = golden.get(random.nextInt(golden.size()));
                        int cut = random.nextInt(bytes.length);
                        bytes = Arrays.copyOf(bytes, cut + other.length);
                        System.arraycopy(other, 0, bytes, cut, other.length);
                    }
                    default -> {
                        for (int k = 1 + random.nextInt(4); k > 0; k--) {
                            int at = random.nextInt(bytes.length);
                            bytes[at] = random.nextBoolean()
                                    ? (byte) (bytes[at] ^ 1 << random.nextInt(8))
                                    : (byte) random.nextInt(256);
                        }
                    }
                }
                socket.send(network.host("n0").socketAddress(SimulatedKademlia.PORT), bytes);
                if (i % 8 == 0) {
                    network.simulation().run(Duration.ofMillis(4));
                }
            }
        });
        network.simulation().run(Duration.ofMinutes(3));
        assertThat(discarded).doesNotContainKey(Discard.HANDLER_FAILED);
        assertThat(network.simulation().failures()).isEmpty();
        KademliaStatus status = network.status("n0");
        assertThat(status.callsInFlight()).isZero();
        assertThat(status.buckets())
                .flatExtracting(KademliaStatus.Bucket::contacts)
                .hasSize(3);
    }
}
