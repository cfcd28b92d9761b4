package org.voxelpopuli.kademlia.judge;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SimulatedDisk;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.SimulatedIdentity;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.store.WorldStore;

/** A node with its disk, over all its restarts. */
final class Member {
    static final int PORT = 4000;
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final Logger log = LoggerFactory.getLogger(Member.class);

    private enum Phase {
        DOWN,
        STARTING,
        UP,
        STOPPING,
        /** Stopped in good order on a host that still runs, so that what it left open can be seen. */
        RETIRED
    }

    final int number;
    final String name;
    final SimulatedDisk disk;
    final Memory memory;
    /** Its name on the edits that it stamps. */
    final WriterId writer;

    private final InetAddress address;
    private final JudgedWorld world;
    private final Simulation simulation;
    private Phase phase = Phase.DOWN;
    private @Nullable SimulatedHost host;
    private @Nullable VoxelNode node;
    private @Nullable WorldStore store;
    private Duration skew = Duration.ZERO;
    private boolean ready;
    private Duration readySince = Duration.ZERO;

    /** Whether it is to be started again when it fails to start. */
    private boolean wanted;

    Member(JudgedWorld world, int number) {
        this.world = world;
        this.simulation = world.simulation;
        this.number = number;
        this.name = name(number);
        this.address = address(number);
        this.disk = new SimulatedDisk(simulation, name);
        this.writer = WriterId.of(identity(simulation.seed(), number).bytes());
        this.memory = new Memory(name, writer, world.ledger, simulation::elapsed);
        disk.watch((chunk, edits) -> world.saved(this, chunk, edits));
    }

    private static String name(int number) {
        return "n" + number;
    }

    /** The id that a node has in a scenario. */
    static NodeId identity(long seed, int number) {
        return NodeId.of(SimulatedIdentity.of(seed + name(number), 0).id());
    }

    static InetAddress address(int number) {
        try {
            return InetAddress.getByName("10.1.0." + (number + 1));
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where it listens when it runs. */
    InetSocketAddress socket() {
        return new InetSocketAddress(address, PORT);
    }

    InetAddress address() {
        return address;
    }

    boolean isUp() {
        return phase == Phase.UP;
    }

    /** Up, and part of the network as far as it knows. */
    boolean isReady() {
        return phase == Phase.UP && ready;
    }

    @Nullable
    SimulatedHost host() {
        return host;
    }

    VoxelNode node() {
        VoxelNode running = node;
        if (running == null) {
            throw new IllegalStateException(name + " is not running");
        }
        return running;
    }

    /** Ready for so long at least. */
    boolean isReadyFor(Duration time) {
        return isReady() && simulation.elapsed().minus(readySince).compareTo(time) > 0;
    }

    NodeId id() {
        return NodeId.of(node().id().bytes());
    }

    void skew(Duration ahead) {
        skew = ahead;
        if (host != null) {
            host.setClockSkew(ahead);
        }
    }

    /** What was on its disk counts for nothing any more. */
    void lost() {
        world.ledger.lost(name);
        memory.lost();
    }

    void start() {
        wanted = true;
        if (phase != Phase.DOWN) {
            return;
        }
        phase = Phase.STARTING;
        ready = false;
        SimulatedHost born = simulation.newHost(name, address);
        born.setClockSkew(skew);
        WorldStore opened = new WatchedStore(world.sabotage.store(name, disk.mount(born)), memory);
        memory.started();
        host = born;
        store = opened;
        VoxelNodeBuilder builder = VoxelNode.builder()
                .environment(world.sabotage.environment(born))
                .host(born.address().getHostAddress())
                .port(PORT)
                .puzzleBits(0)
                .terrain(EmptyTerrain.INSTANCE)
                .blockTypes(JudgedWorld.BLOCKS)
                .store(opened)
                .directory(world.sabotage.directory(KademliaDirectory.provider(KademliaSettings.builder()
                        .puzzleBits(0)
                        .bootstrap(world.bootstrap(number))
                        .build())));
        world.sabotage.change(builder);
        var unused = builder.start().whenComplete((started, failure) -> {
            if (host != born) {
                return;
            }
            if (started == null) {
                log.debug("{} does not start: {}", name, String.valueOf(failure));
                born.close();
                down();
                world.after(RETRY, this::startIfWanted);
                return;
            }
            node = started;
            phase = Phase.UP;
            var ignored = started.ready().whenComplete((done, late) -> {
                if (host == born) {
                    ready = true;
                    readySince = simulation.elapsed();
                }
            });
        });
    }

    private void down() {
        phase = Phase.DOWN;
        host = null;
        node = null;
        store = null;
    }

    private void startIfWanted() {
        if (wanted) {
            start();
        }
    }

    /** Power loss. */
    void crash() {
        wanted = false;
        SimulatedHost dying = host;
        if (dying != null) {
            dying.crash();
            down();
        }
    }

    /** In good order; the process ends when the node says that it is done. */
    void stop() {
        stop(from -> {
            from.close();
            down();
            startIfWanted();
        });
    }

    /** As {@link #stop()}, but the host goes on, and the node never comes back. */
    void retire() {
        stop(from -> phase = Phase.RETIRED);
    }

    boolean isRetired() {
        return phase == Phase.RETIRED || phase == Phase.DOWN;
    }

    private void stop(Consumer<SimulatedHost> end) {
        wanted = false;
        VoxelNode stopping = node;
        SimulatedHost from = host;
        if (phase != Phase.UP || stopping == null || from == null) {
            crash();
            return;
        }
        phase = Phase.STOPPING;
        WorldStore open = store;
        var unused = stopping.stop().whenComplete((done, failure) -> {
            if (host == from) {
                if (open != null) {
                    open.close();
                }
                end.accept(from);
            }
        });
    }

    @Override
    public String toString() {
        return name + " (" + phase + ")";
    }
}
