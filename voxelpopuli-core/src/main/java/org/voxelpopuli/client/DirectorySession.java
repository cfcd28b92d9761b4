package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.protocol.Handshake;
import org.voxelpopuli.protocol.PacketCodec;
import org.voxelpopuli.protocol.json.SeedJsonCodec;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/**
 * Asks the DHT through a node (SPEC V8): one connection, one query at a time, in the order asked. If the node goes away, the next
 * one known takes its place: the stepping stones first, each at its port and at the port after it (SPEC V9.1), then servers that
 * were met on the way. Owned by the client's worker; futures complete on it.
 */
final class DirectorySession {
    /** Finding a chunk may mean that it is generated, after a node has tried to join its network (SPEC V2.7). */
    static final Duration QUERY_TIMEOUT = Duration.ofSeconds(15);

    static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(3);
    private static final int MAX_LEARNED = 16;
    private static final int MAX_QUEUED = 256;
    /** So often is a query asked again, of another node, when the one asked went away. */
    private static final int MAX_ATTEMPTS = 3;

    private static final PacketCodec CODEC = new SeedJsonCodec();
    private static final Logger log = LoggerFactory.getLogger(DirectorySession.class);

    private static final class Question {
        final DirectoryQuery query;
        final CompletableFuture<DirectoryReply> reply = new CompletableFuture<>();
        int attempts;

        Question(DirectoryQuery query) {
            this.query = query;
        }
    }

    private final NodeEnvironment environment;
    private final Worker owner;
    private final HostResolver resolver;
    private final Traffic traffic;
    private final List<ServerAddress> stones = new ArrayList<>();
    private final ArrayDeque<ServerAddress> learned = new ArrayDeque<>();
    private final ArrayDeque<Question> waiting = new ArrayDeque<>();
    /** The node that answered last, or is to be tried next. */
    private int candidate;

    private int failedInARow;
    /** Counts the attempts to open a session, so that late events of an earlier one are known as such. */
    private int generation;

    private boolean opening;
    private boolean closed;
    private @Nullable SeedSession open;
    private @Nullable Question asked;
    private Worker.@Nullable Timer timer;

    DirectorySession(
            NodeEnvironment environment,
            Worker owner,
            HostResolver resolver,
            Traffic traffic,
            List<ServerAddress> steppingStones) {
        this.environment = environment;
        this.owner = owner;
        this.resolver = resolver;
        this.traffic = traffic;
        for (ServerAddress stone : steppingStones) {
            stones.add(stone);
            if (stone.port() < 65_535) {
                stones.add(new ServerAddress(stone.host(), stone.port() + 1));
            }
        }
    }

    /**
     * Asks. A failure that the node reports is a reply like others.
     *
     * @return fails with {@link HandshakeException} if no node could be asked
     */
    CompletableFuture<DirectoryReply> ask(DirectoryQuery query) {
        Question question = new Question(query);
        if (closed || waiting.size() >= MAX_QUEUED) {
            question.reply.completeExceptionally(new HandshakeException(
                    HandshakeException.Kind.BROKEN, closed ? "the client is closed" : "too many queries are waiting"));
            return question.reply;
        }
        waiting.add(question);
        proceed();
        return question.reply;
    }

    /** The number of queries that are not answered. */
    int busy() {
        return waiting.size() + (asked == null ? 0 : 1);
    }

    /** A game server that was met: it can be asked too, if the others fail. */
    void learn(ServerAddress server) {
        if (stones.contains(server) || learned.contains(server)) {
            return;
        }
        if (learned.size() == MAX_LEARNED) {
            learned.removeFirst();
        }
        learned.add(server);
    }

    void close() {
        closed = true;
        generation++;
        cancelTimer();
        if (open != null) {
            var unused = open.leave();
            open = null;
        }
        failAll(new HandshakeException(HandshakeException.Kind.BROKEN, "the client is closed"));
    }

    private void proceed() {
        if (asked != null || waiting.isEmpty() || opening || closed) {
            return;
        }
        SeedSession session = open;
        if (session == null) {
            openNext();
            return;
        }
        Question question = waiting.remove();
        question.attempts++;
        asked = question;
        int current = generation;
        timer = owner.schedule(QUERY_TIMEOUT, () -> {
            if (generation == current && asked == question) {
                broken(
                        current,
                        new HandshakeException(
                                HandshakeException.Kind.SILENT,
                                session.server() + " has not answered a query within " + QUERY_TIMEOUT.toSeconds()
                                        + " s"));
            }
        });
        session.send(CODEC.encode(question.query));
    }

    private List<ServerAddress> candidates() {
        List<ServerAddress> all = new ArrayList<>(stones);
        all.addAll(learned);
        return all;
    }

    private void openNext() {
        List<ServerAddress> all = candidates();
        ServerAddress address = all.get(Math.floorMod(candidate, all.size()));
        opening = true;
        int current = ++generation;
        var unused = resolver.resolve(address)
                .whenCompleteAsync(
                        (socket, failure) -> {
                            if (generation != current) {
                                return;
                            }
                            if (failure != null) {
                                broken(current, HandshakeException.of(failure));
                            } else {
                                connect(socket, current);
                            }
                        },
                        owner);
    }

    private void connect(InetSocketAddress socket, int current) {
        open = SeedSession.open(
                environment, socket, new Handshake.Dht(), HANDSHAKE_TIMEOUT, traffic, new SeedSession.Events() {
                    @Override
                    public void acknowledged(SeedSession session) {
                        owner.execute(() -> {
                            if (generation == current) {
                                opening = false;
                                failedInARow = 0;
                                proceed();
                            }
                        });
                    }

                    @Override
                    public void line(SeedSession session, byte[] line) {
                        owner.execute(() -> {
                            if (generation == current) {
                                answered(line, current);
                            }
                        });
                    }

                    @Override
                    public void ended(SeedSession session, HandshakeException reason) {
                        owner.execute(() -> broken(current, reason));
                    }
                });
    }

    private void answered(byte[] line, int current) {
        Question question = asked;
        if (question == null) {
            broken(
                    current,
                    new HandshakeException(HandshakeException.Kind.BROKEN, "the directory answers what nobody asked"));
            return;
        }
        Decoded<DirectoryReply> reply = CODEC.decodeDirectoryReply(line, question.query);
        if (reply instanceof Decoded.Accepted<DirectoryReply> accepted) {
            asked = null;
            cancelTimer();
            question.reply.complete(accepted.value());
            proceed();
        } else if (reply instanceof Decoded.Rejected<DirectoryReply> rejected) {
            broken(
                    current,
                    new HandshakeException(
                            HandshakeException.Kind.BROKEN, "the directory's answer is none: " + rejected.detail()));
        }
    }

    /** This node is of no use now: the next one. */
    private void broken(int failed, HandshakeException reason) {
        if (failed != generation) {
            return;
        }
        generation++;
        opening = false;
        cancelTimer();
        if (open != null) {
            var unused = open.leave();
            open = null;
        }
        candidate++;
        failedInARow++;
        Question question = asked;
        asked = null;
        if (question != null) {
            if (question.attempts < MAX_ATTEMPTS) {
                waiting.addFirst(question);
            } else {
                question.reply.completeExceptionally(reason);
            }
        }
        log.debug("The directory session ends: {}", reason.getMessage());
        if (failedInARow >= candidates().size()) {
            // Nobody answers. Whoever asks again later begins a new round.
            failedInARow = 0;
            failAll(reason);
        }
        proceed();
    }

    private void failAll(HandshakeException reason) {
        List<Question> all = new ArrayList<>(waiting);
        waiting.clear();
        if (asked != null) {
            all.add(asked);
            asked = null;
        }
        all.forEach(question -> question.reply.completeExceptionally(reason));
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
