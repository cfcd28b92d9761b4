package org.voxelpopuli.kademlia;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.FindValueRpc;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.records.RecordNetwork;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.SignedRule;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;
import org.voxelpopuli.kademlia.records.StoreValueRpc;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.RecordTable;

/**
 * A node of a Kademlia network. The public methods may be called from any thread and never block; their futures complete on a thread
 * of the node's own that is not the one that does its work. What can be cancelled, and how, stands at {@link Dht}; to start, to join and to
 * close go on, whatever becomes of their futures.
 *
 * <pre>{@code
 * KademliaNode node = KademliaNode.builder(environment)
 *         .settings(KademliaSettings.builder().bootstrap("192.0.2.1:4000").build())
 *         .build();
 * node.start().thenCompose(started -> node.bootstrap())
 *         .thenCompose(joined -> node.store(NodeId.sha1Of("greeting"), "hello"));
 * }</pre>
 */
public final class KademliaNode implements Dht {
    /** The longest text of a generic record, in bytes of UTF-8: with its signature and all that is around it, it fits into one datagram. */
    public static final int MAX_VALUE_BYTES = 900;

    /** So many nodes that hold the same end a search: one alone may have missed the last text, as who was among the closest once. */
    private static final int ENOUGH_HOLDERS = 3;

    private static final Duration MIN_LIMIT = Duration.ofMillis(1);
    private static final Duration MAX_LIMIT = Duration.ofHours(1);
    private static final RecordKind VALUES = new RecordKind(
            "value", RecordLimits.of(10_000, 8 << 20), ENOUGH_HOLDERS, SignedRule.OWNED, LoopDht::checkValue);

    private final Compatibility compatibility;
    private final Worker worker;
    private final Calls calls;
    private final Optional<Worker> resolverWorker;
    private final ListenerList listeners = new ListenerList();
    private final NodeLoop loop;
    private final LoopDht dht;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private KademliaNode(Builder builder) {
        NodeEnvironment environment = builder.environment;
        compatibility = builder.settings.compatibility();
        worker = environment.worker("kademlia");
        calls = new Calls(environment, worker);
        HostResolver resolver = builder.resolver;
        if (resolver == null && !builder.settings.bootstrap().isEmpty()) {
            Worker names = environment.worker("kademlia-names");
            resolverWorker = Optional.of(names);
            resolver = new WorkerHostResolver(names);
        } else {
            resolverWorker = Optional.empty();
        }
        loop = new NodeLoop(
                builder.settings,
                builder.identity(),
                environment,
                worker,
                builder.records,
                resolver == null ? host -> CompletableFuture.completedFuture(List.of()) : resolver,
                listeners);
        dht = new LoopDht(
                calls, loop, loop.addRecords(VALUES, StoreValueRpc::new, FindValueRpc::new), Optional.empty());
    }

    /** A node with default settings that keeps nothing over a restart. */
    public static Builder builder(NodeEnvironment environment) {
        return new Builder(environment);
    }

    /** The id of this node. */
    public NodeId id() {
        return loop.own();
    }

    /**
     * Reads what the node kept from its last run, then opens the port.
     *
     * @return fails with {@link java.net.BindException} if the port cannot be bound, and with {@link IllegalStateException} if the node has been started before
     */
    public CompletableFuture<Void> start() {
        return calls.call(result -> {
            var unused = loop.start().whenComplete((done, error) -> calls.finish(result, null, error));
        });
    }

    /**
     * Joins the network, and goes on trying if that does not succeed at once (SPEC V2.3, V2.7).
     *
     * @return true as soon as the node has joined; false if it has nobody to ask, if all of them refuse it, or if it has tried for 5 s. After false it goes on
     *     trying; {@link #status} says how that goes. It fails with {@link IllegalStateException} if the node has not started
     */
    public CompletableFuture<Boolean> bootstrap() {
        return calls.call(result -> {
            loop.requireStarted();
            loop.joining().begin(() -> calls.finish(result, loop.joining().isJoined(), null));
        });
    }

    @Override
    public CompletableFuture<List<Contact>> lookup(NodeId key) {
        return dht.lookup(key);
    }

    @Override
    public CompletableFuture<LookupTrace> trace(NodeId key) {
        return dht.trace(key);
    }

    @Override
    public CompletableFuture<Integer> store(NodeId key, String text) {
        return dht.store(key, text);
    }

    @Override
    public CompletableFuture<Integer> store(NodeId key, String text, int enough) {
        return dht.store(key, text, enough);
    }

    @Override
    public CompletableFuture<Optional<String>> find(NodeId key) {
        return dht.find(key);
    }

    /**
     * The same with a limit of time for each call, by the node's own clock: a call that has not ended when it has passed is given up as if it had
     * been cancelled, and its future fails with a {@link java.util.concurrent.TimeoutException} that says what took how long.
     *
     * <pre>{@code
     * Dht quick = node.within(Duration.ofSeconds(2));
     * quick.find(key).exceptionally(late -> Optional.empty());
     * }</pre>
     *
     * @param limit of each call, 1 ms..1 h
     * @throws IllegalArgumentException if it is outside of this
     */
    public Dht within(Duration limit) {
        if (limit.compareTo(MIN_LIMIT) < 0 || limit.compareTo(MAX_LIMIT) > 0) {
            throw new IllegalArgumentException(
                    "the limit is " + limit + ", allowed is " + MIN_LIMIT + ".." + MAX_LIMIT);
        }
        return dht.within(limit);
    }

    /** What an operator sees of this node now. */
    public CompletableFuture<KademliaStatus> status() {
        return calls.call(result -> calls.finish(result, loop.status(), null));
    }

    /** Adds a listener. It is told what happens from now on, and not of the contacts that are in the table already: {@link #status} names them. */
    public void addListener(KademliaListener listener) {
        listeners.add(listener);
    }

    /** Removes a listener that was added. An event that is being told may still reach it. */
    public void removeListener(KademliaListener listener) {
        listeners.remove(listener);
    }

    /** Leaves the network and frees the port. Whatever still runs ends without a result, or fails with {@link IllegalStateException}. */
    public CompletableFuture<Void> close() {
        if (closing.compareAndSet(false, true)) {
            CompletableFuture<Void> freed = calls.perform(result -> {
                var unused = loop.close().whenComplete((done, error) -> calls.finish(result, null, error));
            });
            calls.refuse();
            var unused = freed.whenComplete((done, error) -> {
                worker.close();
                calls.close();
                resolverWorker.ifPresent(Worker::close);
                if (error == null) {
                    closed.complete(null);
                } else {
                    closed.completeExceptionally(error);
                }
            });
        }
        return closed.copy();
    }

    // For packages that build on a node

    /** Whom it takes for a peer. */
    public Compatibility compatibility() {
        return compatibility;
    }

    /** The owner of the node's state. */
    public Worker worker() {
        return worker;
    }

    /** Lets a procedure be called from outside. To be called before {@link #start()}. */
    public void register(Rpc<?, ?> procedure) {
        loop.register(procedure);
    }

    /** The names of the procedures that can be called from outside. To be called on the worker, or before {@link #start()}. */
    public Set<String> procedures() {
        return loop.endpoint().procedures();
    }

    /** Adds a kind of records with its two procedures. To be called before {@link #start()}; what it returns is used on the worker alone. */
    public RecordService addRecords(
            RecordKind kind,
            Function<RecordStore, StoreRecordRpc> storeRpc,
            BiFunction<RecordStore, Function<NodeId, List<Contact>>, FindRecordRpc> findRpc) {
        return loop.addRecords(kind, storeRpc, findRpc);
    }

    /** Lookups and calls, to be used on the worker alone. */
    public RecordNetwork network() {
        return loop;
    }

    /** Where it listens (UDP); empty if it has not started. To be called on the worker. */
    public Optional<InetSocketAddress> boundAddress() {
        return loop.boundAddress();
    }

    /** Tries to take a peer that was met elsewhere into the table (SPEC P4): it is asked for its id, unless its address is known. To be called on the worker. */
    public void greet(InetSocketAddress peer) {
        if (!loop.knows(peer)) {
            loop.pingAddress(peer, end -> {});
        }
    }

    /**
     * Completes, on the worker, when this node may take it that what it does not find in the network is not there: it has joined, or it has no
     * bootstrap hosts, or it has tried for 5 s (SPEC V2.7).
     */
    public CompletableFuture<Void> settled() {
        return loop.joining().settled().copy();
    }

    /**
     * Collects what a node is made of. Not thread-safe. A node that is to keep its id, its records and the nodes that it knew over a restart has a
     * data folder (and {@code org.xerial:sqlite-jdbc} on the class path), to be closed after the node:
     *
     * <pre>{@code
     * Path folder = Path.of("my-node");
     * SqliteWorldStore store = SqliteWorldStore.open(folder); // locks the folder
     * KademliaSettings settings = KademliaSettings.builder()
     *         .bind(new InetSocketAddress("127.0.0.1", 4000))
     *         .network("my network") // this, secret and puzzle are the same on all its nodes
     *         .secret("16 characters or more")
     *         .puzzleBits(16)
     *         .build();
     * KademliaNode kept = KademliaNode.builder(environment)
     *         .settings(settings)
     *         .identity(KeyFile.loadOrCreate(folder, settings.puzzleBits()))
     *         .records(store.records())
     *         .build();
     * }</pre>
     */
    public static final class Builder {
        private final NodeEnvironment environment;
        private KademliaSettings settings = KademliaSettings.builder().build();
        private RecordTable records = new MemoryWorldStore().records();
        private @Nullable HostResolver resolver;
        private @Nullable NodeIdentity identity;

        private Builder(NodeEnvironment environment) {
            this.environment = environment;
        }

        /** What the node is to be like. */
        public Builder settings(KademliaSettings wanted) {
            settings = wanted;
            return this;
        }

        /** The key pair of the node, whose id names it; one of the environment if none is given. It must solve the puzzle of the settings. */
        public Builder identity(NodeIdentity own) {
            identity = own;
            return this;
        }

        private NodeIdentity identity() {
            NodeIdentity own = identity == null ? environment.newIdentity(settings.puzzleBits()) : identity;
            if (settings.compatibility() == Compatibility.NONE
                    && !IdPuzzle.isSolvedBy(own.id(), settings.puzzleBits())) {
                throw new IllegalArgumentException("the node's identity was made for an easier puzzle than the "
                        + settings.puzzleBits() + " bits of the settings: make one of these, or ask for fewer bits");
            }
            return own;
        }

        /** Where records and known contacts are kept over a restart. */
        public Builder records(RecordTable table) {
            records = table;
            return this;
        }

        /** How names of bootstrap hosts are resolved, if not by the operating system. */
        public Builder resolver(HostResolver names) {
            resolver = names;
            return this;
        }

        /**
         * A node that is not yet started.
         *
         * @throws IllegalArgumentException if its identity does not solve the puzzle
         */
        public KademliaNode build() {
            return new KademliaNode(this);
        }
    }
}
