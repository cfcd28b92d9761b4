package org.voxelpopuli.tools.durability;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.nodes.Actuator;
import org.voxelpopuli.tools.nodes.ChildProcess;
import org.voxelpopuli.tools.nodes.Folders;
import org.voxelpopuli.tools.nodes.Installation;
import org.voxelpopuli.tools.nodes.Ports;

/** Reference nodes as processes, which are killed and started again on the same ports and folders. Numbered from 0. For one thread; looking is for any. */
public final class Cluster implements AutoCloseable {
    /** What keeps many nodes small on one machine. */
    public static final List<String> JAVA_OPTIONS = List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 50;
    private static final int BOOTSTRAPS = 3;

    private static final class Member {
        final Host host;
        final Ports ports;
        final Path folder;
        volatile @Nullable ChildProcess process;
        int starts;

        Member(Host host, Ports ports, Path folder) {
            this.host = host;
            this.ports = ports;
            this.folder = folder;
        }

        ServerAddress server() {
            return new ServerAddress(host.address(), ports.game());
        }
    }

    private final Installation installation;
    private final List<String> javaOptions;
    private final List<Member> members;

    /** A cluster of which no node is started. */
    public Cluster(Installation installation, List<String> javaOptions, List<Host> hosts, Path folder) {
        this.installation = installation;
        this.javaOptions = List.copyOf(javaOptions);
        List<Ports> ports = Ports.free(hosts.size());
        this.members = IntStream.range(0, hosts.size())
                .mapToObj(i -> new Member(hosts.get(i), ports.get(i), folder.resolve("node-" + i)))
                .toList();
    }

    /** So many nodes on loopback. */
    public static Cluster onLoopback(Installation installation, List<String> javaOptions, int count, Path folder) {
        return new Cluster(installation, javaOptions, Collections.nCopies(count, Host.LOOPBACK), folder);
    }

    /** How many nodes there are, running or not. */
    public int size() {
        return members.size();
    }

    /** The game servers of all nodes. */
    public List<ServerAddress> servers() {
        return members.stream().map(Member::server).toList();
    }

    /** The node at an address; -1 for none. */
    public int nodeAt(ServerAddress server) {
        return servers().indexOf(server);
    }

    /** Where this process reaches a game server. */
    public Optional<InetSocketAddress> route(ServerAddress server) {
        return members.stream()
                .filter(member -> member.server().equals(server))
                .findFirst()
                .map(member -> new InetSocketAddress(member.host.reachedAt(), server.port()));
    }

    /** The actuator of a node. */
    public Actuator actuator(int node) {
        Member member = members.get(node);
        return new Actuator(URI.create("http://" + member.host.reachedAt() + ":" + member.ports.http()));
    }

    /** Whether its process runs. */
    public boolean isRunning(int node) {
        ChildProcess process = members.get(node).process;
        return process != null && process.isAlive();
    }

    /** The nodes whose process runs. */
    public List<Integer> running() {
        return IntStream.range(0, size()).filter(this::isRunning).boxed().toList();
    }

    /** Where a node keeps its data. */
    public Path data(int node) {
        return members.get(node).folder.resolve("data");
    }

    /** Starts a node and does not wait for it. */
    public void start(int node) {
        Member member = members.get(node);
        if (isRunning(node)) {
            throw new IllegalStateException("node " + node + " runs already");
        }
        List<String> arguments = new ArrayList<>(List.of(
                "--voxelpopuli.port=" + member.ports.udp(),
                "--server.port=" + member.ports.http(),
                "--voxelpopuli.data=" + data(node)));
        if (!member.host.isLoopback()) {
            arguments.addAll(List.of(
                    "--voxelpopuli.host=0.0.0.0",
                    "--voxelpopuli.advertise=" + member.host.address(),
                    "--server.address=0.0.0.0"));
        }
        String others = members.stream()
                .filter(other -> other != member)
                .limit(BOOTSTRAPS)
                .map(other -> other.host.address() + ":" + other.ports.udp())
                .collect(Collectors.joining(","));
        if (!others.isEmpty()) {
            arguments.add("--voxelpopuli.bootstrap=" + others);
        }
        Path log = member.folder.resolve("node-" + member.starts++ + ".log");
        member.process = ChildProcess.start(
                member.host.through(), installation, javaOptions, installation.referenceNode(), arguments, log);
    }

    /** Starts all, and waits until each knows all others. */
    public void startAll() throws InterruptedException {
        for (int node = 0; node < size(); node++) {
            start(node);
        }
        for (int node = 0; node < size(); node++) {
            awaitJoined(node);
        }
    }

    /** Waits until a node serves and knows all others that run. */
    public void awaitJoined(int node) throws InterruptedException {
        await("node " + node + " to serve", node, () -> actuator(node).isUp());
        await(
                "node " + node + " to know the others",
                node,
                () -> actuator(node).contacts() >= running().size() - 1);
    }

    private void await(String what, int node, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            ChildProcess process = members.get(node).process;
            if (process == null || !process.isAlive() || System.nanoTime() > deadline) {
                throw new ToolException("Waited in vain for " + what + ": "
                        + (process == null
                                ? "it is not started"
                                : "its last words, of " + process.log() + ":\n" + process.lastWords()));
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private ChildProcess process(int node) {
        ChildProcess process = members.get(node).process;
        if (process == null) {
            throw new IllegalStateException("node " + node + " was not started");
        }
        return process;
    }

    /** Ends a node at once. */
    public void kill(int node) {
        process(node).kill();
    }

    /** Asks a node to end in good order, and says how long it took. */
    public Duration stop(int node) {
        long begin = System.nanoTime();
        process(node).close();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** What a node that runs, or ran last, wrote last. */
    public String lastWords(int node) {
        return process(node).lastWords();
    }

    /** Takes the data of a node that does not run. */
    public void wipe(int node) {
        if (isRunning(node)) {
            throw new IllegalStateException("node " + node + " runs");
        }
        if (Files.isDirectory(data(node))) {
            Folders.delete(data(node));
        }
    }

    @Override
    public void close() {
        for (int node = 0; node < size(); node++) {
            if (isRunning(node)) {
                kill(node);
            }
        }
    }
}
