package org.voxelpopuli.kademlia.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What may be added to a request.
 *
 * @param to the {@link NodeId#prefix() first 4 bytes} of the id of the node that is meant
 * @param padding bytes of no meaning, which make room for a longer answer where answers are limited by the size of the request; 0..{@value #MAX_PADDING}
 * @param token proves that we receive at our address: 8 bytes that the node gave us earlier
 * @param network the {@link #tagOf tag} of the caller's network. Whoever sends them also asks for a {@link Proof}
 */
public record RequestOptions(OptionalInt to, int padding, OptionalLong token, OptionalLong network) {
    /** The most padding. */
    public static final int MAX_PADDING = CborEnvelopeCodec.MAX_CBOR_DATAGRAM;

    /** Nothing is added. */
    public static final RequestOptions NONE =
            new RequestOptions(OptionalInt.empty(), 0, OptionalLong.empty(), OptionalLong.empty());

    /** @throws IllegalArgumentException if the padding is out of range */
    public RequestOptions {
        if (padding < 0 || padding > MAX_PADDING) {
            throw new IllegalArgumentException("padding is " + padding + ", allowed is 0.." + MAX_PADDING);
        }
    }

    /** How a network is named in them: by the first 8 bytes of the SHA-256 of its name. */
    public static long tagOf(String network) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(network.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(hash).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** These, for this node. */
    public RequestOptions withTo(NodeId node) {
        return new RequestOptions(OptionalInt.of(node.prefix()), padding, token, network);
    }

    /** These, with so many bytes of padding. */
    public RequestOptions withPadding(int bytes) {
        return new RequestOptions(to, bytes, token, network);
    }

    /** These, with this token. */
    public RequestOptions withToken(long proof) {
        return new RequestOptions(to, padding, OptionalLong.of(proof), network);
    }

    /** These, from a node of this network that wants a proof. */
    public RequestOptions withNetwork(long tag) {
        return new RequestOptions(to, padding, token, OptionalLong.of(tag));
    }
}
