package org.voxelpopuli.tools.nodes;

import org.voxelpopuli.world.ChunkPos;
import tools.jackson.databind.JsonNode;

/**
 * A chunk as its node reports it.
 *
 * @param position of the chunk
 * @param owner host:port of the server that serves it
 * @param loaded whether somebody is there
 * @param edits voxels that were ever edited, -1 if the node does not know just now
 */
public record OwnedChunk(ChunkPos position, String owner, boolean loaded, int edits) {
    static OwnedChunk of(JsonNode chunk) {
        return new OwnedChunk(
                position(chunk.path("position")),
                chunk.path("owner").isString()
                        ? chunk.path("owner").asString()
                        : chunk.path("owner").path("host").asString() + ":"
                                + chunk.path("owner").path("port").asInt(),
                chunk.path("loaded").asBoolean(),
                chunk.path("edits").asInt(-1));
    }

    private static ChunkPos position(JsonNode position) {
        return position.isString()
                ? ChunkPos.parse(position.asString())
                : new ChunkPos(
                        position.path("x").asInt(),
                        position.path("y").asInt(),
                        position.path("z").asInt());
    }
}
