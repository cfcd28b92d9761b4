package org.voxelpopuli.kademlia.wire;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What may be added to a reply or a refusal.
 *
 * @param node who answers, where the asker did not say whom it means, or meant another
 * @param token 8 bytes, to be sent with later requests
 * @param more the offset from which the rest of a paged answer can be asked, 0..2^31-1
 * @param proof that the answerer is who it says, if the request asked for it
 */
public record ReplyOptions(Optional<NodeId> node, OptionalLong token, OptionalInt more, Optional<Proof> proof) {
    /** Nothing is added. */
    public static final ReplyOptions NONE =
            new ReplyOptions(Optional.empty(), OptionalLong.empty(), OptionalInt.empty(), Optional.empty());

    /** @throws IllegalArgumentException if the offset is negative */
    public ReplyOptions {
        if (more.isPresent() && more.getAsInt() < 0) {
            throw new IllegalArgumentException("more is " + more.getAsInt() + ", allowed is 0.." + Integer.MAX_VALUE);
        }
    }

    /** These, from this node. */
    public ReplyOptions withNode(NodeId answerer) {
        return new ReplyOptions(Optional.of(answerer), token, more, proof);
    }

    /** These, without saying from whom. */
    public ReplyOptions withoutNode() {
        return new ReplyOptions(Optional.empty(), token, more, proof);
    }

    /** These, with this token. */
    public ReplyOptions withToken(long bytes) {
        return new ReplyOptions(node, OptionalLong.of(bytes), more, proof);
    }

    /** These, and the rest is to be asked from this offset on. */
    public ReplyOptions withMore(int offset) {
        return new ReplyOptions(node, token, OptionalInt.of(offset), proof);
    }

    /** These, with this proof. */
    public ReplyOptions withProof(Proof made) {
        return new ReplyOptions(node, token, more, Optional.of(made));
    }
}
