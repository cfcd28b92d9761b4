package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.world.ChunkPos;

/**
 * One connection of protocol v2 and the chunks that it carries. A server that is silent, floods, does not read or talks nonsense is left. Frames are
 * decoded on the connection's worker; the rest belongs to the owner of its {@link ServerLinks}.
 */
final class ServerLink {
    /** A server tells the time of each chunk once a second: without any word for this long it, or the way to it, is dead. */
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private static final Duration CHECK = Duration.ofMillis(250);

    /** A connection without a chunk is kept for so long, in case one comes. */
    private static final Duration LINGER = Duration.ofSeconds(5);

    private static final int MAX_QUEUED_FRAMES = 16_384;
    private static final int MAX_QUEUED_CHUNKS = 1_024;

    private final ServerLinks links;
    private final InetSocketAddress address;
    private final Map<ChunkPos, ChunkSubscription> subscriptions = new LinkedHashMap<>();
    private final FrameSession session;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicInteger queuedChunks = new AtomicInteger();
    /** Whether hello was said. What follows need not wait for the welcome. */
    private boolean begun;

    private boolean over;
    private boolean suspected;
    private volatile long heardNanos;
    private long idleSinceNanos;

    ServerLink(ServerLinks links, InetSocketAddress address, Duration timeout) {
        this.links = links;
        this.address = address;
        this.session =
                FrameSession.open(links.environment, address, links.hello(), timeout, links.traffic, new Inbound());
        this.idleSinceNanos = now();
    }

    InetSocketAddress address() {
        return address;
    }

    private long now() {
        return links.environment.clock().nanos();
    }

    ChunkSubscription subscribe(ChunkPos chunk, Duration timeout, ChunkSubscription.Listener listener) {
        ChunkSubscription subscription = new ChunkSubscription(this, chunk, listener);
        subscriptions.put(chunk, subscription);
        if (begun) {
            session.send(new ClientFrame.Subscribe(chunk));
        }
        links.owner.schedule(timeout, () -> {
            if (!subscription.isShown() && subscriptions.get(chunk) == subscription) {
                send(new ClientFrame.Unsubscribe(chunk));
                end(
                        subscription,
                        new HandshakeException(
                                HandshakeException.Kind.SILENT,
                                session.server() + " has not shown the chunk within " + timeout.toMillis() + " ms"));
            }
        });
        return subscription;
    }

    void send(ClientFrame frame) {
        if (begun && !over) {
            session.send(frame);
        }
    }

    CompletableFuture<Void> unsubscribe(ChunkSubscription subscription) {
        if (subscriptions.remove(subscription.chunk(), subscription)) {
            send(new ClientFrame.Unsubscribe(subscription.chunk()));
            idleSinceNanos = now();
        }
        return CompletableFuture.completedFuture(null);
    }

    private void end(ChunkSubscription subscription, HandshakeException reason) {
        if (subscriptions.remove(subscription.chunk(), subscription)) {
            idleSinceNanos = now();
            subscription.listener().closed(reason);
        }
    }

    private void welcome(ServerFrame.Welcome welcome) {
        if (!links.learn(welcome.world())) {
            session.fail("is part of another world, " + welcome.world());
            return;
        }
        watch();
    }

    private void watch() {
        if (over) {
            return;
        }
        long now = now();
        boolean shown = subscriptions.values().stream().anyMatch(ChunkSubscription::isShown);
        boolean silent = shown && now - heardNanos > SILENCE.toNanos();
        if (silent && suspected) {
            session.fail("has been silent for " + SILENCE.toSeconds() + " s");
            return;
        }
        // If it was we who stood still, what the server said meanwhile is about to be read.
        suspected = silent;
        if (subscriptions.isEmpty() && now - idleSinceNanos > LINGER.toNanos()) {
            var unused = close();
        } else {
            links.owner.schedule(CHECK, this::watch);
        }
    }

    private void received(ServerFrame frame) {
        if (frame instanceof ServerFrame.InChunk inChunk) {
            ChunkSubscription subscription = subscriptions.get(inChunk.chunk());
            if (subscription != null && subscription.isShown()) {
                subscription.listener().received(inChunk.packet());
            }
        } else if (frame instanceof ServerFrame.ChunkState state) {
            ChunkSubscription subscription = subscriptions.get(state.chunk());
            if (subscription != null) {
                subscription.show(state);
            }
        } else if (frame instanceof ServerFrame.BlocksChanged changed) {
            ChunkSubscription subscription = subscriptions.get(changed.chunk());
            if (subscription != null && !subscription.show(changed)) {
                send(new ClientFrame.Subscribe(changed.chunk()));
            }
        } else if (frame instanceof ServerFrame.EditAccepted accepted) {
            ChunkSubscription subscription = subscriptions.get(accepted.chunk());
            if (subscription != null) {
                subscription.listener().editAccepted(accepted.number());
            }
        } else if (frame instanceof ServerFrame.EditRefused refused) {
            ChunkSubscription subscription = subscriptions.get(refused.chunk());
            if (subscription != null) {
                subscription.listener().editRefused(refused.number(), refused.reason());
            }
        } else if (frame instanceof ServerFrame.Displaced displaced) {
            ChunkSubscription subscription = subscriptions.get(displaced.chunk());
            if (subscription != null) {
                subscription.listener().displaced(displaced.reason());
            }
        } else if (frame instanceof ServerFrame.Redirect redirect) {
            end(redirect.chunk(), "serves the chunk no more, but " + redirect.server(), Optional.of(redirect.server()));
        } else if (frame instanceof ServerFrame.ChunkGone gone) {
            end(gone.chunk(), "refused: " + gone.reason(), Optional.empty());
        }
    }

    private void end(ChunkPos chunk, String what, Optional<ServerAddress> redirect) {
        ChunkSubscription subscription = subscriptions.get(chunk);
        if (subscription != null) {
            end(
                    subscription,
                    new HandshakeException(HandshakeException.Kind.REFUSED, session.server() + " " + what, redirect));
        }
    }

    private void ended(HandshakeException reason) {
        if (over) {
            return;
        }
        over = true;
        links.forget(this);
        List<ChunkSubscription> all = new ArrayList<>(subscriptions.values());
        all.forEach(subscription -> end(subscription, reason));
    }

    /** Closes once everything is sent; who still subscribes is told nothing. */
    CompletableFuture<Void> close() {
        over = true;
        links.forget(this);
        subscriptions.clear();
        return session.leave();
    }

    /** Runs on the connection's worker, and goes on on the owner. */
    private final class Inbound implements FrameSession.Events {
        @Override
        public void begun() {
            tell(() -> {
                begun = true;
                subscriptions.keySet().forEach(chunk -> session.send(new ClientFrame.Subscribe(chunk)));
            });
        }

        @Override
        public void welcomed(ServerFrame.Welcome welcome) {
            heardNanos = now();
            tell(() -> welcome(welcome));
        }

        @Override
        public void received(ServerFrame frame) {
            heardNanos = now();
            boolean chunk = frame instanceof ServerFrame.ChunkState;
            if (queued.incrementAndGet() > MAX_QUEUED_FRAMES
                    || (chunk && queuedChunks.incrementAndGet() > MAX_QUEUED_CHUNKS)) {
                session.fail("sends more than this client can take");
                return;
            }
            tell(() -> {
                queued.decrementAndGet();
                if (chunk) {
                    queuedChunks.decrementAndGet();
                }
                ServerLink.this.received(frame);
            });
        }

        private void tell(Runnable event) {
            links.owner.execute(() -> {
                if (!over) {
                    event.run();
                }
            });
        }

        @Override
        public void ended(HandshakeException reason) {
            links.owner.execute(() -> ServerLink.this.ended(reason));
        }
    }
}
