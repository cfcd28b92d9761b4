package org.voxelpopuli.replication;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameFraming;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;

/**
 * A connection over which this node asks another one. Both prove who they are; then any number of questions are under way at once. Belongs to the worker of the
 * replication, to which the connection's events are handed.
 */
final class PeerLink {
    /** What may wait to be sent; more means that the other does not read. */
    private static final long MAX_BACKLOG = 8L << 20;

    private static final int MAX_WAITING = 4_096;

    /** Told once, that it is over and why. */
    interface Listener {
        void proved(PeerLink link);

        void ended(PeerLink link, String why);
    }

    private record Waiting(CompletableFuture<Answer> answer, long deadline) {}

    private final PeerContext context;
    private final Worker worker;
    private final ServerAddress server;
    private final Duration answerTime;
    private final Listener listener;
    private final Map<Integer, Waiting> waiting = new HashMap<>();
    private final List<byte[]> beforeProof = new ArrayList<>();
    private final CompletableFuture<Boolean> reached = new CompletableFuture<>();
    private PeerFrame.Greeting own;
    private PeerFrame.@Nullable Greeting other;
    private @Nullable WriterId id;
    private StreamTransport.@Nullable Connection connection;
    private boolean proved;
    private boolean over;
    private int lastRequest;
    private long lastHeard;
    private long lastUsed;
    private boolean probing;
    private boolean silent;
    private Worker.@Nullable Timer watch;

    PeerLink(PeerContext context, Worker worker, ServerAddress server, Duration answerTime, Listener listener) {
        this.context = context;
        this.worker = worker;
        this.server = server;
        this.answerTime = answerTime;
        this.listener = listener;
        this.own = context.greeting();
        this.lastHeard = now();
        this.lastUsed = lastHeard;
    }

    ServerAddress server() {
        return server;
    }

    /** Who answers, once that is proved. */
    Optional<WriterId> id() {
        return Optional.ofNullable(proved ? id : null);
    }

    /** Whether the other was reached and has proved its id; completes when that is known. */
    CompletableFuture<Boolean> reached() {
        return reached;
    }

    /** Whether it is over because nothing was ever heard; not if the other's machine said that nobody is there. */
    boolean wasSilent() {
        return silent;
    }

    long lastUsed() {
        return waiting.isEmpty() ? lastUsed : now();
    }

    private long now() {
        return context.environment().clock().nanos();
    }

    void connect(InetSocketAddress address) {
        var unused = context.environment()
                .streams()
                .connect(address, answerTime, opened -> new Inbound(opened))
                .whenComplete((opened, failure) -> worker.execute(() -> {
                    if (failure != null) {
                        silent = now() - lastHeard >= answerTime.toNanos();
                        end("cannot be reached: " + words(failure));
                    }
                }));
        watch();
    }

    private static String words(Throwable failure) {
        Throwable cause = failure.getCause() != null ? failure.getCause() : failure;
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** Asks. Fails with {@link PeerException} if there is no answer in time, or the connection ends. */
    CompletableFuture<Answer> ask(Question question, Duration timeout) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        StreamTransport.Connection open = connection;
        if (over) {
            answer.completeExceptionally(new PeerException(server + " is not connected"));
            return answer;
        }
        if (waiting.size() >= MAX_WAITING || (open != null && open.backlog() > MAX_BACKLOG)) {
            answer.completeExceptionally(new PeerException(server + " does not keep up"));
            return answer;
        }
        int request = ++lastRequest;
        lastUsed = now();
        waiting.put(request, new Waiting(answer, lastUsed + timeout.toNanos()));
        byte[] frame = FrameFraming.framed(context.codec().encode(new PeerFrame.Request(request, question)));
        if (proved && open != null) {
            open.send(frame);
        } else {
            beforeProof.add(frame);
        }
        watch();
        return answer;
    }

    /** While something is asked, looks whether the other lives and who has waited for too long. */
    private void watch() {
        if (watch == null && !over) {
            watch = worker.schedule(answerTime.dividedBy(4), this::look);
        }
    }

    private void look() {
        watch = null;
        if (over) {
            return;
        }
        long now = now();
        if (!proved || probing) {
            if (now - lastHeard > answerTime.toNanos()) {
                silent = !proved;
                end(proved ? "is silent" : "has not said who it is in time");
                return;
            }
        } else if (!waiting.isEmpty() && now - lastHeard > answerTime.toNanos() / 2) {
            probing = true;
            lastHeard = now;
            var unused = ask(new Question.AreYouThere(), answerTime.multipliedBy(2));
        }
        List<Integer> late = new ArrayList<>();
        waiting.forEach((request, asked) -> {
            if (now > asked.deadline()) {
                late.add(request);
            }
        });
        for (int request : late) {
            Waiting asked = waiting.remove(request);
            if (asked != null) {
                asked.answer().completeExceptionally(new PeerException(server + " has not answered in time"));
            }
        }
        if (!waiting.isEmpty() || !proved) {
            watch();
        }
    }

    private void received(Frame frame) {
        lastHeard = now();
        probing = false;
        if (frame instanceof PeerFrame.Reply reply && proved) {
            Waiting asked = waiting.remove(reply.id());
            if (asked != null) {
                asked.answer().complete(reply.answer());
            }
        } else if (frame instanceof PeerFrame.Greeting greeting && other == null) {
            greeted(greeting);
        } else if (frame instanceof PeerFrame.Proof proof && other != null && !proved) {
            prove(other, proof);
        } else if (frame instanceof PeerFrame.Farewell farewell) {
            end("refuses us: " + farewell.reason());
        }
    }

    private void greeted(PeerFrame.Greeting greeting) {
        String mismatch = context.mismatch(greeting);
        if (mismatch != null) {
            end("is no peer: " + mismatch);
        } else {
            other = greeting;
        }
    }

    private void prove(PeerFrame.Greeting greeting, PeerFrame.Proof proof) {
        StreamTransport.Connection open = connection;
        if (!PeerProof.isGood(context.identity(), context.secret().bytes(), own, greeting, proof)) {
            end("has not proved who it is: its signature, or the secret of its network, is another");
        } else if (open != null) {
            id = PeerProof.idOf(greeting);
            proved = true;
            send(open, PeerProof.of(context.identity(), context.secret().bytes(), own, greeting));
            beforeProof.forEach(open::send);
            beforeProof.clear();
            listener.proved(this);
            reached.complete(true);
        }
    }

    private void send(StreamTransport.Connection to, PeerFrame frame) {
        to.send(FrameFraming.framed(context.codec().encode(frame)));
    }

    void end(String why) {
        if (over) {
            return;
        }
        over = true;
        if (watch != null) {
            watch.cancel();
        }
        if (connection != null) {
            connection.abort();
        }
        List<Waiting> left = new ArrayList<>(waiting.values());
        waiting.clear();
        beforeProof.clear();
        listener.ended(this, why);
        reached.complete(false);
        left.forEach(asked -> asked.answer().completeExceptionally(new PeerException(server + " " + why)));
    }

    /** On the connection's worker: cuts and decodes, and hands over. */
    private final class Inbound implements StreamTransport.Handler {
        private final FrameFraming framing = new FrameFraming(context.frameBytes());

        Inbound(StreamTransport.Connection opened) {
            opened.send(FrameFraming.preface());
            send(opened, own);
            worker.execute(() -> {
                if (over) {
                    opened.abort();
                } else {
                    connection = opened;
                }
            });
        }

        @Override
        public void received(byte[] bytes) {
            framing.append(bytes);
            for (Optional<byte[]> frame = framing.next(); frame.isPresent(); frame = framing.next()) {
                Decoded<Frame> decoded = context.codec().decode(frame.get());
                if (decoded instanceof Decoded.Accepted<Frame> accepted) {
                    worker.execute(() -> PeerLink.this.received(accepted.value()));
                } else if (decoded instanceof Decoded.Rejected<Frame> rejected) {
                    worker.execute(() -> end("sent a frame that is none: " + rejected.detail()));
                }
            }
            if (framing.overflowed()) {
                worker.execute(() -> end("sent a frame that is too long"));
            }
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            worker.execute(() -> end(cause == null ? "closed the connection" : "is lost: " + words(cause)));
        }
    }
}
