package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.DirectoryQuery;
import org.voxelpopuli.protocol.DirectoryReply;

/**
 * Several {@link DirectorySession}s side by side, since a session answers one query after the other. A session is opened when all others are busy. Owned by
 * the client's worker.
 */
final class Directories {
    private final List<DirectorySession> sessions = new ArrayList<>();

    Directories(int most, Supplier<DirectorySession> session) {
        for (int i = 0; i < most; i++) {
            sessions.add(session.get());
        }
    }

    CompletableFuture<DirectoryReply> ask(DirectoryQuery query) {
        return sessions.stream()
                .min(Comparator.comparingInt(DirectorySession::busy))
                .orElseThrow()
                .ask(query);
    }

    void learn(ServerAddress server) {
        sessions.forEach(session -> session.learn(server));
    }

    void close() {
        sessions.forEach(DirectorySession::close);
    }
}
