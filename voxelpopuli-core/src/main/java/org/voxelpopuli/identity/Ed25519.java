package org.voxelpopuli.identity;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import org.bouncycastle.crypto.CryptoServicesRegistrar;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.math.ec.rfc8032.Ed25519.Algorithm;

/**
 * Ed25519 (RFC 8032), with keys in the raw form that is sent. Thread-safe. By Bouncy Castle, which signs about twenty times and verifies about seven times
 * as fast as the Java platform does.
 */
public final class Ed25519 implements SignatureScheme {
    /** The only instance. */
    public static final Ed25519 SCHEME = new Ed25519();

    /** What stands before the 32 bytes of a private key in its PKCS #8 form (RFC 8410). */
    private static final byte[] PKCS8_HEAD = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private static final int SEED_BYTES = Ed25519PrivateKeyParameters.KEY_SIZE;

    private Ed25519() {}

    /**
     * A new identity, from the platform's secure random.
     *
     * @param puzzleBits of the {@link IdPuzzle}, 0..{@value IdPuzzle#MAX_BITS}. Twice the time for each: about 10 ms for 8, a second for 14
     */
    public static NodeIdentity generate(int puzzleBits) {
        IdPuzzle.requireBits(puzzleBits);
        SecureRandom random = CryptoServicesRegistrar.getSecureRandom();
        while (true) {
            NodeIdentity identity = new Ed25519Identity(new Ed25519PrivateKeyParameters(random));
            if (IdPuzzle.isSolvedBy(identity.id(), puzzleBits)) {
                return identity;
            }
        }
    }

    /**
     * An identity that was kept.
     *
     * @param privateKey in PKCS #8 form, as {@link #privateKey} gives it
     * @param publicKey that belongs to it, raw
     * @throws IllegalArgumentException if these are no such keys, or do not belong together
     */
    public static NodeIdentity of(byte[] privateKey, byte[] publicKey) {
        if (privateKey.length != PKCS8_HEAD.length + SEED_BYTES
                || !Arrays.equals(privateKey, 0, PKCS8_HEAD.length, PKCS8_HEAD, 0, PKCS8_HEAD.length)) {
            throw new IllegalArgumentException("that is no Ed25519 private key");
        }
        NodeIdentity identity = new Ed25519Identity(new Ed25519PrivateKeyParameters(privateKey, PKCS8_HEAD.length));
        if (!Arrays.equals(identity.publicKey(), publicKey)) {
            throw new IllegalArgumentException("the public key does not belong to the private key");
        }
        return identity;
    }

    /**
     * The private key of an identity in PKCS #8 form, to be kept.
     *
     * @throws IllegalArgumentException if it is not one of ours
     */
    public static byte[] privateKey(NodeIdentity identity) {
        if (identity instanceof Ed25519Identity ours) {
            byte[] encoded = Arrays.copyOf(PKCS8_HEAD, PKCS8_HEAD.length + SEED_BYTES);
            ours.key.encode(encoded, PKCS8_HEAD.length);
            return encoded;
        }
        throw new IllegalArgumentException("an identity of another scheme cannot be kept");
    }

    @Override
    public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        if (publicKey.length != PUBLIC_KEY_BYTES || signature.length != SIGNATURE_BYTES) {
            return false;
        }
        try {
            return new Ed25519PublicKeyParameters(publicKey)
                    .verify(Algorithm.Ed25519, null, message, 0, message.length, signature, 0);
        } catch (IllegalArgumentException e) {
            // A point that is not on the curve, or of small order.
            return false;
        }
    }

    private static final class Ed25519Identity implements NodeIdentity {
        private final Ed25519PrivateKeyParameters key;
        private final byte[] publicKey;

        Ed25519Identity(Ed25519PrivateKeyParameters key) {
            this.key = key;
            this.publicKey = key.generatePublicKey().getEncoded();
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
            byte[] signature = new byte[SIGNATURE_BYTES];
            key.sign(Algorithm.Ed25519, null, message, 0, message.length, signature, 0);
            return signature;
        }
    }
}
