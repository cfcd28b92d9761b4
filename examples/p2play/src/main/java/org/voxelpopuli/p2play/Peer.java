package org.voxelpopuli.p2play;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.voxelpopuli.kademlia.BootstrapAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.ContentNode;
import org.voxelpopuli.kademlia.content.ContentSettings;
import org.voxelpopuli.kademlia.content.SongName;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;

/** A node that shares files, with all that it keeps in one folder. Thread-safe once it is open. */
final class Peer implements AutoCloseable {
    /** If both ports of one number are to be free, the second may be taken. */
    private static final int TRIES = 10;

    private static final long PATIENCE_SECONDS = 10;

    /**
     * What it is to be like.
     *
     * @param bind where it listens; port 0 for any that is free
     * @param advertise under which host others reach it; empty for the one of {@code bind}
     * @param bootstrap nodes to join through
     * @param dialect of the network
     * @param refused keys of songs that it has nothing to do with
     * @param folder for its key, its records and what it fetches
     */
    record Settings(
            InetSocketAddress bind,
            Optional<String> advertise,
            List<BootstrapAddress> bootstrap,
            NetworkDialect dialect,
            Set<NodeId> refused,
            Path folder) {
        Settings {
            bootstrap = List.copyOf(bootstrap);
            refused = Set.copyOf(refused);
        }
    }

    private final Settings settings;
    private final SqliteWorldStore store;
    private final NodeEnvironment environment;
    private final KademliaNode node;
    private final ContentNode content;
    private final LongAdder served = new LongAdder();
    private final AtomicBoolean closed = new AtomicBoolean();

    private Peer(Settings settings) throws IOException {
        this.settings = settings;
        Files.createDirectories(settings.folder());
        this.store = SqliteWorldStore.open(settings.folder());
        NettyEnvironment opened = null;
        try {
            KademliaSettings.Builder kademlia =
                    KademliaSettings.builder().bind(settings.bind()).bootstrap(settings.bootstrap());
            settings.dialect().set(kademlia);
            settings.advertise().ifPresent(kademlia::advertisedHost);
            KademliaSettings built = kademlia.build();
            opened = NettyEnvironment.createDaemon();
            this.environment = opened;
            this.node = KademliaNode.builder(environment)
                    .settings(built)
                    .identity(KeyFile.loadOrCreate(settings.folder(), built.puzzleBits()))
                    .records(store.records())
                    .build();
            this.content = ContentNode.of(
                    node,
                    environment,
                    ContentSettings.builder().refused(settings.refused()).build(),
                    store.records());
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.close();
            }
            store.close();
            throw e;
        }
        content.addListener(new ContentListener() {
            @Override
            public void served(SongName name, long bytes) {
                served.add(bytes);
            }
        });
    }

    /**
     * Opens its folder and its ports. Blocks.
     *
     * @throws ShellException if it cannot
     */
    static Peer open(Settings settings) {
        for (int tries = 1; ; tries++) {
            try {
                return started(new Peer(settings));
            } catch (BindException e) {
                if (settings.bind().getPort() != 0 || tries == TRIES) {
                    throw taken(settings.bind(), e);
                }
            } catch (StoreException | IllegalArgumentException | IllegalStateException e) {
                throw new ShellException(ExitCode.FAILED, String.valueOf(e.getMessage()), "");
            } catch (IOException e) {
                throw new ShellException(
                        ExitCode.FAILED,
                        "the folder " + settings.folder() + " cannot be used: " + FileError.words(e),
                        "Choose another with --folder.");
            }
        }
    }

    private static Peer started(Peer peer) throws BindException {
        try {
            join(peer.node.start());
            join(peer.content.start());
            return peer;
        } catch (BindException | RuntimeException e) {
            peer.close();
            throw e;
        }
    }

    private static ShellException taken(InetSocketAddress bind, BindException e) {
        return new ShellException(
                ExitCode.FAILED,
                "port " + bind.getPort() + " of " + bind.getHostString()
                        + " cannot be had, which is needed for UDP and TCP: " + e.getMessage(),
                "If another program has it, choose another with --port, or --port 0 for any that is free; --host has to"
                        + " be an address of this machine.");
    }

    private static void join(CompletableFuture<?> future) throws BindException {
        try {
            future.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BindException taken) {
                throw taken;
            }
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    Settings settings() {
        return settings;
    }

    KademliaNode node() {
        return node;
    }

    ContentNode content() {
        return content;
    }

    Path folder() {
        return settings.folder();
    }

    /** Where songs go if nobody says otherwise. */
    Path downloads() {
        return settings.folder().resolve("downloads");
    }

    /** Bytes that others have fetched since it was opened. */
    long servedBytes() {
        return served.sum();
    }

    KademliaStatus status() {
        return node.status().join();
    }

    /** Whether it has left the network, or is about to. */
    boolean isClosed() {
        return closed.get();
    }

    /** Leaves the network; whatever is half done stays for the next time. Blocks for a bounded time; does nothing the second time. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            end(content::close);
            end(node::close);
            environment.close();
            store.close();
        }
    }

    private static void end(Supplier<CompletableFuture<Void>> part) {
        try {
            var unused = part.get().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The process ends all the same, and what has to last is on the disk already.
        }
    }
}
