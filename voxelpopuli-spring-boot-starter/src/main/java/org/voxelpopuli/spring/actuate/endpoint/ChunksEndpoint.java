package org.voxelpopuli.spring.actuate.endpoint;

import java.util.List;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.replication.ChunkCopies;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** {@code /actuator/chunks} and {@code /actuator/chunks/{x},{y},{z}}: the resident chunks of this node. */
@WebEndpoint(id = "chunks", defaultAccess = Access.READ_ONLY)
public final class ChunksEndpoint {
    private final NodeView view;

    /** An endpoint that shows that node. */
    public ChunksEndpoint(NodeView view) {
        this.view = view;
    }

    /** 200 with {@link Chunks}; 503 if the node does not answer in time. */
    @ReadOperation
    public WebEndpointResponse<Object> chunks() {
        return Answer.of(() -> Answer.ok(Chunks.of(view.chunks())));
    }

    /**
     * One chunk.
     *
     * @param position {@code x,y,z} in decimal
     * @return 200 with {@link Chunk}; 400 if the text is no position; 404 if the chunk is not resident; 503 if the node does not answer in
     *     time
     */
    @ReadOperation
    public WebEndpointResponse<Object> chunk(@Selector String position) {
        ChunkPos chunk;
        try {
            chunk = ChunkPos.parse(position);
        } catch (IllegalArgumentException e) {
            return Answer.problem(
                    e.getMessage() + "; write it as in /actuator/chunks/0,0,-1",
                    WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        return Answer.of(() -> view.chunk(chunk)
                .map(info -> Answer.ok(Chunk.of(info)))
                .orElseGet(() -> Answer.problem(
                        "chunk " + chunk + " is not resident on this node", WebEndpointResponse.STATUS_NOT_FOUND)));
    }

    /**
     * The resident chunks.
     *
     * @param resident how many there are
     * @param loaded how many of them are ticking
     * @param chunks sorted by position
     */
    public record Chunks(int resident, int loaded, List<Chunk> chunks) {
        static Chunks of(List<ChunkInfo> infos) {
            return new Chunks(
                    infos.size(),
                    (int) infos.stream().filter(ChunkInfo::loaded).count(),
                    infos.stream().map(Chunk::of).toList());
        }
    }

    /**
     * A {@link ChunkInfo} as text and numbers.
     *
     * @param position {@code x,y,z}
     * @param owner the server of this chunk, {@code host:port}
     * @param loaded whether it is ticking
     * @param clients connections to it
     * @param players residents
     * @param lastTickMicros how long its last tick took, 0 if it is not loaded
     * @param edits voxels that were ever edited; -1 if the chunk is not loaded and its edits are only in the store
     * @param epoch at which this node serves it
     * @param copies on other nodes, nearest first
     * @param unacknowledged batches of edits that are on their way to the disks
     */
    public record Chunk(
            String position,
            String owner,
            boolean loaded,
            int clients,
            List<String> players,
            long lastTickMicros,
            int edits,
            long epoch,
            List<Copy> copies,
            int unacknowledged) {
        static Chunk of(ChunkInfo info) {
            return new Chunk(
                    info.position().toString(),
                    info.owner().toString(),
                    info.loaded(),
                    info.clients(),
                    info.players().stream().map(PlayerName::text).toList(),
                    info.lastTickMicros(),
                    info.edits(),
                    info.copies().epoch(),
                    info.copies().copies().stream().map(Copy::of).toList(),
                    info.copies().unacknowledged());
        }
    }

    /**
     * A copy of a chunk.
     *
     * @param server of the node that keeps it, {@code host:port}
     * @param lagMillis for how long it may have lacked an edit; 0 if it has all
     */
    public record Copy(String server, long lagMillis) {
        static Copy of(ChunkCopies.Copy copy) {
            return new Copy(copy.keeper().toString(), copy.lag().toMillis());
        }
    }
}
