package org.voxelpopuli.replication;

import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.Worker;

/** The connections of this node to others, one for each, opened when needed and closed when idle. Belongs to the worker of the replication. */
final class PeerLinks implements PeerLink.Listener {
    private static final Logger log = LoggerFactory.getLogger(PeerLinks.class);
    private static final Duration IDLE = Duration.ofSeconds(60);

    /** A network has more nodes than one talks to; beyond this many, those that nobody uses are closed at once. */
    private static final int MAX_LINKS = 512;

    private static final int MAX_DOWN = 4_096;

    /** Nobody is tried more often. */
    private static final long TRIED_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Nobody waits for a node that is down, so it is tried often enough that a network which was cut in two is one again within a lease. */
    private static final int MAX_DOUBLINGS = 1;

    private final PeerContext context;
    private final Worker worker;
    private final Worker names;
    private final ReplicationSettings settings;
    private final Consumer<ServerAddress> lost;
    private final Runnable back;
    private final Map<ServerAddress, PeerLink> links = new HashMap<>();
    private final Map<ServerAddress, Down> down = new HashMap<>();
    private boolean closed;

    /**
     * Who fails again and again is left alone for longer and longer.
     *
     * @param silent whether it was silent, so that it takes long to find out whether it still is
     */
    private record Down(int failures, long since, long until, boolean silent) {}

    /**
     * No links yet.
     *
     * @param lost is told of nodes that could not be reached, or not any more
     * @param back is told when one of them is there again
     */
    PeerLinks(
            PeerContext context,
            Worker worker,
            ReplicationSettings settings,
            Consumer<ServerAddress> lost,
            Runnable back) {
        this.context = context;
        this.worker = worker;
        this.names = context.environment().worker("voxelpopuli-peer-names");
        this.settings = settings;
        this.lost = lost;
        this.back = back;
    }

    /** Whether a node could not be reached when it was tried last. If that is a while ago it is tried once more, and counts as down until it has answered. */
    boolean isDown(ServerAddress server) {
        boolean isDown = down.containsKey(server);
        if (isDown) {
            link(server);
        }
        return isDown;
    }

    /**
     * Tries nodes that are down once more, for somebody who has nobody else. Completes on the worker: whether one of them is there. Whoever was silent the last time is
     * tried, too, and not waited for.
     */
    CompletableFuture<Boolean> isOneThere(List<ServerAddress> servers) {
        List<CompletableFuture<Boolean>> tried =
                servers.stream().map(this::isThereNow).toList();
        return CompletableFuture.allOf(tried.toArray(CompletableFuture[]::new))
                .thenApply(all -> tried.stream().anyMatch(CompletableFuture::join));
    }

    private CompletableFuture<Boolean> isThereNow(ServerAddress server) {
        Down known = down.get(server);
        if (known == null) {
            return CompletableFuture.completedFuture(true);
        }
        long early = known.since() + TRIED_AGAIN_NANOS - now();
        if (early > 0 && !known.silent()) {
            CompletableFuture<Boolean> later = new CompletableFuture<>();
            worker.schedule(Duration.ofNanos(early), () -> Futures.forward(isThereNow(server), later));
            return later;
        }
        if (isLeftAlone(server) && early <= 0) {
            down.put(server, new Down(known.failures(), known.since(), now(), known.silent()));
        }
        PeerLink link = link(server);
        return link == null || known.silent() ? CompletableFuture.completedFuture(false) : link.reached();
    }

    private boolean isLeftAlone(ServerAddress server) {
        Down known = down.get(server);
        return known != null && known.until() - now() > 0;
    }

    private long now() {
        return context.environment().clock().nanos();
    }

    /** Asks a node, which must prove its id. Fails with {@link PeerException}; at once if it was not there a moment ago. */
    CompletableFuture<Answer> ask(PeerNode node, Question question, Duration timeout) {
        PeerLink link = link(node.server());
        if (link == null) {
            return CompletableFuture.failedFuture(new PeerException(node.server() + " is down"));
        }
        Optional<WriterId> id = link.id();
        if (id.isPresent() && !id.get().equals(node.id())) {
            return CompletableFuture.failedFuture(
                    new PeerException(node.server() + " is the node " + id.get() + " now, and not " + node.id()));
        }
        return link.ask(question, timeout);
    }

    /** Asks whoever serves at an address. */
    CompletableFuture<Answer> ask(ServerAddress server, Question question, Duration timeout) {
        PeerLink link = link(server);
        return link == null
                ? CompletableFuture.failedFuture(new PeerException(server + " is down"))
                : link.ask(question, timeout);
    }

    private @org.jspecify.annotations.Nullable PeerLink link(ServerAddress server) {
        PeerLink present = links.get(server);
        if (present != null) {
            return present;
        }
        if (closed || isLeftAlone(server) || server.equals(context.address())) {
            return null;
        }
        if (links.size() >= MAX_LINKS) {
            closeIdle(Duration.ofSeconds(1));
        }
        PeerLink link = new PeerLink(context, worker, server, settings.answerTime(), this);
        links.put(server, link);
        names.execute(() -> {
            try {
                var address = server.toSocketAddress();
                worker.execute(() -> link.connect(address));
            } catch (UnknownHostException e) {
                worker.execute(() -> link.end("has a name that does not resolve"));
            }
        });
        return link;
    }

    @Override
    public void proved(PeerLink link) {
        if (down.remove(link.server()) != null) {
            back.run();
        }
    }

    @Override
    public void ended(PeerLink link, String why) {
        if (!links.remove(link.server(), link)) {
            return;
        }
        if (down.size() >= MAX_DOWN) {
            down.clear();
        }
        Down before = down.get(link.server());
        int failures = before == null ? 1 : before.failures() + 1;
        long pause = settings.downTime().toNanos() << Math.min(failures - 1, MAX_DOUBLINGS);
        down.put(link.server(), new Down(failures, now(), now() + pause, link.wasSilent()));
        log.debug("{} {}", link.server(), why);
        if (!closed) {
            lost.accept(link.server());
        }
    }

    void closeIdle() {
        closeIdle(IDLE);
    }

    private void closeIdle(Duration idle) {
        long before = now() - idle.toNanos();
        for (PeerLink link : List.copyOf(links.values())) {
            if (link.lastUsed() - before < 0) {
                links.remove(link.server());
                link.end("was idle");
            }
        }
    }

    void close() {
        closed = true;
        List.copyOf(links.values()).forEach(link -> link.end("is not needed any more"));
        links.clear();
        names.close();
    }
}
