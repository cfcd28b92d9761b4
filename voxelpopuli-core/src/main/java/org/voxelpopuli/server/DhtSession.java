package org.voxelpopuli.server;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/** Answers the queries of one client, one at a time and in order (SPEC V8). Belongs to the connection's worker. */
final class DhtSession {
    private final ServerContext context;
    private final Connection connection;
    private final Queue<byte[]> waiting = new ArrayDeque<>();
    private boolean busy;
    private boolean inputEnded;

    DhtSession(ServerContext context, Connection connection) {
        this.context = context;
        this.connection = connection;
    }

    /** Takes a query; false if too many wait already. */
    boolean query(byte[] frame) {
        if (waiting.size() >= context.settings().maxQueuedQueries()) {
            return false;
        }
        waiting.add(frame);
        answerNext();
        return true;
    }

    /** No more queries will come: the connection is closed when the last is answered. True if there is one. */
    boolean endOfInput() {
        inputEnded = true;
        return busy;
    }

    private void answerNext() {
        byte[] frame = busy ? null : waiting.poll();
        if (frame == null) {
            if (inputEnded && !busy) {
                connection.close();
            }
            return;
        }
        busy = true;
        var unused = answer(frame)
                .exceptionally(failure -> new DirectoryReply.Failed(reason(failure)))
                .thenAccept(reply -> connection.worker().execute(() -> {
                    connection.send(context.codec().encode(reply));
                    busy = false;
                    answerNext();
                }));
    }

    private CompletableFuture<DirectoryReply> answer(byte[] frame) {
        Decoded<DirectoryQuery> decoded = context.codec().decodeDirectoryQuery(frame);
        if (decoded instanceof Decoded.Rejected<DirectoryQuery> rejected) {
            return CompletableFuture.completedFuture(new DirectoryReply.Failed(rejected.detail()));
        }
        DirectoryQuery query = ((Decoded.Accepted<DirectoryQuery>) decoded).value();
        if (query instanceof DirectoryQuery.LocateChunk locate) {
            return context.directory().locate(locate.chunk()).thenApply(DirectoryReply.ChunkServerAt::new);
        }
        return context.directory()
                .findPlayer(((DirectoryQuery.FindPlayer) query).player())
                .thenApply(found -> new DirectoryReply.PlayerAt(
                        found.map(PlayerRecord::position).orElse(Position.SPAWN)));
    }

    /** What a failure says to a client. */
    static String reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        @Nullable String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
