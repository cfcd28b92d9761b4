package org.voxelpopuli.kademlia.directory;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;

/** The game servers of other nodes, as far as a directory talks to them. Thread-safe. */
interface GameServers {
    /** Asks a server to generate a chunk. Never fails: a failure is a {@link Reply}. */
    CompletableFuture<Reply> generate(ServerAddress server, ChunkPos chunk);

    /** Whether a server answers a ping. Never fails. */
    CompletableFuture<Boolean> ping(ServerAddress server);

    /** Ends what it runs. */
    default void close() {}

    /**
     * What became of a request to generate.
     *
     * @param failure why it did not succeed, in words; empty for success
     * @param better the server that a refusal named
     */
    record Reply(Optional<String> failure, Optional<ServerAddress> better) {
        static final Reply DONE = new Reply(Optional.empty(), Optional.empty());
    }
}
