package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.RecordTable;

/**
 * Shares files with the other nodes of a Kademlia network; among peers of P2Play ({@link org.voxelpopuli.kademlia.wire.Compatibility#P2PLAY}) as they do, which means that what is fetched is not verified. Thread-safe; nothing blocks, and futures complete on a thread of its own that is not the one that does its work.
 *
 * <pre>{@code
 * ContentNode content = ContentNode.of(node, environment, ContentSettings.builder().build()); // before node.start()
 * node.start()
 *         .thenCompose(started -> content.start())
 *         .thenCompose(address -> node.bootstrap())
 *         .thenCompose(joined -> content.put(Path.of("imagine.mp3"), "Imagine", "John Lennon"))
 *         .thenAccept(file -> System.out.println("version " + file.version()));
 * }</pre>
 */
public final class ContentNode {
    private static final int MAX_DOWNLOADS = 64;

    private final ContentContext context;
    private final Ledger ledger;
    private final Library library;
    private final Publisher publisher;
    private final FileServer server;
    private final Liars liars;
    /** One for each song and folder. */
    private final Map<Ledger.Wish, Downloading> downloads = new LinkedHashMap<>();

    private ContentNode(ContentContext context, RecordService records, RecordTable table) {
        this.context = context;
        this.ledger = new Ledger(table, context.sharing(), context.environment().clock());
        this.library = new Library(context.sharing(), ledger);
        this.publisher = new Publisher(context, records, library);
        this.server = new FileServer(context, library);
        this.liars = new Liars(context.environment().clock());
        records.store().refuse(context.settings().refused());
        library.refuse(context.settings().refused());
    }

    /** Adds content to a node that is not yet started. The environment is the node's own. What it provides is forgotten when it ends. */
    public static ContentNode of(KademliaNode node, NodeEnvironment environment, ContentSettings settings) {
        return of(node, environment, settings, new MemoryWorldStore().records());
    }

    /**
     * As {@link #of(KademliaNode, NodeEnvironment, ContentSettings)}; after a restart it provides what it provided, and goes on with the downloads that had not ended.
     *
     * @param table where this is kept; as a rule the node's own
     */
    public static ContentNode of(
            KademliaNode node, NodeEnvironment environment, ContentSettings settings, RecordTable table) {
        ContentContext context = new ContentContext(node, environment, settings);
        RecordService records = node.addRecords(context.sharing().kind(), StoreFileRpc::new, FindFileRpc::new);
        return new ContentNode(context, records, table);
    }

    /**
     * Opens the port for files, and takes up what was before a restart. The node has started before.
     *
     * @return where others fetch files; fails with {@link java.net.BindException} if the port cannot be bound, and with {@link IllegalStateException} if the node has not started, or advertises no host
     */
    public CompletableFuture<InetSocketAddress> start() {
        return context.call(result -> context.node().worker().execute(() -> {
            Optional<InetSocketAddress> bound = context.node().boundAddress();
            InetAddress advertised = context.node().network().self().address().getAddress();
            context.worker().execute(() -> listen(bound, advertised, result));
        }));
    }

    private CompletableFuture<Void> takeUp() {
        return ledger.provided()
                .thenCombineAsync(
                        ledger.wanted(),
                        (provided, wanted) -> {
                            for (LocalFile file : provided) {
                                library.takeUp(file);
                                publisher.takeUp(file);
                            }
                            // Who has not joined finds nothing.
                            var unused = context.node()
                                    .settled()
                                    .thenRunAsync(() -> wanted.forEach(this::goOn), context.worker());
                            return null;
                        },
                        context.worker());
    }

    private void listen(
            Optional<InetSocketAddress> bound, InetAddress advertised, CompletableFuture<InetSocketAddress> result) {
        if (bound.isEmpty() || advertised.isAnyLocalAddress()) {
            context.finish(
                    result,
                    null,
                    new IllegalStateException(
                            bound.isEmpty()
                                    ? "the Kademlia node has not started: call its start(), and wait for its future"
                                    : "the Kademlia node listens on all addresses and advertises none, so nobody could"
                                            + " fetch a file: set its advertised host"));
            return;
        }
        int wanted = context.settings().port();
        int port = wanted == 0 ? bound.get().getPort() : wanted;
        var unused = server.start(new InetSocketAddress(bound.get().getAddress(), port))
                .thenComposeAsync(
                        listening -> {
                            InetSocketAddress address = new InetSocketAddress(advertised, listening.getPort());
                            publisher.start(address);
                            return takeUp().thenApply(done -> address);
                        },
                        context.worker())
                .whenComplete((address, failure) ->
                        context.finish(result, address, failure == null ? null : Futures.cause(failure)));
    }

    /**
     * Provides a file and tells the network (SPEC P2). The file stays where it is, and must not be changed as long as it is provided. Under a name that the network knows already it gets the next
     * version; of other content, it takes the place of what was there.
     *
     * @param file is read as a whole first, which takes a second for each GiB or so
     * @return the kad-file that was stored; fails with {@link ContentException} if the file cannot be read or no node keeps the kad-file
     * @throws IllegalArgumentException if the name is not allowed, see {@link SongName}
     */
    public CompletableFuture<KadFile> put(Path file, String song, String artist) {
        SongName name = new SongName(song, artist);
        Path path = file.toAbsolutePath();
        return context.call(result -> {
            publisher.self();
            library.requireAllowed(name);
            context.hashing().execute(() -> {
                try {
                    LocalFile local = read(name, path);
                    context.worker().execute(() -> provide(local, result));
                } catch (IOException e) {
                    String why = e instanceof NoSuchFileException ? "it does not exist" : Futures.words(e);
                    context.finish(result, null, new ContentException(path + " cannot be read: " + why, e));
                }
            });
        });
    }

    private LocalFile read(SongName name, Path path) throws IOException {
        try (FileChannel channel = context.files().open(path, false)) {
            long max = context.settings().maxFileBytes();
            if (channel.size() > max) {
                throw new IOException("it has " + channel.size() + " bytes, allowed are " + max);
            }
            Manifest manifest = Manifest.of(channel);
            return new LocalFile(name, manifest.id(), path, manifest);
        }
    }

    private void provide(LocalFile local, CompletableFuture<KadFile> result) {
        try {
            library.add(local);
            publisher.publish(
                    local,
                    Publisher.Reason.PUT,
                    (published, failure) -> context.finish(
                            result,
                            published.orElse(null),
                            published.isPresent() ? null : new ContentException(local.name() + ": " + failure, null)));
        } catch (RuntimeException e) {
            context.finish(result, null, e);
        }
    }

    /**
     * Fetches a song from those who have it, and becomes a provider of it (SPEC P3). What an earlier try has left in the folder is used. Who asks again for what is being fetched into the same folder
     * gets the same download; what this node provides already is not fetched again, the result is where it is.
     *
     * @param folder is made if it is not there. The file gets a name made of the song's, an ending such as {@code .mp3} if its first bytes tell which, and a number if that is taken
     * @throws IllegalArgumentException if the name is not allowed, see {@link SongName}
     */
    public Download get(String song, String artist, Path folder) {
        SongName name = new SongName(song, artist);
        return get(new Ledger.Wish(name, folder.toAbsolutePath().normalize()), false);
    }

    private void goOn(Ledger.Wish wish) {
        if (downloads().size() < MAX_DOWNLOADS) {
            var unused = get(wish, true);
        }
    }

    private Download get(Ledger.Wish wish, boolean again) {
        synchronized (downloads) {
            Downloading running = downloads.get(wish);
            if (running != null && !running.isCancelled()) {
                return running;
            }
            boolean taken =
                    downloads.keySet().stream().anyMatch(other -> !other.equals(wish) && other.isSameFile(wish));
            if (downloads.size() >= MAX_DOWNLOADS) {
                throw new IllegalStateException(
                        downloads.size() + " downloads are running, allowed are " + MAX_DOWNLOADS);
            }
            Downloading.Wanted wanted =
                    new Downloading.Wanted(wish, again, (download, forNow) -> ended(wish, download, forNow));
            Downloading download = context.sharing() == Sharing.P2PLAY
                    ? new PlainDownload(context, publisher, library, liars, wanted)
                    : new PieceDownload(context, publisher, library, liars, wanted);
            if (taken) {
                context.worker().execute(() -> download.fail(wish.file() + " is just being fetched as another song"));
                return download;
            }
            downloads.put(wish, download);
            context.worker().execute(() -> {
                ledger.add(wish);
                download.begin();
            });
            return download;
        }
    }

    /** On the content worker. */
    private void ended(Ledger.Wish wish, Downloading download, boolean forNow) {
        synchronized (downloads) {
            downloads.remove(wish, download);
            if (!forNow && !downloads.containsKey(wish)) {
                ledger.remove(wish);
            }
        }
    }

    /**
     * Provides a song no longer. The file stays, and so does our place in the kad-file, until others take it.
     *
     * @return whether it was provided
     */
    public CompletableFuture<Boolean> withdraw(String song, String artist) {
        SongName name = new SongName(song, artist);
        return context.call(result -> context.finish(result, library.withdraw(name), null));
    }

    /**
     * From now on this node has nothing to do with these songs, instead of those that it refused before: it keeps no kad-files of them and gives none, serves none of their files, and does not put or
     * get them.
     *
     * @param keys see {@link SongName#key}; among peers of P2Play {@link SongName#p2playKey}
     */
    public CompletableFuture<Void> refuse(Set<NodeId> keys) {
        Set<NodeId> refused = new LinkedHashSet<>(keys);
        return context.call(result -> {
            library.refuse(refused);
            publisher.refuse(refused);
            context.finish(result, null, null);
        });
    }

    /** What an operator sees of this node now. */
    public CompletableFuture<ContentStatus> status() {
        return context.call(result -> publisher.known(known -> {
            List<ProvidedFile> provided = library.all().stream()
                    .map(file -> new ProvidedFile(file.name(), file.content(), file.path()))
                    .toList();
            String address = publisher.started().map(Provider::toString).orElse("");
            context.finish(result, new ContentStatus(address, provided, known, server.connections()), null);
        }));
    }

    /** The memory of the downloads. */
    Blocks blocks() {
        return context.blocks();
    }

    /** The downloads that run. */
    public List<Download> downloads() {
        synchronized (downloads) {
            return new ArrayList<>(downloads.values());
        }
    }

    /** What the network says about a song now: the newest kad-file; empty if no node knows it. */
    public CompletableFuture<Optional<KadFile>> find(String song, String artist) {
        SongName name = new SongName(song, artist);
        return context.call(result -> publisher.find(
                name, found -> context.finish(result, found.stream().findFirst(), null)));
    }

    /** Adds a listener; it is told what happens from now on. */
    public void addListener(ContentListener listener) {
        context.add(listener);
    }

    /** Removes a listener that was added. */
    public void removeListener(ContentListener listener) {
        context.remove(listener);
    }

    /** Stops serving and fetching; to be called before the node is closed. What is half done stays for the next time. */
    public CompletableFuture<Void> close() {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        context.worker().execute(() -> {
            List<Downloading> running;
            synchronized (downloads) {
                running = List.copyOf(downloads.values());
            }
            running.forEach(Downloading::interrupt);
            server.close();
            context.writing().execute(() -> context.worker().execute(() -> {
                context.close();
                closed.complete(null);
            }));
        });
        return closed;
    }
}
