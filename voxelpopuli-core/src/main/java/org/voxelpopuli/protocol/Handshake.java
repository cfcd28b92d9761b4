package org.voxelpopuli.protocol;

import org.voxelpopuli.world.ChunkPos;

/** The first message of a connection: what it is for (SPEC V6.2). */
public sealed interface Handshake {
    /** Become a client of a chunk. */
    record Connect(ChunkPos chunk) implements Handshake {}

    /** Asked by a node: generate a chunk and keep it. */
    record Generate(ChunkPos chunk) implements Handshake {}

    /** Ask the DHT (SPEC V8). */
    record Dht() implements Handshake {}

    /** Are you there? */
    record Ping() implements Handshake {}
}
