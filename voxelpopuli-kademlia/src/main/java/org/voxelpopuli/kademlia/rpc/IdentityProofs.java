package org.voxelpopuli.kademlia.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Proof;
import org.voxelpopuli.kademlia.wire.RequestOptions;

/**
 * Proves who we are to those who ask, and checks what others prove (D9). Signed are a fixed text, the network, the 64-bit id of the call, which its caller drew at random,
 * and the ids of caller and answerer; so a signature is good for one answer of one call. Not thread-safe.
 *
 * <p>A signature costs far more than a datagram. So there is a limit to how many we make in a second, most of it for callers whose address is proven: who forges
 * addresses cannot keep us from proving ourselves to others.
 */
final class IdentityProofs {
    /** Proofs in a second for callers whose address is proven. */
    static final int MAX_PER_SECOND = 4_000;

    /** Proofs in a second for all others. */
    static final int MAX_FOR_STRANGERS = 1_000;

    private static final byte[] CONTEXT = "voxelpopuli node 1".getBytes(StandardCharsets.US_ASCII);

    private final NodeIdentity identity;
    private final SignatureScheme scheme;
    private final NodeId own;
    private final long network;
    private final int puzzleBits;
    private final SecondWindow window;
    private int made;
    private int madeForStrangers;

    /**
     * Nothing is proven yet.
     *
     * @param network its name
     * @param puzzleBits which the ids of others must solve
     */
    IdentityProofs(NodeIdentity identity, String network, int puzzleBits, long now) {
        this.window = new SecondWindow(now);
        this.identity = identity;
        this.scheme = identity.scheme();
        this.own = NodeId.of(identity.id());
        this.network = RequestOptions.tagOf(network);
        this.puzzleBits = puzzleBits;
    }

    /** Our network. */
    long network() {
        return network;
    }

    /** Whether anybody may have this id: it has cost what ids cost here. */
    boolean mayBe(NodeId id) {
        return puzzleBits == 0 || IdPuzzle.isSolvedBy(id.bytes(), puzzleBits);
    }

    /**
     * The proof that we are who we are, for a caller; empty if too many were made lately.
     *
     * @param proven whether the caller's address is
     */
    Optional<Proof> prove(long callId, NodeId caller, boolean proven, long now) {
        if (window.isOver(now)) {
            made = 0;
            madeForStrangers = 0;
        }
        if (proven ? ++made > MAX_PER_SECOND : ++madeForStrangers > MAX_FOR_STRANGERS) {
            return Optional.empty();
        }
        return Optional.of(new Proof(identity.publicKey(), identity.sign(message(callId, caller, own))));
    }

    /** Whether a proof in the answer of a call of ours proves that a node answered it. */
    boolean isGood(Proof proof, long callId, NodeId answerer) {
        byte[] key = proof.publicKey();
        return mayBe(answerer)
                && Arrays.equals(IdPuzzle.idOf(key), answerer.bytes())
                && scheme.verify(key, message(callId, own, answerer), proof.signature());
    }

    private byte[] message(long callId, NodeId caller, NodeId answerer) {
        return ByteBuffer.allocate(CONTEXT.length + 2 * Long.BYTES + 2 * NodeId.BYTES)
                .put(CONTEXT)
                .putLong(network)
                .putLong(callId)
                .put(caller.bytes())
                .put(answerer.bytes())
                .array();
    }
}
