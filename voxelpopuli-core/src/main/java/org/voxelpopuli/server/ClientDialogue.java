package org.voxelpopuli.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.edits.EditId;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerFrame;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.WorldSpec;

/** A client that speaks protocol v2: one connection, many chunks. Belongs to the connection's worker. */
final class ClientDialogue {
    private static final Logger log = LoggerFactory.getLogger(ClientDialogue.class);
    private static final Duration CHECK = Duration.ofSeconds(1);

    private final ConnectionSession session;
    private final ChunkServer server;
    private final ServerContext context;
    private final long editSession;
    private final Outflow outflow;
    private final AtomicInteger queued = new AtomicInteger();
    private final Map<ChunkPos, Subscription> subscriptions = new HashMap<>();
    private Worker.Timer check;

    private ClientDialogue(ConnectionSession session, ChunkServer server, ServerContext context, long editSession) {
        this.session = session;
        this.server = server;
        this.context = context;
        this.editSession = editSession;
        this.outflow = new Outflow(session.connection(), context.settings());
        this.check = checkLater();
    }

    /** Begins to talk, or says why not: then null. */
    static @Nullable ClientDialogue open(
            ConnectionSession session, ChunkServer server, ServerContext context, ClientFrame.Hello hello) {
        String refusal = refusal(hello, context);
        if (refusal != null) {
            log.info("{} is refused: {}", session.connection().remoteAddress(), refusal);
            session.finish("refused", context.encode(new ServerFrame.Goodbye(refusal)));
            return null;
        }
        ClientDialogue opened = new ClientDialogue(session, server, context, hello.session());
        int version = Math.min(hello.maxVersion(), Frame.MAX_VERSION);
        opened.send(new ServerFrame.Welcome(version, context.worldIdentity()));
        return opened;
    }

    private static @Nullable String refusal(ClientFrame.Hello hello, ServerContext context) {
        if (hello.minVersion() > Frame.MAX_VERSION || hello.maxVersion() < Frame.MIN_VERSION) {
            return "the client speaks versions " + hello.minVersion() + " to " + hello.maxVersion()
                    + " of the protocol, this server " + Frame.MIN_VERSION + " to " + Frame.MAX_VERSION
                    + ": update whichever is older";
        }
        if (!hello.world().isEmpty() && !hello.world().equals(context.worldIdentity())) {
            WorldSpec world = context.world();
            return "this is another world: the client asks for " + hello.world() + ", this server is part of "
                    + context.worldIdentity() + ", '" + world.name() + "' with the terrain seed " + world.seed()
                    + " and version " + context.terrain().version() + " of the generator "
                    + context.terrain().id();
        }
        return null;
    }

    void received(Decoded<Frame> decoded) {
        if (decoded instanceof Decoded.Accepted<Frame> accepted) {
            if (accepted.value() instanceof ClientFrame frame) {
                received(frame);
            } else {
                goodbye("a " + accepted.value().getClass().getSimpleName() + " is no frame of a client");
            }
        } else if (decoded instanceof Decoded.Rejected<Frame> rejected) {
            context.observer().packetReceived(rejected.rejection().name(), false);
            // What a newer client says and we do not understand it can do without.
            if (rejected.rejection() != Rejection.UNKNOWN_TYPE) {
                goodbye(rejected.detail());
            }
        }
    }

    private void received(ClientFrame frame) {
        if (frame instanceof ClientFrame.Unsubscribe unsubscribe) {
            Subscription left = subscriptions.remove(unsubscribe.chunk());
            if (left != null) {
                server.mailbox(left.chunk()).detach(left);
            }
        } else if (queued.incrementAndGet() > context.settings().maxQueuedPackets()) {
            session.cutOff("flood", "more than " + context.settings().maxQueuedPackets() + " frames wait for a tick");
        } else if (frame instanceof ClientFrame.ChangeBlock change) {
            Subscription in = subscription(change.chunk(), frame);
            if (in != null) {
                server.mailbox(change.chunk())
                        .change(in, new EditId(editSession, change.number()), change.voxel(), change.block());
            }
        } else if (frame instanceof ClientFrame.OfPlayer ofPlayer) {
            Subscription in = subscription(ofPlayer.chunk(), frame);
            if (in != null) {
                server.mailbox(ofPlayer.chunk()).receive(in, ofPlayer.packet());
            }
        } else if (frame instanceof ClientFrame.Subscribe subscribe) {
            subscribe(subscribe.chunk());
        } else {
            goodbye("a second hello, allowed is one");
        }
    }

    /** The subscription of a chunk. Without one the frame is passed over: it may have been under way when the server ended it. */
    private @Nullable Subscription subscription(ChunkPos chunk, ClientFrame frame) {
        Subscription subscription = subscriptions.get(chunk);
        if (subscription == null) {
            queued.decrementAndGet();
            context.observer().packetReceived(frame.getClass().getSimpleName(), false);
        }
        return subscription;
    }

    private void subscribe(ChunkPos chunk) {
        Subscription present = subscriptions.get(chunk);
        if (present == null && subscriptions.size() >= context.settings().maxSubscriptions()) {
            queued.decrementAndGet();
            send(new ServerFrame.ChunkGone(
                    chunk,
                    "more than " + context.settings().maxSubscriptions()
                            + " chunks of this server over one connection"));
            return;
        }
        Subscription client = present != null
                ? present
                : new Subscription(chunk, session.connection(), context, outflow, queued, editSession, this::ended);
        subscriptions.put(chunk, client);
        server.mailbox(chunk).attach(client, refusal -> {
            queued.decrementAndGet();
            client.gone(refusal);
        });
    }

    /** A chunk ended its subscription. */
    private void ended(Subscription subscription) {
        session.execute(() -> subscriptions.remove(subscription.chunk(), subscription));
    }

    private void send(ServerFrame frame) {
        byte[] bytes = context.encode(frame);
        outflow.send(bytes);
        context.observer().packetSent(frame.getClass().getSimpleName(), bytes.length);
    }

    private void goodbye(String reason) {
        log.info("{} is sent away: {}", session.connection().remoteAddress(), reason);
        session.finish("bad-frame", context.encode(new ServerFrame.Goodbye(reason)));
    }

    private Worker.Timer checkLater() {
        return session.connection().worker().schedule(CHECK, this::check);
    }

    private void check() {
        if (outflow.isTooSlow(context.environment().clock().nanos())) {
            session.cutOff("too-slow", "it reads too slowly");
        } else {
            check = checkLater();
        }
    }

    /** The connection ended; its players leave. */
    void closed() {
        check.cancel();
        subscriptions.values().forEach(each -> server.mailbox(each.chunk()).detach(each));
        subscriptions.clear();
    }
}
