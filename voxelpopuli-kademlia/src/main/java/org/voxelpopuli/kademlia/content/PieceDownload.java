package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A song that is fetched in pieces, which are verified. Belongs to the content worker.
 *
 * <p>Several providers at once are asked for different pieces. A piece is kept when its hash is right, and who sent a wrong one is dropped and remembered. When all pieces are on their way, who has
 * nothing to do is asked for what a slower one was asked for.
 *
 * <p>What is on its way or waits for the disk is bounded: 8 MiB from each provider, or two pieces if those are larger, and as much for the disk; and for all downloads of a node by what {@link Blocks} have room for, but
 * one request of each.
 */
final class PieceDownload extends Downloading implements ProviderLink.Owner {
    private static final Logger log = LoggerFactory.getLogger(PieceDownload.class);
    private static final int WINDOW = 8 << 20;
    private static final long MAX_UNWRITTEN = 8L << 20;
    /** What is asked for at once, unless a single piece is larger: fewer questions, and fewer threads to wake. */
    private static final int MAX_RUN = 1 << 20;

    private static final long FORCED_AT_ONCE = 64L << 20;

    private enum Phase {
        /** The hashes are not known yet. */
        LOOKING,
        /** What an earlier try has left is hashed. */
        OPENING,
        FETCHING,
        /** All is there, and on its way to the disk. */
        FINISHING
    }

    /** What we know of a provider that we are connected to, or about to be. */
    private final class Source {
        private final Set<Run> asked = new LinkedHashSet<>();
        /** Pieces that it may be asked for at once: two, and one more for each that it has delivered. So the fast do most, and a small file comes from several. */
        private int window = 2;

        private boolean connected;
        private boolean hashesAsked;
        private final Pace pace = new Pace();

        private int asked() {
            return asked.stream().mapToInt(Run::count).sum();
        }
    }

    /** Pieces that follow each other, asked for and delivered as one. */
    private record Run(int first, int count) {
        int end() {
            return first + count;
        }

        boolean isNoneOf(BitSet pieces) {
            return pieces.get(first, end()).isEmpty();
        }
    }

    private final Map<ProviderLink, Source> sources = new LinkedHashMap<>();
    private @Nullable ContentId content;
    private @Nullable PartialFile partial;
    private @Nullable Manifest manifest;
    private Phase phase = Phase.LOOKING;
    private BitSet todo = new BitSet();
    private BitSet done = new BitSet();
    private final BitSet unwritten = new BitSet();
    private long unwrittenBytes;
    /** What was asked for, or has come and is not yet written. */
    private long heldBytes;

    private long unforcedBytes;
    private boolean forcing;
    private long doneBytes;
    private long resumedBytes;

    PieceDownload(ContentContext context, Publisher publisher, Library library, Liars liars, Wanted wanted) {
        super(context, publisher, library, liars, wanted);
    }

    // Beginning

    @Override
    void found(List<KadFile> found) {
        ContentId before = content;
        List<KadFile> verified = found.stream().filter(KadFile::isVerified).toList();
        KadFile file = verified.stream()
                .filter(each -> each.content().equals(Optional.ofNullable(before)))
                .findFirst()
                .orElse(verified.get(0));
        ContentId wanted = file.content().orElseThrow();
        if (isTooLong(wanted.length())) {
            return;
        }
        Optional<LocalFile> ours = library.find(wanted.root());
        if (ours.isPresent()) {
            unlessGone(ours.get(), () -> fetch(wanted, file, verified));
        } else {
            fetch(wanted, file, verified);
        }
    }

    private void fetch(ContentId wanted, KadFile file, List<KadFile> verified) {
        Set<Provider> providers = new LinkedHashSet<>(file.providers());
        verified.stream()
                .filter(other -> other.content().equals(file.content()))
                .forEach(other -> providers.addAll(other.providers()));
        addCandidates(providers);
        if (wanted.equals(content)) {
            connectMore();
        } else {
            prepare(wanted);
        }
    }

    /** Another content than before, or the first: what an earlier try has left is looked at. */
    private void prepare(ContentId wanted) {
        reset();
        content = wanted;
        hasBegun();
        PartialFile file = new PartialFile(context.files(), folder(), wanted);
        partial = file;
        onDisk(file, file::manifest, kept -> {
            kept.ifPresent(this::open);
            connectMore();
        });
    }

    private void reset() {
        stop();
        manifest = null;
        phase = Phase.LOOKING;
        done = new BitSet();
        todo = new BitSet();
        unwritten.clear();
        unwrittenBytes = 0;
        unforcedBytes = 0;
        forcing = false;
        doneBytes = 0;
        resumedBytes = 0;
    }

    private void open(Manifest known) {
        PartialFile file = partial;
        if (file == null || manifest != null) {
            return;
        }
        manifest = known;
        phase = Phase.OPENING;
        onDisk(file, () -> file.open(known), there -> {
            phase = Phase.FETCHING;
            done = there;
            todo.set(0, known.pieces());
            todo.andNot(done);
            doneBytes = done.stream().mapToLong(known::size).sum();
            resumedBytes = doneBytes;
            report(DownloadProgress.State.FETCHING);
            goOnOrLookForOthers();
        });
    }

    @Override
    @Nullable
    Object written() {
        return partial;
    }

    // Fetching

    @Override
    void connectMore() {
        while (!isOver()
                && phase != Phase.FINISHING
                && sources.size() < context.settings().providersAtOnce()) {
            @Nullable Provider next = nextCandidate();
            if (next == null) {
                break;
            }
            connect(next);
        }
        if (!isOver() && isIdle() && unwritten.isEmpty()) {
            exhausted("no provider could deliver " + name);
        }
    }

    private void connect(Provider provider) {
        ProviderLink link = new ProviderLink(context, provider, this);
        sources.put(link, new Source());
        greet(provider, udpPort -> {
            ContentId wanted = content;
            if (sources.containsKey(link) && wanted != null) {
                link.connect(new ContentWire.Open(udpPort, wanted.root()));
            }
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
        if (isOver()) {
            return;
        }
        if (known == null) {
            askForHashes();
        } else if (phase == Phase.FETCHING && done.cardinality() == known.pieces()) {
            finish();
        } else if (phase == Phase.FETCHING) {
            sources.forEach((link, source) -> {
                if (source.connected) {
                    fill(link, source, known);
                }
            });
        }
    }

    /** Whoever we had it from may be gone by the time his last pieces are on the disk. */
    private void goOnOrLookForOthers() {
        goOn();
        connectMore();
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
        int window = Math.min(source.window, most);
        // Several requests are on their way at any time.
        int longest = Math.max(1, Math.min(window / 4, MAX_RUN / Manifest.pieceSize(known.length())));
        // Of many downloads each has something on its way, and more if there is room.
        while (source.asked() < window
                && unwrittenBytes < MAX_UNWRITTEN
                && (heldBytes == 0 || context.blocks().haveRoom())) {
            @Nullable Run run = nextRun(Math.min(longest, window - source.asked()));
            if (run == null && source.asked.isEmpty()) {
                run = askedElsewhere();
            }
            if (run == null) {
                return;
            }
            todo.clear(run.first(), run.end());
            source.asked.add(run);
            hold(bytes(run, known));
            link.ask(new ContentWire.Request(ContentWire.Type.BYTES, known.offset(run.first()), bytes(run, known)));
        }
    }

    private static int bytes(Run run, Manifest known) {
        return (int) (known.offset(run.end() - 1) + known.size(run.end() - 1) - known.offset(run.first()));
    }

    /** Counts memory that is needed, or with a negative number that is not any more. */
    private void hold(long bytes) {
        heldBytes += bytes;
        context.blocks().reserve(bytes);
    }

    private @Nullable Run nextRun(int longest) {
        int first = todo.nextSetBit(0);
        return first < 0 ? null : new Run(first, Math.min(longest, todo.nextClearBit(first) - first));
    }

    /** What somebody else was asked for, the last first: he will be at it latest. */
    private @Nullable Run askedElsewhere() {
        return sources.values().stream()
                .flatMap(other -> other.asked.stream())
                .filter(run -> run.isNoneOf(done) && run.isNoneOf(unwritten))
                .max(Comparator.comparingInt(Run::first))
                .orElse(null);
    }

    @Override
    public void answered(ProviderLink link, ContentWire.Request request, @Nullable Body body) {
        Source source = sources.get(link);
        ContentId wanted = content;
        if (source == null || wanted == null) {
            if (body != null) {
                body.free();
            }
            return;
        }
        if (body == null) {
            drop(link, "it does not have the file", false);
        } else if (request.type() == ContentWire.Type.HASHES) {
            source.hashesAsked = false;
            Manifest told = Manifest.of(wanted.length(), body.toByteArray());
            body.free();
            if (!told.id().equals(wanted)) {
                drop(link, "its hashes are not those of the file", true);
            } else if (manifest == null) {
                open(told);
            }
        } else {
            keep(link, source, run(request, wanted.length()), body);
        }
    }

    private static Run run(ContentWire.Request request, long length) {
        int size = Manifest.pieceSize(length);
        return new Run((int) (request.offset() / size), (request.count() + size - 1) / size);
    }

    private void keep(ProviderLink link, Source source, Run run, Body body) {
        PartialFile file = partial;
        Manifest known = manifest;
        source.asked.remove(run);
        if (file == null || known == null || !run.isNoneOf(done) || !run.isNoneOf(unwritten)) {
            hold(-body.length());
            body.free();
            goOn();
            return;
        }
        unwritten.set(run.first(), run.end());
        unwrittenBytes += body.length();
        source.window += run.count();
        fill(link, source, known);
        context.verifying().execute(() -> {
            OptionalInt wrong = known.wrongPiece(run.first(), body);
            if (wrong.isEmpty()) {
                write(file, known.offset(run.first()), run, body);
            } else {
                body.free();
                context.worker().execute(() -> {
                    if (!isOver() && file == partial) {
                        unwritten.clear(run.first(), run.end());
                        unwrittenBytes -= body.length();
                        hold(-body.length());
                        giveBack(run);
                        drop(link, "piece " + wrong.getAsInt() + " has not the right hash", true);
                        goOnOrLookForOthers();
                    }
                });
            }
        });
    }

    /** It is to be asked for again, unless it came or is to come from somebody else. So two runs are the same or have no piece in common. */
    private void giveBack(Run run) {
        boolean elsewhere = sources.values().stream().anyMatch(source -> source.asked.contains(run));
        if (!elsewhere && run.isNoneOf(done) && run.isNoneOf(unwritten)) {
            todo.set(run.first(), run.end());
        }
    }

    /** On the verifying worker. */
    private void write(PartialFile file, long offset, Run run, Body body) {
        onDisk(
                file,
                () -> {
                    try {
                        file.write(offset, body);
                    } finally {
                        body.free();
                    }
                    return body.length();
                },
                written -> {
                    unwritten.clear(run.first(), run.end());
                    unwrittenBytes -= written;
                    hold(-written);
                    done.set(run.first(), run.end());
                    doneBytes += written;
                    unforcedBytes += written;
                    forceSome(file);
                    advanced();
                    report(DownloadProgress.State.FETCHING);
                    goOnOrLookForOthers();
                });
    }

    /** The disk begins early, so that not all is left to the end. */
    private void forceSome(PartialFile file) {
        if (unforcedBytes < FORCED_AT_ONCE || forcing) {
            return;
        }
        unforcedBytes = 0;
        forcing = true;
        on(
                context.forcing(),
                file,
                () -> {
                    file.force();
                    return file;
                },
                forced -> forcing = false);
    }

    @Override
    public void ended(ProviderLink link, String why, boolean lied) {
        drop(link, why, lied);
    }

    /** Goes on without a provider. */
    private void drop(ProviderLink link, String why, boolean lied) {
        Source source = sources.remove(link);
        if (lied) {
            lied(link.provider());
        }
        if (source == null || isOver()) {
            return;
        }
        link.close();
        Manifest known = manifest;
        if (known != null) {
            source.asked.forEach(run -> hold(-bytes(run, known)));
        }
        source.asked.forEach(this::giveBack);
        dropped(link.provider(), why, lied);
        connectMore();
        goOn();
    }

    @Override
    void look() {
        for (Map.Entry<ProviderLink, Source> entry : List.copyOf(sources.entrySet())) {
            Source source = entry.getValue();
            boolean waiting = source.hashesAsked || !source.asked.isEmpty();
            if (source.pace.isTooSlow(entry.getKey().received(), waiting)) {
                drop(entry.getKey(), source.pace.words(), false);
            }
        }
    }

    @Override
    boolean isIdle() {
        return sources.isEmpty() && phase != Phase.OPENING && phase != Phase.FINISHING;
    }

    // Ends

    private void finish() {
        PartialFile file = partial;
        Manifest known = manifest;
        if (file == null || known == null) {
            return;
        }
        phase = Phase.FINISHING;
        leaveAll();
        // Behind what is being forced already: whose failure is told once, to that one.
        on(
                context.forcing(),
                file,
                () -> {
                    file.forceWhole();
                    return file;
                },
                forced -> onDisk(
                        forced,
                        forced::finish,
                        path -> provide(new LocalFile(name, known.id(), path, known), Publisher.Reason.JOIN)));
    }

    private void leaveAll() {
        for (ProviderLink link : List.copyOf(sources.keySet())) {
            link.close();
        }
        sources.clear();
        hold(-heldBytes);
    }

    @Override
    void stop() {
        leaveAll();
        closePartial();
    }

    private void closePartial() {
        PartialFile file = partial;
        partial = null;
        if (file != null) {
            file.abandon();
            context.writing().execute(() -> {
                try {
                    file.close();
                } catch (IOException e) {
                    log.debug("A partial file was not closed in order", e);
                }
            });
        }
    }

    @Override
    long kept() {
        return doneBytes;
    }

    @Override
    DownloadProgress progress(DownloadProgress.State state) {
        ContentId wanted = content;
        return new DownloadProgress(
                state, doneBytes, wanted == null ? 0 : wanted.length(), resumedBytes, sources.size());
    }
}
