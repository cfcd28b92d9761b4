package org.voxelpopuli.simulation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;

/**
 * An identity that costs next to nothing, made of a name: what is signed is hashed together with the public key. Anybody could forge that who tried;
 * in a simulation, who is to lie must not try. Thread-safe.
 */
public final class SimulatedIdentity implements NodeIdentity {
    /** Verifies signatures of these identities. */
    public static final SignatureScheme SCHEME = SimulatedIdentity::isSigned;

    private final byte[] publicKey;

    private SimulatedIdentity(byte[] publicKey) {
        this.publicKey = publicKey;
    }

    /**
     * The identity of a name, the same at each call.
     *
     * @param puzzleBits of the {@link IdPuzzle}, 0..{@value IdPuzzle#MAX_BITS}
     */
    public static SimulatedIdentity of(String name, int puzzleBits) {
        int attempt = 0;
        while (true) {
            byte[] key = sha256((name + '#' + attempt++).getBytes(StandardCharsets.UTF_8), new byte[0]);
            if (IdPuzzle.isSolvedBy(IdPuzzle.idOf(key), puzzleBits)) {
                return new SimulatedIdentity(key);
            }
        }
    }

    @Override
    public SignatureScheme scheme() {
        return SCHEME;
    }

    @Override
    public byte[] publicKey() {
        return publicKey.clone();
    }

    @Override
    public byte[] sign(byte[] message) {
        byte[] signature = new byte[SignatureScheme.SIGNATURE_BYTES];
        byte[] hash = sha256(publicKey, message);
        System.arraycopy(hash, 0, signature, 0, hash.length);
        return signature;
    }

    private static boolean isSigned(byte[] publicKey, byte[] message, byte[] signature) {
        return publicKey.length == SignatureScheme.PUBLIC_KEY_BYTES
                && MessageDigest.isEqual(new SimulatedIdentity(publicKey).sign(message), signature);
    }

    private static byte[] sha256(byte[] first, byte[] second) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(first);
            return digest.digest(second);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
