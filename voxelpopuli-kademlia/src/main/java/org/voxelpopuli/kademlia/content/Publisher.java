package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.records.StoreResult;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * Tells the network what this node provides. Belongs to the content worker; the records are the node's, on its own worker.
 *
 * <p>Of two nodes that become providers at the same moment, both take the same version, and one of the two kad-files wins. So each looks again after a minute, and then every hour, and stores again
 * when it finds itself missing (SPEC P3). That also brings back what the network has lost. It does not put itself into a list that is full, nor into the kad-file of another content: that has replaced
 * ours.
 */
final class Publisher {
    private static final Logger log = LoggerFactory.getLogger(Publisher.class);
    private static final Duration FIRST_LOOK = Duration.ofMinutes(1);
    private static final Duration LOOK = Duration.ofHours(1);
    private static final long JITTER = Duration.ofSeconds(30).toNanos();
    private static final int MAX_LOOKS = 8;
    private static final int TRIES = 3;

    /**
     * Why something is published.
     *
     * @param joins whether we join the providers, since it was fetched, or found missing; else the user puts it, and whatever is there gets a new version
     * @param version up to which a kad-file that does not say its content is taken for one of ours
     * @param source whom we have it from: so is a later one that still names him
     */
    record Reason(boolean joins, long version, Optional<Provider> source) {
        /** The user puts it. */
        static final Reason PUT = new Reason(false, 0, Optional.empty());

        /** We join the providers of what says its content. */
        static final Reason JOIN = new Reason(true, 0, Optional.empty());

        /** Whether a kad-file is one of our content, and we may put ourselves into it. */
        boolean isFor(KadFile present, LocalFile file, Provider own) {
            boolean ours = present.isVerified()
                    || (joins
                            && (present.version() <= version
                                    || present.isProvidedBy(own.peer())
                                    || source.filter(present.providers()::contains)
                                            .isPresent()));
            return ours && present.isOf(file.name(), file.content());
        }
    }

    private final ContentContext context;
    private final RecordService records;
    private final Library library;
    private final Map<NodeId, Long> due = new HashMap<>();
    /** The last versions that we stored. */
    private final Map<NodeId, Long> published = new HashMap<>();

    private Optional<Provider> self = Optional.empty();
    private int looking;

    Publisher(ContentContext context, RecordService records, Library library) {
        this.context = context;
        this.records = records;
        this.library = library;
    }

    /** From now on others reach us here. */
    void start(InetSocketAddress address) {
        self = Optional.of(new Provider(context.node().id(), address));
        tick();
    }

    /** @throws ContentException if the node has not started */
    Provider self() {
        return self.orElseThrow(() ->
                new ContentException("the content node has not started: call start(), and wait for its future", null));
    }

    /** Where others fetch files; empty before the start. */
    Optional<Provider> started() {
        return self;
    }

    /** The kad-files that this node keeps for the network, by name. */
    void known(Consumer<List<KadFile>> done) {
        context.node().worker().execute(() -> {
            List<KadFile> known = records.store().keys().stream()
                    .flatMap(key -> records.store().get(key).stream())
                    .flatMap(record -> read(record.value()).stream())
                    .sorted(Comparator.comparing(file -> file.name().toString()))
                    .toList();
            context.worker().execute(() -> done.accept(known));
        });
    }

    /** From now on the records under these keys are neither kept nor given. */
    void refuse(Set<NodeId> keys) {
        context.node().worker().execute(() -> records.store().refuse(keys));
    }

    private void tick() {
        context.worker().schedule(FIRST_LOOK.dividedBy(4), this::tick);
        long now = now();
        List<LocalFile> ready = new ArrayList<>();
        Set<NodeId> provided = new HashSet<>();
        for (LocalFile file : library.all()) {
            provided.add(file.name().key());
            Long at = due.get(file.name().key());
            if (at != null && now - at >= 0 && ready.size() + looking < MAX_LOOKS) {
                ready.add(file);
            }
        }
        due.keySet().retainAll(provided);
        published.keySet().retainAll(provided);
        ready.forEach(this::look);
    }

    private long now() {
        return context.environment().clock().nanos();
    }

    private void lookIn(NodeId key, Duration time) {
        due.put(key, now() + time.toNanos() + context.environment().random().nextLong(JITTER));
    }

    /** Takes up a file that was provided before a restart: the network is looked at soon. */
    void takeUp(LocalFile file) {
        due.put(file.name().key(), now());
    }

    /** Looks whether the network knows that we have a file, if we still have it. */
    private void look(LocalFile file) {
        looking++;
        lookIn(file.name().key(), LOOK);
        ifThere(file, there -> {
            if (there) {
                compare(file);
            } else {
                looking--;
            }
        });
    }

    /** Whether a file is where it was, with the length that it had. */
    void ifThere(LocalFile file, Consumer<Boolean> then) {
        context.hashing().execute(() -> {
            boolean there = isThere(file);
            context.worker().execute(() -> then.accept(there));
        });
    }

    private boolean isThere(LocalFile file) {
        try (FileChannel channel = context.files().open(file.path(), false)) {
            return channel.size() == file.content().length();
        } catch (IOException e) {
            log.warn("{} is provided, but cannot be read: {}", file.path(), Futures.words(e));
            return false;
        }
    }

    private void compare(LocalFile file) {
        find(file.name(), found -> {
            looking--;
            long version = published.getOrDefault(file.name().key(), 0L);
            Reason reason = new Reason(true, version, Optional.empty());
            if (mustJoin(file, reason, found)) {
                publish(file, reason, (published, failure) -> {});
            }
        });
    }

    private boolean mustJoin(LocalFile file, Reason reason, List<KadFile> found) {
        if (found.isEmpty()) {
            return true;
        }
        KadFile newest = found.get(0);
        return reason.isFor(newest, file, self())
                && !newest.providers().contains(self())
                && (newest.isProvidedBy(self().peer()) || !isFull(newest));
    }

    private boolean isFull(KadFile file) {
        return joined(file, self(), file.id()).providers().size()
                == file.providers().size();
    }

    /** The kad-files under a name, the newest first. */
    void find(SongName name, Consumer<List<KadFile>> done) {
        context.node().worker().execute(() -> {
            var unused = records.find(context.sharing().key(name), true, values -> {
                List<KadFile> found = new ArrayList<>();
                values.forEach(value ->
                        read(value).filter(file -> file.name().equals(name)).ifPresent(found::add));
                context.worker().execute(() -> done.accept(found));
            });
        });
    }

    private static Optional<KadFile> read(WireValue value) {
        try {
            return Optional.of(KadFiles.read(value));
        } catch (BadValueException e) {
            log.debug("A record that is no kad-file was found: {}", e.getMessage());
            return Optional.empty();
        }
    }

    /** Stores the kad-file of a file that we provide. */
    void publish(LocalFile file, Reason reason, BiConsumer<Optional<KadFile>, String> done) {
        publish(file, reason, TRIES, done);
    }

    private void publish(LocalFile file, Reason reason, int tries, BiConsumer<Optional<KadFile>, String> done) {
        NodeId key = file.name().key();
        lookIn(key, FIRST_LOOK);
        NodeId id = NodeId.random(context.environment().random());
        List<KadFile> written = new ArrayList<>();
        Provider own = self();
        context.node()
                .worker()
                .execute(() -> records.putNext(
                        context.sharing().key(file.name()),
                        newest -> {
                            KadFile next = next(file, reason, own, id, newest);
                            written.clear();
                            written.add(next);
                            return KadFiles.write(next);
                        },
                        result -> context.worker().execute(() -> {
                            if (result.kept() > 0) {
                                if (written.get(0).providers().contains(own)) {
                                    published.put(key, written.get(0).version());
                                }
                                context.tell(listener -> listener.published(written.get(0)));
                                done.accept(Optional.of(written.get(0)), "");
                            } else if (result.tooOld() > 0 && tries > 1) {
                                // Somebody was faster: now his version counts.
                                publish(file, reason, tries - 1, done);
                            } else {
                                done.accept(Optional.empty(), words(result));
                            }
                        })));
    }

    private static String words(StoreResult result) {
        return "no node keeps the kad-file: " + result.tooOld() + " have a newer one, " + result.failed()
                + " have no room, refuse it or do not answer";
    }

    /** On the node's worker. */
    private KadFile next(LocalFile file, Reason reason, Provider own, NodeId id, Optional<DhtRecord> newest) {
        Optional<KadFile> found = newest.flatMap(record -> read(record.value()));
        if (found.isEmpty()) {
            return alone(file, 1, own, id);
        }
        KadFile present = found.get();
        if (reason.isFor(present, file, own)) {
            boolean listed = present.providers().contains(own);
            return reason.joins() && listed ? present : joined(present, own, id);
        }
        return reason.joins() ? present : alone(file, present.nextVersion(), own, id);
    }

    private KadFile alone(LocalFile file, long version, Provider own, NodeId id) {
        Optional<ContentId> content =
                context.sharing() == Sharing.VERIFIED ? Optional.of(file.content()) : Optional.empty();
        return new KadFile(file.name(), version, id, content, List.of(own));
    }

    /** The next version, with us in front of the others. */
    private static KadFile joined(KadFile file, Provider own, NodeId id) {
        List<Provider> providers = new ArrayList<>();
        providers.add(own);
        file.providers().stream()
                .filter(provider -> !provider.peer().equals(own.peer()))
                .forEach(providers::add);
        return KadFiles.fitting(file.name(), file.nextVersion(), id, file.content(), providers);
    }
}
