package org.voxelpopuli.kademlia;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Answer;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.lookup.LookupResult;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.kademlia.lookup.LookupTracer;
import org.voxelpopuli.kademlia.lookup.Lookups;
import org.voxelpopuli.kademlia.lookup.Query;
import org.voxelpopuli.kademlia.records.FindRecordRpc;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordNetwork;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.records.RecordSignatures;
import org.voxelpopuli.kademlia.records.RecordStore;
import org.voxelpopuli.kademlia.records.StoreRecordRpc;
import org.voxelpopuli.kademlia.routing.BucketView;
import org.voxelpopuli.kademlia.routing.RoutingTable;
import org.voxelpopuli.kademlia.routing.TableListener;
import org.voxelpopuli.kademlia.rpc.CallEnd;
import org.voxelpopuli.kademlia.rpc.FindArguments;
import org.voxelpopuli.kademlia.rpc.FindNodeRpc;
import org.voxelpopuli.kademlia.rpc.PeerObserver;
import org.voxelpopuli.kademlia.rpc.PingRpc;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.rpc.RpcEndpoint;
import org.voxelpopuli.kademlia.rpc.RpcSettings;
import org.voxelpopuli.kademlia.wire.CborEnvelopeCodec;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;

/** All state of a node and what keeps it together. Used on the node's worker alone. {@link KademliaNode} is how others reach it. */
final class NodeLoop implements RecordNetwork, PeerObserver, TableListener {
    private static final Duration MAINTENANCE = Duration.ofMinutes(1);
    private static final Duration MAX_SILENCE = Duration.ofHours(1);
    private static final int MAX_DOUBTFUL = 64;
    private static final Logger log = LoggerFactory.getLogger(NodeLoop.class);

    private final KademliaSettings settings;
    private final NodeEnvironment environment;
    private final Worker worker;
    private final RecordTable recordTable;
    private final ListenerList listeners;
    private final NodeId own;
    private final RoutingTable table;
    private final RpcEndpoint endpoint;
    private final Lookups lookups;
    private final PingRpc ping;
    private final FindNodeRpc findNode;
    private final RememberedContacts remembered;
    private final BucketRefresh refresh;
    private final Joining joining;
    private final RecordSignatures signatures;
    private final List<RecordService> services = new ArrayList<>();
    private KademliaStatus.State state = KademliaStatus.State.NEW;
    private CompletableFuture<?> binding = CompletableFuture.completedFuture(null);
    private Contact self;
    private @Nullable InetSocketAddress boundTo;
    private int answering;
    private boolean starting;

    NodeLoop(
            KademliaSettings settings,
            NodeIdentity identity,
            NodeEnvironment environment,
            Worker worker,
            RecordTable recordTable,
            HostResolver resolver,
            ListenerList listeners) {
        this.settings = settings;
        this.environment = environment;
        this.worker = worker;
        this.recordTable = recordTable;
        this.listeners = listeners;
        this.own = NodeId.of(identity.id());
        this.self = new Contact(own, new InetSocketAddress(settings.bind().getAddress(), 1));
        this.ping = new PingRpc(own);
        this.findNode = new FindNodeRpc(this::told);
        this.table = settings.layout()
                .create(
                        own,
                        settings.k(),
                        settings.subnetLimits(),
                        (contact, alive) -> ping(contact, answer -> alive.accept(answer.isPresent())),
                        this,
                        environment.random());
        this.endpoint = new RpcEndpoint(
                new RpcSettings(
                        identity,
                        settings.compatibility(),
                        settings.networkOnTheWire(),
                        settings.secret(),
                        settings.puzzleBits(),
                        settings.timeout(),
                        settings.dialect(),
                        usualAnswer(settings)),
                environment,
                worker,
                this,
                listeners);
        this.lookups = new Lookups(own, settings.lookupShape(), worker, environment.clock(), listeners);
        this.remembered = new RememberedContacts(recordTable, environment.clock());
        this.signatures = new RecordSignatures(identity, settings.compatibility());
        this.refresh = new BucketRefresh(this);
        this.joining = new Joining(this, settings.bootstrap(), resolver, remembered);
        register(ping);
        register(findNode);
    }

    /** A reply with k contacts of our own family of addresses, and what is around them. */
    private static int usualAnswer(KademliaSettings settings) {
        int address = settings.bind().getAddress().getAddress().length;
        return Math.min(CborEnvelopeCodec.MAX_CBOR_DATAGRAM, 40 + settings.k() * (NodeId.BYTES + address + 2));
    }

    private void ping(Contact contact, Consumer<Optional<NodeId>> answer) {
        endpoint.probe(contact, ping, PingRpc.Nothing.NOTHING, answer);
    }

    // What the node's parts share

    NodeId own() {
        return own;
    }

    String network() {
        return settings.network();
    }

    Worker worker() {
        return worker;
    }

    RandomGenerator random() {
        return environment.random();
    }

    long now() {
        return environment.clock().nanos();
    }

    RoutingTable table() {
        return table;
    }

    RpcEndpoint endpoint() {
        return endpoint;
    }

    BucketRefresh refresh() {
        return refresh;
    }

    Joining joining() {
        return joining;
    }

    boolean isClosed() {
        return state == KademliaStatus.State.CLOSED;
    }

    boolean knowsNobody() {
        return answering == 0;
    }

    boolean knows(InetSocketAddress address) {
        return table.buckets().stream()
                .flatMap(bucket -> bucket.contacts().stream())
                .anyMatch(contact -> contact.contact().address().equals(address));
    }

    void pingAddress(InetSocketAddress address, Consumer<CallEnd<NodeId>> end) {
        endpoint.callAddress(address, ping, PingRpc.Nothing.NOTHING, end);
    }

    // Set-up

    void register(Rpc<?, ?> procedure) {
        endpoint.register(procedure);
    }

    RecordService addRecords(
            RecordKind kind,
            Function<RecordStore, StoreRecordRpc> storeRpc,
            BiFunction<RecordStore, Function<NodeId, List<Contact>>, FindRecordRpc> findRpc) {
        RecordStore store = new RecordStore(kind, own, signatures, recordTable, environment, key -> isNear(key, own));
        StoreRecordRpc storing = storeRpc.apply(store);
        FindRecordRpc finding = findRpc.apply(store, this::closest);
        register(storing);
        register(finding);
        RecordService service = new RecordService(store, storing, finding, this, worker);
        services.add(service);
        return service;
    }

    /** Reads what was kept, then opens the port. */
    CompletableFuture<Void> start() {
        if (starting || state != KademliaStatus.State.NEW) {
            return CompletableFuture.failedFuture(new IllegalStateException("the node has been started before"));
        }
        starting = true;
        CompletableFuture<Void> loaded =
                recordTable.all(RememberedContacts.KIND).thenAcceptAsync(remembered::load, worker);
        for (RecordService service : services) {
            CompletableFuture<List<StoredRecord>> rows =
                    recordTable.all(service.store().kind().name());
            loaded = loaded.thenCombineAsync(
                    rows,
                    (before, found) -> {
                        service.store().load(found);
                        return null;
                    },
                    worker);
        }
        return loaded.thenCompose(done -> bind())
                .thenAcceptAsync(this::bound, worker)
                .whenComplete((done, error) -> starting = false);
    }

    private CompletableFuture<InetSocketAddress> bind() {
        requireOpen();
        CompletableFuture<InetSocketAddress> bound = endpoint.bind(settings.bind());
        binding = bound;
        return bound;
    }

    private void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException("the node was closed while it started");
        }
    }

    private void bound(InetSocketAddress address) {
        requireOpen();
        state = KademliaStatus.State.ALONE;
        boundTo = address;
        InetAddress host = settings.advertisedHost().map(Joining::literal).orElse(null);
        self = new Contact(own, host == null ? address : new InetSocketAddress(host, address.getPort()));
        log.info("Kademlia node {} listens on UDP {}", own, new Contact(own, address).hostAndPort());
        worker.schedule(MAINTENANCE, this::maintain);
    }

    private void maintain() {
        if (isClosed()) {
            return;
        }
        worker.schedule(MAINTENANCE, this::maintain);
        refresh.maintain();
        table.doubtful(now() - MAX_SILENCE.toNanos()).stream()
                .limit(MAX_DOUBTFUL)
                .forEach(contact -> call(contact, ping, PingRpc.Nothing.NOTHING, answer -> {}));
        joining.maintain();
        services.forEach(RecordService::maintain);
    }

    CompletableFuture<Void> close() {
        state = KademliaStatus.State.CLOSED;
        // A port that is being opened is freed, too.
        return binding.handle((bound, error) -> null).thenCompose(done -> endpoint.close());
    }

    Optional<InetSocketAddress> boundAddress() {
        return Optional.ofNullable(boundTo);
    }

    // RecordNetwork

    @Override
    public Contact self() {
        return self;
    }

    @Override
    public List<Contact> closest(NodeId key) {
        return closest(key, settings.k());
    }

    @Override
    public List<Contact> closest(NodeId key, int count) {
        return table.closest(key, count);
    }

    @Override
    public boolean isNear(NodeId key, NodeId id) {
        List<Contact> known = closest(key);
        return solvesPuzzle(id)
                && (known.size() < settings.k()
                        || key.compareDistance(id, known.get(known.size() - 1).id()) <= 0);
    }

    private boolean solvesPuzzle(NodeId id) {
        return settings.compatibility() != Compatibility.NONE || IdPuzzle.isSolvedBy(id.bytes(), settings.puzzleBits());
    }

    /** The k closest, and to whom has had them the k that are next. */
    private List<Contact> told(FindArguments arguments) {
        int k = settings.k();
        return table.closest(arguments.key(), arguments.offset() < k ? k : arguments.offset() + k);
    }

    @Override
    public Cancellable lookup(NodeId key, Consumer<LookupResult<Void>> result) {
        return lookup(key, nodes(key), false, result);
    }

    private Query<Void> nodes(NodeId key) {
        return new Query<>() {
            @Override
            public void ask(Contact contact, Runnable late, Consumer<Optional<Answer<Void>>> answer) {
                find(contact, 0, late, answer);
            }

            @Override
            public void askMore(Contact contact, int offset, Runnable late, Consumer<Optional<Answer<Void>>> answer) {
                // Only CBOR's FIND_NODE knows an offset.
                if (endpoint.speaksCbor(contact.address())) {
                    find(contact, offset, late, answer);
                } else {
                    answer.accept(Optional.empty());
                }
            }

            private void find(Contact contact, int offset, Runnable late, Consumer<Optional<Answer<Void>>> answer) {
                endpoint.query(
                        contact,
                        findNode,
                        new FindArguments(key, offset),
                        late,
                        found -> answer.accept(found.map(contacts -> Answer.of(contacts))));
            }
        };
    }

    /** As {@link #lookup}, and tells how it went. */
    Cancellable trace(NodeId key, Consumer<LookupTrace> trace) {
        LookupTracer<Void> tracer = new LookupTracer<>(key, nodes(key), environment.clock());
        return lookup(key, tracer, false, result -> trace.accept(tracer.end(result)));
    }

    @Override
    public <V> Cancellable lookup(
            NodeId key, int most, Query<V> query, boolean firstValueEnds, Consumer<LookupResult<V>> result) {
        table.lookedUp(key, now());
        // Looking for ourselves, we are not one of those whom we look for.
        @Nullable Contact candidate = key.equals(own) ? null : self;
        return lookups.run(key, most, candidate, closest(key), query, firstValueEnds, result);
    }

    @Override
    public <A, R> void ask(
            Contact node, Rpc<A, R> procedure, A arguments, Runnable late, Consumer<Optional<R>> result) {
        endpoint.query(node, procedure, arguments, late, result);
    }

    @Override
    public void suspect(Contact node) {
        endpoint.suspect(node.address());
    }

    @Override
    public <A, R> void call(Contact node, Rpc<A, R> procedure, A arguments, Consumer<Optional<R>> result) {
        endpoint.call(node, procedure, arguments, result);
    }

    // PeerObserver and TableListener

    @Override
    public void heard(Contact peer, boolean answered) {
        table.heard(peer, answered, now());
    }

    @Override
    public void silent(Contact peer, long calledAt) {
        table.timedOut(peer, calledAt, now());
    }

    @Override
    public void replaced(Contact peer) {
        table.remove(peer);
    }

    @Override
    public void contactAdded(Contact contact) {
        answering++;
        listeners.contactAdded(contact);
        remembered.entered(contact);
        joining.contactAdded();
        services.forEach(service -> service.newcomer(contact));
    }

    @Override
    public void contactRemoved(Contact contact) {
        answering--;
        listeners.contactRemoved(contact);
        remembered.left(contact);
        joining.contactRemoved();
    }

    // Status

    /** @throws IllegalStateException if nothing can be asked of this node yet */
    void requireStarted() {
        if (state == KademliaStatus.State.NEW) {
            throw new IllegalStateException("the Kademlia node has not started: call start(), and wait for its future");
        }
    }

    KademliaStatus status() {
        Map<String, Integer> records = new TreeMap<>();
        services.forEach(service ->
                records.put(service.store().kind().name(), service.store().size()));
        boolean running = state == KademliaStatus.State.ALONE;
        return new KademliaStatus(
                own.toString(),
                self.hostAndPort(),
                running && joining.isJoined() ? KademliaStatus.State.JOINED : state,
                running ? joining.text() : state == KademliaStatus.State.NEW ? "not yet started" : "closed",
                answering,
                table.buckets().stream().map(this::status).toList(),
                lookups.running(),
                endpoint.pending(),
                records);
    }

    private KademliaStatus.Bucket status(BucketView bucket) {
        return new KademliaStatus.Bucket(
                bucket.range().toString(),
                bucket.range().depth(),
                bucket.contacts().stream().map(this::status).toList(),
                bucket.waiting().size(),
                bucket.lastLookup().isPresent() ? since(bucket.lastLookup().getAsLong()) : null);
    }

    private KademliaStatus.ContactStatus status(BucketView.ContactView view) {
        long roundTrip = endpoint.roundTrip(view.contact().address());
        return new KademliaStatus.ContactStatus(
                view.contact().id().toString(),
                view.contact().hostAndPort(),
                view.answered(),
                view.timeouts(),
                since(view.lastHeard()),
                roundTrip > 0 ? micros(roundTrip) : null);
    }

    private Duration since(long nanos) {
        return micros(now() - nanos);
    }

    private static Duration micros(long nanos) {
        return Duration.ofNanos(nanos).truncatedTo(ChronoUnit.MICROS);
    }
}
