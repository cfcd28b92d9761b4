package org.voxelpopuli.kademlia.content;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.runtime.Worker;

/**
 * One song on its way here: what does not depend on how it is fetched. Belongs to the content worker.
 *
 * <p>The kad-file is looked for, and its providers are offered one by one. When nobody is left, the kad-file is looked for again, after a pause, as long as that helps.
 */
abstract class Downloading implements Download {
    private static final Logger log = LoggerFactory.getLogger(Downloading.class);
    private static final int ROUNDS = 4;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LOOK = Duration.ofSeconds(5);
    /** So many looks in a row below the minimum rate. */
    private static final int SLOW_LOOKS = 6;

    private static final int MAX_REASONS = 5;

    /** Who is to be told of a download. */
    record Wanted(Ledger.Wish wish, boolean again, BiConsumer<Downloading, Boolean> onEnd) {}

    /** Finds out who is slower than is allowed. */
    final class Pace {
        private long receivedBefore;
        private int slowLooks;

        /**
         * To be asked at each look.
         *
         * @param received bytes so far
         * @param waiting whether more is wanted of him
         */
        boolean isTooSlow(long received, boolean waiting) {
            long least = context.settings().minimumRate() * LOOK.toSeconds();
            boolean slow = waiting && received - receivedBefore < least;
            receivedBefore = received;
            slowLooks = slow ? slowLooks + 1 : 0;
            return slowLooks >= SLOW_LOOKS;
        }

        String words() {
            return "it sends less than " + context.settings().minimumRate() + " bytes per second";
        }
    }

    final ContentContext context;
    final Library library;
    final SongName name;
    private final Publisher publisher;
    private final Liars liars;
    private final DownloadFolder folder;
    /** Whether it goes on after a restart: then the network may still be far away. */
    private final boolean again;

    /** Is told the end, and whether it is only for now. */
    private final BiConsumer<Downloading, Boolean> onEnd;

    private final CompletableFuture<Path> work = new CompletableFuture<>();
    private final CompletableFuture<Path> result;
    private final Deque<Provider> candidates = new ArrayDeque<>();
    private final Set<Provider> tried = new HashSet<>();
    private final List<String> reasons = new ArrayList<>();
    private volatile DownloadProgress progress = DownloadProgress.NONE;
    private int round;
    private boolean begun;
    private boolean over;
    private boolean interrupted;
    private boolean waiting;
    private volatile boolean cancelled;

    Downloading(ContentContext context, Publisher publisher, Library library, Liars liars, Wanted wanted) {
        this.context = context;
        this.publisher = publisher;
        this.library = library;
        this.liars = liars;
        this.name = wanted.wish().name();
        this.folder = new DownloadFolder(context.files(), wanted.wish().folder(), FileNames.of(name));
        this.again = wanted.again();
        this.onEnd = wanted.onEnd();
        this.result = context.call(waiting -> {
            var unused = work.whenComplete((path, failure) -> context.finish(waiting, path, failure));
        });
    }

    // How it is fetched

    /** The kad-files were found, the newest first. */
    abstract void found(List<KadFile> found);

    /** Goes on with the {@link #nextCandidate candidates}. */
    abstract void connectMore();

    /** Whether nobody is connected. */
    abstract boolean isIdle();

    /** Called every {@link #LOOK}. */
    abstract void look();

    /** Leaves the providers, and closes what is being written. */
    abstract void stop();

    /** Bytes that are kept for the next try. */
    abstract long kept();

    abstract DownloadProgress progress(DownloadProgress.State state);

    // Download

    @Override
    public final SongName name() {
        return name;
    }

    @Override
    public final DownloadProgress progress() {
        return progress;
    }

    @Override
    public final CompletableFuture<Path> result() {
        return Futures.copy(result);
    }

    @Override
    public final void cancel() {
        cancelled = true;
        context.worker().execute(() -> fail("it was cancelled"));
    }

    /** On any thread; it may be about to end. */
    final boolean isCancelled() {
        return cancelled;
    }

    /** The node closes; the next one goes on. */
    final void interrupt() {
        interrupted = true;
        fail("the content node is closed");
    }

    // Searching

    final void begin() {
        try {
            library.requireAllowed(name);
            publisher.self();
        } catch (ContentException e) {
            fail(String.valueOf(e.getMessage()));
            return;
        }
        scheduleLook();
        search();
    }

    private void scheduleLook() {
        context.worker().schedule(LOOK, () -> {
            if (!over) {
                scheduleLook();
                look();
            }
        });
    }

    private void search() {
        publisher.find(name, found -> {
            if (over) {
                return;
            }
            if (!found.isEmpty()) {
                found(found);
            } else if (again) {
                exhausted("no node knows " + name);
            } else {
                fail("no node knows " + name);
            }
        });
    }

    /** The song is here already, unless its file has gone meanwhile or is another now: then it is fetched. */
    final void unlessGone(LocalFile ours, Runnable fetch) {
        publisher.ifThere(ours, there -> {
            if (there) {
                succeed(ours.path());
            } else if (!over) {
                fetch.run();
            }
        });
    }

    /** Whether a file is too long to be fetched; then the download is over. */
    final boolean isTooLong(long length) {
        long max = context.settings().maxFileBytes();
        if (length > max) {
            fail(name + " has " + length + " bytes, allowed are " + max);
        }
        return length > max;
    }

    final Provider self() {
        return publisher.self();
    }

    /** Providers, in an order of their own, that may be asked and were not. */
    final void addCandidates(Set<Provider> providers) {
        List<Provider> shuffled = new ArrayList<>(new LinkedHashSet<>(providers));
        RandomGenerator random = context.environment().random();
        for (int i = shuffled.size() - 1; i > 0; i--) {
            shuffled.add(shuffled.remove(random.nextInt(i + 1)));
        }
        for (Provider provider : shuffled) {
            Optional<String> refusal = AddressRule.refusal(self(), provider);
            if (refusal.isPresent()) {
                tell(provider, refusal.get());
            } else if (liars.contains(provider)) {
                tell(provider, "it has sent wrong bytes lately");
            } else if (!provider.address().equals(self().address()) && tried.add(provider)) {
                candidates.add(provider);
            }
        }
    }

    final @Nullable Provider nextCandidate() {
        return candidates.poll();
    }

    final boolean hasCandidates() {
        return !candidates.isEmpty();
    }

    private void tell(Provider provider, String why) {
        if (reasons.size() < MAX_REASONS) {
            reasons.add(provider + ": " + why);
        }
    }

    /** Greets a provider (SPEC P4), and goes on. */
    final void greet(Provider provider, Consumer<Integer> then) {
        context.node().worker().execute(() -> {
            int udpPort = context.node().network().self().address().getPort();
            context.node().greet(provider.address());
            context.worker().execute(() -> then.accept(udpPort));
        });
    }

    /** A provider is left. */
    final void dropped(Provider provider, String why, boolean lied) {
        log.debug("{} is fetched without {}: {}", name, provider, why);
        tell(provider, why);
        context.tell(listener -> listener.dropped(name, provider, why, lied));
    }

    final void lied(Provider provider) {
        liars.add(provider);
    }

    /** More is there than ever before; so it is worth to look for others when nobody is left. */
    final void advanced() {
        round = 0;
    }

    /** There is something to go on with after a restart. */
    final void hasBegun() {
        begun = true;
    }

    final void exhausted(String why) {
        if (waiting) {
            return;
        }
        if (++round > ROUNDS) {
            fail(why
                    + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")")
                    + (kept() > 0 ? ". " + kept() + " bytes are kept for the next try" : ""));
            return;
        }
        waiting = true;
        report(DownloadProgress.State.WAITING);
        context.worker().schedule(FIRST_PAUSE.multipliedBy(1L << (round - 1)), () -> {
            waiting = false;
            if (!over && isIdle()) {
                tried.clear();
                reasons.clear();
                search();
            }
        });
    }

    // The disk

    final DownloadFolder folder() {
        return folder;
    }

    /**
     * Does something that blocks, and goes on with what it gives if that is still wanted. What the disk says ends the download.
     *
     * @param file what is written, as {@link #written} gives it
     */
    final <T> void onDisk(Object file, Callable<T> task, Consumer<T> then) {
        on(context.writing(), file, task, then);
    }

    /** As {@link #onDisk}, on another worker that may wait. */
    final <T> void on(Worker worker, Object file, Callable<T> task, Consumer<T> then) {
        worker.execute(() -> {
            try {
                T value = task.call();
                context.worker().execute(() -> {
                    if (!over && file == written()) {
                        then.accept(value);
                    }
                });
            } catch (Exception e) {
                context.worker().execute(() -> {
                    if (file == written()) {
                        fail("it cannot be written: " + Futures.words(e));
                    }
                });
            }
        });
    }

    /** What is being written; null for nothing. */
    abstract @Nullable Object written();

    // Ends

    final boolean isOver() {
        return over;
    }

    /** The file is there, and from now on provided. */
    final void provide(LocalFile local, Publisher.Reason reason) {
        try {
            library.add(local);
            publisher.publish(local, reason, (published, failure) -> {
                if (published.isEmpty()) {
                    log.warn("{} was fetched, but the network does not know it: {}", name, failure);
                }
            });
        } catch (ContentException e) {
            log.warn("{} was fetched, but is not provided: {}", name, e.getMessage());
        }
        succeed(local.path());
    }

    final void succeed(Path path) {
        if (end(false)) {
            report(DownloadProgress.State.DONE);
            context.tell(listener -> listener.downloaded(name, path));
            work.complete(path);
        }
    }

    final void fail(String why) {
        // What has begun is taken up at the next start of the node, unless the user does not want it.
        if (end(interrupted || (!cancelled && (again || begun)))) {
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
        stop();
        onEnd.accept(this, forNow);
        return true;
    }

    final void report(DownloadProgress.State state) {
        DownloadProgress now = progress(state);
        progress = now;
        context.tell(listener -> listener.progressed(name, now));
    }
}
