package org.voxelpopuli.spring;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.replication.ReplicationStatus;
import org.voxelpopuli.server.ChunkInfo;
import org.voxelpopuli.server.PlayerInfo;
import org.voxelpopuli.world.ChunkPos;

/**
 * A node as an operator looks at it. Each question is put to the owner of the state, and its answer awaited for {@link #PATIENCE} at most,
 * or {@link #LOOKUP_LIMIT} where other nodes are asked too: so whoever looks is never held up by a node that is busy, and the node never by who
 * looks. Thread-safe.
 */
public final class NodeView {
    /** How long a question may wait for its answer. */
    public static final Duration PATIENCE = Duration.ofMillis(80);

    /** How long a lookup may take, which asks other nodes. */
    public static final Duration LOOKUP_LIMIT = Duration.ofSeconds(5);

    private final VoxelNode node;

    /** A view of that node. */
    public NodeView(VoxelNode node) {
        this.node = node;
    }

    /** The node itself. */
    public VoxelNode node() {
        return node;
    }

    /**
     * How the node's part of the DHT is doing; empty if its directory is none.
     *
     * @throws NoAnswerException if the node does not answer in time
     */
    public Optional<KademliaStatus> dht() {
        return kademlia().map(kademlia -> await(kademlia.status(), PATIENCE));
    }

    /**
     * Looks up a key in the DHT, and tells how that went; empty if the node's directory is none.
     *
     * @throws NoAnswerException if the lookup does not end within {@link #LOOKUP_LIMIT}
     */
    public Optional<LookupTrace> trace(NodeId key) {
        return kademlia().map(kademlia -> await(kademlia.within(LOOKUP_LIMIT).trace(key), LOOKUP_LIMIT.plus(PATIENCE)));
    }

    private Optional<KademliaNode> kademlia() {
        return node.directory() instanceof KademliaDirectory directory
                ? Optional.of(directory.kademlia())
                : Optional.empty();
    }

    /**
     * The resident chunks, sorted by position.
     *
     * @throws NoAnswerException if the node does not answer in time
     */
    public List<ChunkInfo> chunks() {
        return await(node.chunks(), PATIENCE);
    }

    /**
     * One chunk; empty if it is not resident.
     *
     * @throws NoAnswerException if the node does not answer in time
     */
    public Optional<ChunkInfo> chunk(ChunkPos position) {
        return await(node.chunk(position), PATIENCE);
    }

    /**
     * How replication is doing.
     *
     * @throws NoAnswerException if the node does not answer in time
     */
    public ReplicationStatus replication() {
        return await(node.replication(), PATIENCE);
    }

    /**
     * The players who are registered on this node, sorted by name.
     *
     * @throws NoAnswerException if the node does not answer in time
     */
    public List<PlayerInfo> players() {
        return await(node.players(), PATIENCE);
    }

    static <T> T await(CompletableFuture<T> answer, Duration patience) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new NoAnswerException(
                    "the node did not answer within " + patience.toMillis() + " ms; it is busy, ask again", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new NoAnswerException("the node cannot answer: " + cause.getMessage(), cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException("interrupted while waiting for the node", e);
        } finally {
            answer.cancel(false);
        }
    }

    /** The node did not answer, or not in time. The message says which. */
    public static final class NoAnswerException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoAnswerException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
