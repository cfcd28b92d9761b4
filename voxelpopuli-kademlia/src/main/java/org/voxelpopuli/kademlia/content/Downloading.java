package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One song on its way here. Belongs to the content worker.
 *
 * <p>Several providers at once are asked for different pieces. A piece is kept when its hash is right, and who sent a wrong one is dropped and remembered. When all pieces are on their way, who has
 * nothing to do is asked for what a slower one was asked for. When nobody is left, the kad-file is looked for again, after a pause, as long as that helps.
 *
 * <p>What is on its way or waits for the disk is bounded: 8 MiB from each provider, or two pieces if those are larger, and as much for the disk.
 */
final class Downloading implements Download, ProviderLink.Owner {
    private static final Logger log = LoggerFactory.getLogger(Downloading.class);
    private static final int WINDOW = 8 << 20;
    private static final long MAX_UNWRITTEN = 8L << 20;
    private static final int ROUNDS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofSeconds(5);
    /** So many looks in a row below the minimum rate. */
    private static final int SLOW_LOOKS = 6;

    private static final int MAX_REASONS = 5;

    /** What we know of a provider that we are connected to, or about to be. */
    private static final class Source {
        private final Set<Integer> asked = new LinkedHashSet<>();
        /** Pieces that it may be asked for at once: two, and one more for each that it has delivered. So the fast do most, and a small file comes from several. */
        private int window = 2;

        private boolean connected;
        private boolean hashesAsked;
        private long receivedBefore;
        private int slowLooks;
    }

    private final ContentContext context;
    private final Publisher publisher;
    private final Library library;
    private final Liars liars;
    private final SongName name;
    private final Path folder;
    /** Whether it goes on after a restart: then the network may still be far away. */
    private final boolean again;

    /** Is told the end, and whether it is only for now. */
    private final Consumer<Boolean> onEnd;

    private final CompletableFuture<Path> work = new CompletableFuture<>();
    private final CompletableFuture<Path> result;
    private final Map<ProviderLink, Source> sources = new LinkedHashMap<>();
    private final Deque<Provider> candidates = new ArrayDeque<>();
    private final Set<Provider> tried = new HashSet<>();
    private final List<String> reasons = new ArrayList<>();
    private volatile DownloadProgress progress = DownloadProgress.NONE;
    private @Nullable ContentId content;
    private @Nullable PartialFile partial;
    private @Nullable Manifest manifest;
    private boolean opened;
    private BitSet todo = new BitSet();
    private BitSet done = new BitSet();
    private final BitSet unwritten = new BitSet();
    private long unwrittenBytes;
    private long doneBytes;
    private long resumedBytes;
    private int round;
    private boolean over;
    private boolean interrupted;
    private boolean cancelled;

    Downloading(
            ContentContext context,
            Publisher publisher,
            Library library,
            Liars liars,
            Ledger.Wish wish,
            boolean again,
            Consumer<Boolean> onEnd) {
        this.context = context;
        this.publisher = publisher;
        this.library = library;
        this.liars = liars;
        this.name = wish.name();
        this.folder = wish.folder();
        this.again = again;
        this.onEnd = onEnd;
        this.result = context.call(waiting -> {
            var unused = work.whenComplete((path, failure) -> context.finish(waiting, path, failure));
        });
    }

    // Download

    @Override
    public SongName name() {
        return name;
    }

    @Override
    public DownloadProgress progress() {
        return progress;
    }

    @Override
    public CompletableFuture<Path> result() {
        return Futures.copy(result);
    }

    @Override
    public void cancel() {
        context.worker().execute(() -> {
            cancelled = true;
            fail("it was cancelled");
        });
    }

    /** The node closes; the next one goes on. */
    void interrupt() {
        interrupted = true;
        fail("the content node is closed");
    }

    // Searching

    void begin() {
        try {
            library.requireAllowed(name);
            publisher.self();
        } catch (ContentException e) {
            fail(String.valueOf(e.getMessage()));
            return;
        }
        context.worker().schedule(LOOK, this::look);
        search();
    }

    private void search() {
        publisher.find(name, found -> {
            if (!over) {
                found(found);
            }
        });
    }

    private void found(List<KadFile> found) {
        if (found.isEmpty()) {
            if (again) {
                exhausted("no node knows " + name);
            } else {
                fail("no node knows " + name);
            }
            return;
        }
        ContentId wanted = content;
        KadFile file = found.stream()
                .filter(each -> each.content().equals(wanted))
                .findFirst()
                .orElse(found.get(0));
        if (file.content().length() > context.settings().maxFileBytes()) {
            fail(name + " has " + file.content().length() + " bytes, allowed are "
                    + context.settings().maxFileBytes());
            return;
        }
        Optional<LocalFile> ours = library.find(file.content().root());
        if (ours.isPresent()) {
            succeed(ours.get().path());
            return;
        }
        addCandidates(file, found);
        if (file.content().equals(wanted)) {
            connectMore();
        } else {
            prepare(file.content());
        }
    }

    private void addCandidates(KadFile file, List<KadFile> found) {
        Set<Provider> providers = new LinkedHashSet<>(file.providers());
        found.stream()
                .filter(other -> other.content().equals(file.content()))
                .forEach(other -> providers.addAll(other.providers()));
        List<Provider> shuffled = new ArrayList<>(providers);
        RandomGenerator random = context.environment().random();
        for (int i = shuffled.size() - 1; i > 0; i--) {
            shuffled.add(shuffled.remove(random.nextInt(i + 1)));
        }
        for (Provider provider : shuffled) {
            Optional<String> refusal = AddressRule.refusal(publisher.self(), provider);
            if (refusal.isPresent()) {
                tell(provider, refusal.get());
            } else if (liars.contains(provider)) {
                tell(provider, "it has sent wrong bytes lately");
            } else if (!provider.address().equals(publisher.self().address()) && tried.add(provider)) {
                candidates.add(provider);
            }
        }
    }

    private void tell(Provider provider, String why) {
        if (reasons.size() < MAX_REASONS) {
            reasons.add(provider + ": " + why);
        }
    }

    /** Another content than before, or the first: what an earlier try has left is looked at. */
    private void prepare(ContentId wanted) {
        reset();
        content = wanted;
        PartialFile file = new PartialFile(context.files(), folder, FileNames.of(name), wanted);
        partial = file;
        onDisk(file::manifest, kept -> {
            kept.ifPresent(this::open);
            connectMore();
        });
    }

    private void reset() {
        closePartial();
        for (ProviderLink link : List.copyOf(sources.keySet())) {
            link.close();
        }
        sources.clear();
        manifest = null;
        opened = false;
        done = new BitSet();
        todo = new BitSet();
        unwritten.clear();
        unwrittenBytes = 0;
        doneBytes = 0;
        resumedBytes = 0;
    }

    private void open(Manifest known) {
        PartialFile file = partial;
        if (file == null || manifest != null) {
            return;
        }
        manifest = known;
        onDisk(() -> file.open(known), there -> {
            opened = true;
            done = there;
            todo.set(0, known.pieces());
            todo.andNot(done);
            doneBytes = done.stream().mapToLong(known::size).sum();
            resumedBytes = doneBytes;
            report(DownloadProgress.State.FETCHING);
            goOn();
        });
    }

    /** Does something that blocks, and goes on with what it gives if it is still wanted. What the disk says ends the download. */
    private <T> void onDisk(Callable<T> task, Consumer<T> then) {
        PartialFile file = partial;
        context.writing().execute(() -> {
            try {
                T value = task.call();
                context.worker().execute(() -> {
                    if (!over && file == partial) {
                        then.accept(value);
                    }
                });
            } catch (Exception e) {
                context.worker().execute(() -> {
                    if (file == partial) {
                        fail("it cannot be written: " + Futures.words(e));
                    }
                });
            }
        });
    }

    // Fetching

    private void connectMore() {
        while (!over && sources.size() < context.settings().providersAtOnce() && !candidates.isEmpty()) {
            connect(candidates.remove());
        }
        boolean waiting = opened && manifest != null && done.cardinality() == manifest.pieces();
        if (!over && sources.isEmpty() && !waiting && unwritten.isEmpty()) {
            exhausted("no provider could deliver " + name);
        }
    }

    private void connect(Provider provider) {
        ProviderLink link = new ProviderLink(context, provider, this);
        sources.put(link, new Source());
        context.node().worker().execute(() -> {
            int udpPort = context.node().network().self().address().getPort();
            context.node().greet(provider.address());
            context.worker().execute(() -> {
                ContentId wanted = content;
                if (sources.containsKey(link) && wanted != null) {
                    link.connect(new ContentWire.Open(udpPort, wanted.root()));
                }
            });
        });
    }

    @Override
    public void connected(ProviderLink link) {
        Source source = sources.get(link);
        if (source != null) {
            source.connected = true;
            goOn();
        }
    }

    /** Everybody gets something to do, as far as there is. */
    private void goOn() {
        Manifest known = manifest;
        if (over) {
            return;
        }
        if (known == null) {
            askForHashes();
        } else if (opened && done.cardinality() == known.pieces()) {
            finish();
        } else if (opened) {
            sources.forEach((link, source) -> {
                if (source.connected) {
                    fill(link, source, known);
                }
            });
        }
    }

    private void askForHashes() {
        ContentId wanted = content;
        if (wanted == null || sources.values().stream().anyMatch(source -> source.hashesAsked)) {
            return;
        }
        for (Map.Entry<ProviderLink, Source> entry : sources.entrySet()) {
            if (entry.getValue().connected) {
                entry.getValue().hashesAsked = true;
                int bytes = Manifest.pieces(wanted.length()) * Manifest.HASH_BYTES;
                entry.getKey().ask(new ContentWire.Request(ContentWire.Type.HASHES, 0, bytes));
                return;
            }
        }
    }

    private void fill(ProviderLink link, Source source, Manifest known) {
        int most = Math.max(2, WINDOW / Manifest.pieceSize(known.length()));
        while (source.asked.size() < Math.min(source.window, most) && unwrittenBytes < MAX_UNWRITTEN) {
            int piece = todo.nextSetBit(0);
            if (piece < 0 && source.asked.isEmpty()) {
                piece = askedElsewhere();
            }
            if (piece < 0) {
                return;
            }
            todo.clear(piece);
            source.asked.add(piece);
            link.ask(new ContentWire.Request(ContentWire.Type.BYTES, known.offset(piece), known.size(piece)));
        }
    }

    /** A piece that somebody else was asked for, the last one first: he will be at it latest. */
    private int askedElsewhere() {
        int latest = -1;
        for (Source other : sources.values()) {
            for (int piece : other.asked) {
                if (!done.get(piece) && !unwritten.get(piece)) {
                    latest = Math.max(latest, piece);
                }
            }
        }
        return latest;
    }

    @Override
    public void answered(ProviderLink link, ContentWire.Request request, @Nullable Body body) {
        Source source = sources.get(link);
        ContentId wanted = content;
        if (source == null || wanted == null) {
            return;
        }
        if (body == null) {
            drop(link, "it does not have the file", false);
        } else if (request.type() == ContentWire.Type.HASHES) {
            source.hashesAsked = false;
            Manifest told = Manifest.of(wanted.length(), body.toByteArray());
            if (!told.id().equals(wanted)) {
                drop(link, "its hashes are not those of the file", true);
            } else if (manifest == null) {
                open(told);
            }
        } else {
            keep(link, source, (int) (request.offset() / Manifest.pieceSize(wanted.length())), body);
        }
    }

    private void keep(ProviderLink link, Source source, int piece, Body body) {
        PartialFile file = partial;
        Manifest known = manifest;
        source.asked.remove(piece);
        if (file == null || known == null || done.get(piece) || unwritten.get(piece)) {
            goOn();
            return;
        }
        unwritten.set(piece);
        unwrittenBytes += body.length();
        source.window++;
        fill(link, source, known);
        onDisk(() -> file.write(known, piece, body), good -> {
            unwritten.clear(piece);
            unwrittenBytes -= body.length();
            if (good) {
                done.set(piece);
                doneBytes += body.length();
                round = 0;
                report(DownloadProgress.State.FETCHING);
                goOn();
            } else {
                todo.set(piece);
                drop(link, "piece " + piece + " has not the right hash", true);
                goOn();
            }
        });
    }

    @Override
    public void ended(ProviderLink link, String why, boolean lied) {
        drop(link, why, lied);
    }

    /** Goes on without a provider. */
    private void drop(ProviderLink link, String why, boolean lied) {
        Source source = sources.remove(link);
        if (lied) {
            liars.add(link.provider());
        }
        if (source == null || over) {
            return;
        }
        link.close();
        for (int piece : source.asked) {
            boolean elsewhere = sources.values().stream().anyMatch(other -> other.asked.contains(piece));
            if (!done.get(piece) && !unwritten.get(piece) && !elsewhere) {
                todo.set(piece);
            }
        }
        log.debug("{} is fetched without {}: {}", name, link.provider(), why);
        tell(link.provider(), why);
        context.tell(listener -> listener.dropped(name, link.provider(), why, lied));
        connectMore();
        goOn();
    }

    /** Drops who is slower than is allowed. */
    private void look() {
        if (over) {
            return;
        }
        context.worker().schedule(LOOK, this::look);
        long least = context.settings().minimumRate() * LOOK.toSeconds();
        for (Map.Entry<ProviderLink, Source> entry : List.copyOf(sources.entrySet())) {
            Source source = entry.getValue();
            long received = entry.getKey().received();
            boolean waiting = source.hashesAsked || !source.asked.isEmpty();
            boolean slow = waiting && received - source.receivedBefore < least;
            source.receivedBefore = received;
            source.slowLooks = slow ? source.slowLooks + 1 : 0;
            if (source.slowLooks >= SLOW_LOOKS) {
                drop(
                        entry.getKey(),
                        "it sends less than " + context.settings().minimumRate() + " bytes per second",
                        false);
            }
        }
    }

    private void exhausted(String why) {
        if (++round > ROUNDS) {
            fail(why
                    + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")")
                    + (doneBytes > 0 ? ". " + doneBytes + " bytes are kept for the next try" : ""));
            return;
        }
        report(DownloadProgress.State.WAITING);
        context.worker().schedule(FIRST_PAUSE.multipliedBy(1L << (round - 1)), () -> {
            if (!over && sources.isEmpty()) {
                tried.clear();
                reasons.clear();
                search();
            }
        });
    }

    // Ends

    private void finish() {
        PartialFile file = partial;
        Manifest known = manifest;
        if (file == null || known == null || !opened) {
            return;
        }
        opened = false;
        for (ProviderLink link : List.copyOf(sources.keySet())) {
            link.close();
        }
        sources.clear();
        onDisk(file::finish, path -> {
            try {
                LocalFile local = new LocalFile(name, known.id(), path, known);
                library.add(local);
                publisher.publish(local, Publisher.Reason.JOIN, (published, failure) -> {
                    if (published.isEmpty()) {
                        log.warn("{} was fetched, but the network does not know it: {}", name, failure);
                    }
                });
            } catch (ContentException e) {
                log.warn("{} was fetched, but is not provided: {}", name, e.getMessage());
            }
            succeed(path);
        });
    }

    private void succeed(Path path) {
        if (end(false)) {
            report(DownloadProgress.State.DONE);
            context.tell(listener -> listener.downloaded(name, path));
            work.complete(path);
        }
    }

    private void fail(String why) {
        // What has begun is taken up at the next start of the node, unless the user does not want it.
        if (end(interrupted || (!cancelled && (again || content != null)))) {
            report(DownloadProgress.State.ENDED);
            context.tell(listener -> listener.failed(name, why));
            work.completeExceptionally(new ContentException(why, null));
        }
    }

    private boolean end(boolean forNow) {
        if (over) {
            return false;
        }
        over = true;
        sources.keySet().forEach(ProviderLink::close);
        sources.clear();
        closePartial();
        onEnd.accept(forNow);
        return true;
    }

    private void closePartial() {
        PartialFile file = partial;
        partial = null;
        if (file != null) {
            context.writing().execute(() -> {
                try {
                    file.close();
                } catch (IOException e) {
                    log.debug("A partial file was not closed in order", e);
                }
            });
        }
    }

    private void report(DownloadProgress.State state) {
        ContentId wanted = content;
        DownloadProgress now = new DownloadProgress(
                state, doneBytes, wanted == null ? 0 : wanted.length(), resumedBytes, sources.size());
        progress = now;
        context.tell(listener -> listener.progressed(name, now));
    }
}
