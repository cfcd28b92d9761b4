package org.voxelpopuli.replication;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/** A connection over which another node asks this one. Belongs to the connection's worker; questions are answered on the worker of the replication. */
final class PeerSession implements StreamTransport.Handler {
    private static final Logger log = LoggerFactory.getLogger(PeerSession.class);
    private static final int MAX_UNANSWERED = 4_096;

    /** Bytes of answers that the other has not taken. */
    private static final long MAX_BACKLOG = 8L << 20;

    private final PeerContext context;
    private final StreamTransport.Connection connection;
    private final FrameFraming framing;
    private final PeerFrame.Greeting other;
    private final PeerFrame.Greeting own;
    private final Questions questions;
    private final Worker worker;
    private final Consumer<ServerAddress> gone;
    private final AtomicInteger unanswered = new AtomicInteger();
    private final Worker.Timer deadline;
    private @Nullable PeerNode peer;
    private boolean over;

    /** @param gone is told, on the connection's worker, of a peer whose connection ended */
    PeerSession(
            PeerContext context,
            Worker worker,
            Questions questions,
            ReplicationSettings settings,
            StreamTransport.Connection connection,
            FrameFraming framing,
            PeerFrame.Greeting greeting,
            Consumer<ServerAddress> gone) {
        this.context = context;
        this.worker = worker;
        this.gone = gone;
        this.questions = questions;
        this.connection = connection;
        this.framing = framing;
        this.other = greeting;
        this.own = context.greeting();
        this.deadline = connection
                .worker()
                .schedule(settings.answerTime().multipliedBy(2), () -> refuse("no proof of who you are in time"));
        framing.limit(context.frameBytes());
        begin();
    }

    private void begin() {
        String mismatch = context.mismatch(other);
        if (mismatch != null) {
            log.info("{} wants to be a peer, but {}", connection.remoteAddress(), mismatch);
            refuse(mismatch);
            return;
        }
        send(own);
        send(PeerProof.of(context.identity(), context.secret().bytes(), own, other));
    }

    @Override
    public void received(byte[] bytes) {
        if (over) {
            return;
        }
        framing.append(bytes);
        process();
    }

    /** Takes what has arrived already, behind the greeting. */
    void process() {
        for (Optional<byte[]> frame = framing.next(); frame.isPresent() && !over; frame = framing.next()) {
            Decoded<Frame> decoded = context.codec().decode(frame.get());
            if (decoded instanceof Decoded.Accepted<Frame> accepted) {
                frame(accepted.value());
            } else if (decoded instanceof Decoded.Rejected<Frame> rejected) {
                refuse(rejected.detail());
            }
        }
        if (framing.overflowed()) {
            refuse("a frame is longer than " + context.frameBytes() + " bytes");
        }
    }

    private void frame(Frame frame) {
        PeerNode proved = peer;
        if (frame instanceof PeerFrame.Proof proof && proved == null) {
            prove(proof);
        } else if (frame instanceof PeerFrame.Request request && proved != null) {
            if (connection.backlog() > MAX_BACKLOG) {
                over = true;
                connection.abort();
            } else if (unanswered.incrementAndGet() > MAX_UNANSWERED) {
                refuse("more than " + MAX_UNANSWERED + " requests wait for their answers");
            } else {
                worker.execute(() -> answer(proved, request));
            }
        }
    }

    private void prove(PeerFrame.Proof proof) {
        if (PeerProof.isGood(context.identity(), context.secret().bytes(), own, other, proof)) {
            deadline.cancel();
            peer = new PeerNode(PeerProof.idOf(other), other.server());
        } else {
            log.info("{} has not proved that it is a node of this network", connection.remoteAddress());
            refuse("your signature, or the secret of your network, is another");
        }
    }

    private void answer(PeerNode asker, PeerFrame.Request request) {
        var unused = questions
                .answer(asker, request.question())
                .exceptionally(failure -> new PeerFrame.Answer.Refused(String.valueOf(failure.getMessage())))
                .thenAccept(answer -> {
                    unanswered.decrementAndGet();
                    send(new PeerFrame.Reply(request.id(), answer));
                });
    }

    private void send(PeerFrame frame) {
        connection.send(FrameFraming.framed(context.codec().encode(frame)));
    }

    private void refuse(String reason) {
        if (!over) {
            over = true;
            deadline.cancel();
            send(new PeerFrame.Farewell(reason));
            connection.close();
        }
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (peer != null) {
            gone.accept(peer.server());
        }
        over = true;
        deadline.cancel();
    }
}
