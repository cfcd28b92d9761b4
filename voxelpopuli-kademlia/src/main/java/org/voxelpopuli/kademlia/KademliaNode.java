package org.voxelpopuli.kademlia;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupResult;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.FindValueRpc;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordNetwork;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;
import org.voxelpopuli.kademlia.records.StoreValueRpc;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.RecordTable;

/**
 * A node of a Kademlia network. The public methods may be called from any thread and never block; their futures complete on a thread
 * of the node's own that is not the one that does its work.
 *
 * <pre>{@code
 * KademliaNode node = KademliaNode.builder(environment)
 *         .settings(KademliaSettings.builder().bootstrap("192.0.2.1:4000").build())
 *         .build();
 * node.start().thenCompose(started -> node.bootstrap())
 *         .thenCompose(joined -> node.store(NodeId.sha1Of("greeting"), "hello"));
 * }</pre>
 */
public final class KademliaNode {
    /** The longest text of a generic record, in bytes of its JSON form: with all that is around it, it fits into one datagram. */
    public static final int MAX_VALUE_BYTES = 1_000;

    private static final RecordKind VALUES = new RecordKind("value", 10_000, true, KademliaNode::checkValue);

    private final Worker worker;
    private final Worker callbacks;
    private final Optional<Worker> resolverWorker;
    private final PendingFutures pending = new PendingFutures("the Kademlia node is closed");
    private final ListenerList listeners = new ListenerList();
    private final NodeLoop loop;
    private final RecordService values;
    private volatile boolean closed;

    private KademliaNode(Builder builder) {
        NodeEnvironment environment = builder.environment;
        worker = environment.worker("kademlia");
        callbacks = environment.worker("kademlia-callbacks");
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
                environment,
                worker,
                builder.records,
                resolver == null ? host -> CompletableFuture.completedFuture(List.of()) : resolver,
                listeners);
        values = loop.addRecords(VALUES, StoreValueRpc::new, FindValueRpc::new);
    }

    private static void checkValue(WireValue value) throws BadValueException {
        WireReader.text(value, "a value", MAX_VALUE_BYTES);
        int bytes = JsonValues.write(value).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_VALUE_BYTES) {
            throw new BadValueException(
                    Rejection.TOO_LARGE, "a value has " + bytes + " bytes as JSON, allowed are " + MAX_VALUE_BYTES);
        }
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
     * @return fails with {@link java.net.BindException} if the port cannot be bound
     */
    public CompletableFuture<Void> start() {
        return onLoop(result -> {
            var unused = loop.start().whenComplete((done, error) -> finish(result, null, error));
        });
    }

    /**
     * Joins the network, and goes on trying if that does not succeed at once (SPEC V2.3, V2.7).
     *
     * @return whether the node knows others, when the first try is over
     */
    public CompletableFuture<Boolean> bootstrap() {
        return onLoop(result ->
                loop.joining().begin(() -> finish(result, loop.joining().isJoined(), null)));
    }

    /** The k live nodes closest to a key, the closest first; this node is one of them if it is that close. */
    public CompletableFuture<List<Contact>> lookup(NodeId key) {
        return onLoop(result -> loop.lookup(key, (LookupResult<Void> found) -> finish(result, found.closest(), null)));
    }

    /** As {@link #lookup}, and tells step by step how it went. */
    public CompletableFuture<LookupTrace> trace(NodeId key) {
        return onLoop(result -> loop.trace(key, trace -> finish(result, trace, null)));
    }

    /**
     * Stores a text at the k nodes closest to the key. A later one replaces it; it expires a day after its holders have last republished it.
     *
     * @return the number of nodes that keep it
     * @throws IllegalArgumentException if the text has more than {@value #MAX_VALUE_BYTES} bytes as JSON
     */
    public CompletableFuture<Integer> store(NodeId key, String text) {
        return store(key, text, Integer.MAX_VALUE);
    }

    /**
     * As {@link #store(NodeId, String)}, for one who need not wait for the slowest of the k.
     *
     * @param enough it completes once so many nodes keep the text, 1 or more; storing at the others goes on. With fewer it completes when all have answered
     * @return the number of nodes that keep it by then
     */
    public CompletableFuture<Integer> store(NodeId key, String text, int enough) {
        WireValue value = WireValue.of(text);
        try {
            checkValue(value);
        } catch (BadValueException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (enough < 1) {
            throw new IllegalArgumentException("enough nodes are " + enough + ", allowed are 1 or more");
        }
        return onLoop(result -> values.put(key, value, false, enough, kept -> finish(result, kept, null)));
    }

    /** The text under a key; empty if no node that could be reached holds one. */
    public CompletableFuture<Optional<String>> find(NodeId key) {
        return onLoop(result -> values.find(
                key,
                false,
                found -> finish(
                        result, found.stream().findFirst().map(value -> ((WireValue.Text) value).text()), null)));
    }

    /** What an operator sees of this node now. */
    public CompletableFuture<KademliaStatus> status() {
        return onLoop(result -> finish(result, loop.status(), null));
    }

    /** Adds a listener. */
    public void addListener(KademliaListener listener) {
        listeners.add(listener);
    }

    /** Leaves the network and frees the port. Whatever still runs ends without a result, or fails with {@link IllegalStateException}. */
    public CompletableFuture<Void> close() {
        if (closed) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> freed = perform(result -> {
            var unused = loop.close().whenComplete((done, error) -> finish(result, null, error));
        });
        closed = true;
        return freed.whenComplete((done, error) -> {
            pending.close();
            worker.close();
            callbacks.close();
            resolverWorker.ifPresent(Worker::close);
        });
    }

    // For packages that build on a node

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

    /**
     * Completes, on the worker, when this node may take it that what it does not find in the network is not there: it has joined, or it has no
     * bootstrap hosts, or it has tried for 5 s (SPEC V2.7).
     */
    public CompletableFuture<Void> settled() {
        return loop.joining().settled().copy();
    }

    private <T> CompletableFuture<T> onLoop(Consumer<CompletableFuture<T>> task) {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("the Kademlia node is closed"));
        }
        return pending.track(perform(task));
    }

    private <T> CompletableFuture<T> perform(Consumer<CompletableFuture<T>> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                task.accept(result);
            } catch (RuntimeException e) {
                finish(result, null, e);
            }
        });
        return result;
    }

    /** Completes a future away from the worker, so that what hangs on it cannot hold up the node. */
    private <T> void finish(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        callbacks.execute(() -> {
            if (cause != null) {
                future.completeExceptionally(cause);
            } else {
                complete(future, value);
            }
        });
    }

    @SuppressWarnings("NullAway") // The futures of Void are completed with null.
    private static <T> void complete(CompletableFuture<T> future, @Nullable T value) {
        future.complete(value);
    }

    /** Collects what a node is made of. Not thread-safe. */
    public static final class Builder {
        private final NodeEnvironment environment;
        private KademliaSettings settings = KademliaSettings.builder().build();
        private RecordTable records = new MemoryWorldStore().records();
        private @Nullable HostResolver resolver;

        private Builder(NodeEnvironment environment) {
            this.environment = environment;
        }

        /** What the node is to be like. */
        public Builder settings(KademliaSettings wanted) {
            settings = wanted;
            return this;
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

        /** A node that is not yet started. */
        public KademliaNode build() {
            return new KademliaNode(this);
        }
    }
}
