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
                ChunkPos.parse(chunk.path("position").asString()),
                chunk.path("owner").asString(),
                chunk.path("loaded").asBoolean(),
                chunk.path("edits").asInt(-1));
    }
}
