package org.voxelpopuli.kademlia.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientBuilder;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.world.ChunkPos;

class SocketScenarioTest {
    private static final int NODES = 5;

    @Test
    @Timeout(300)
    @DisplayName("V9.1, V9.2, V9.6, V11.3 walk, build, stop and start five processes, and find everything again")
    void walkAndBuild(@TempDir Path folder) throws IOException {
        try (Processes stage = new Processes(folder)) {
            new WalkAndBuild(stage).play();
        }
    }

    private static final class Processes implements Stage, AutoCloseable {
        private final Path folder;
        private final NettyEnvironment environment = NettyEnvironment.createDaemon();
        private final List<Integer> ports = new ArrayList<>();
        private final List<Node> nodes = new ArrayList<>();

        Processes(Path folder) throws IOException {
            this.folder = folder;
            for (int i = 0; i < NODES; i++) {
                ports.add(freePair());
            }
            giveIdentities();
            startAll();
        }

        /** Ids are random: now and then two of five nodes would be nearest to all of the way. Such keys are made anew. */
        private void giveIdentities() throws IOException {
            List<NodeId> ids = new ArrayList<>();
            do {
                ids.clear();
                for (int i = 0; i < NODES; i++) {
                    Path own = Files.createDirectories(node(i));
                    Files.deleteIfExists(own.resolve(KeyFile.FILE));
                    ids.add(NodeId.of(
                            KeyFile.loadOrCreate(own, IdPuzzle.DEFAULT_BITS).id()));
                }
            } while (owners(ids) < 3);
        }

        private static long owners(List<NodeId> ids) {
            return WalkAndBuild.way().stream()
                    .map(chunk -> NodeId.sha1Of(chunk.toString()))
                    .map(key -> ids.stream().min(key::compareDistance).orElseThrow())
                    .distinct()
                    .count();
        }

        private Path node(int number) {
            return folder.resolve("node-" + number);
        }

        /** A UDP port whose next TCP port is free, too. */
        private static int freePair() throws IOException {
            IOException last = new IOException("no free pair of ports");
            for (int attempt = 0; attempt < 50; attempt++) {
                try (DatagramSocket udp = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                        ServerSocket tcp =
                                new ServerSocket(udp.getLocalPort() + 1, 1, InetAddress.getLoopbackAddress())) {
                    return tcp.getLocalPort() - 1;
                } catch (IOException e) {
                    last = e;
                }
            }
            throw last;
        }

        private void startAll() {
            for (int i = 0; i < NODES; i++) {
                nodes.add(new Node(ports.get(i), node(i), i == 0 ? null : ports.get(0)));
            }
            nodes.forEach(node -> node.expect("ready"));
        }

        @Override
        public WorldClientBuilder client(int node) {
            return WorldClient.builder(environment).steppingStone("127.0.0.1", ports.get(node));
        }

        @Override
        public <T> T await(CompletableFuture<T> future) {
            return future.orTimeout(60, TimeUnit.SECONDS).join();
        }

        @Override
        public void until(String what, BooleanSupplier holds) {
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!holds.getAsBoolean()) {
                assertThat(System.nanoTime()).as(what).isLessThan(deadline);
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        }

        @Override
        public void restartAllNodes() {
            for (Node node : nodes) {
                node.say("stop");
                node.expect("stopped");
                await(node.process.onExit());
                assertThat(node.process.exitValue()).isZero();
            }
            nodes.clear();
            startAll();
        }

        @Override
        public Map<Integer, Set<ChunkPos>> residentChunks() {
            Map<Integer, Set<ChunkPos>> resident = new HashMap<>();
            for (int i = 0; i < NODES; i++) {
                nodes.get(i).say("chunks");
                resident.put(
                        i,
                        Arrays.stream(nodes.get(i).answer().split(" ", -1))
                                .filter(text -> !text.isEmpty())
                                .map(ChunkPos::parse)
                                .collect(Collectors.toSet()));
            }
            return resident;
        }

        @Override
        public void close() {
            environment.close();
            for (Node node : nodes) {
                node.process.destroyForcibly().onExit().join();
            }
        }
    }

    /** A process with a node, spoken to over its standard streams. */
    private static final class Node {
        final Process process;
        private final BufferedReader out;
        private final OutputStream in;

        Node(int port, Path data, Integer bootstrap) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx128m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    NodeProcess.class.getName(),
                    String.valueOf(port),
                    data.toString()));
            if (bootstrap != null) {
                command.add("127.0.0.1:" + bootstrap);
            }
            try {
                process = new ProcessBuilder(command)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            out = process.inputReader(StandardCharsets.UTF_8);
            in = process.getOutputStream();
        }

        void say(String line) {
            try {
                in.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                in.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The next line that is an answer and not a log line. */
        String answer() {
            try {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    if (line.startsWith("> ")) {
                        return line.substring(2);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new AssertionError("the process ended");
        }

        void expect(String answer) {
            assertThat(answer()).isEqualTo(answer);
        }
    }
}
