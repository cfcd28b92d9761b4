package org.voxelpopuli.identity;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;

/** Ed25519 (RFC 8032) as the Java platform has it, with keys in the raw form that is sent. Thread-safe. */
public final class Ed25519 implements SignatureScheme {
    /** The only instance. */
    public static final Ed25519 SCHEME = new Ed25519();

    private static final String ALGORITHM = "Ed25519";

    /** What stands before the 32 bytes of a public key in its X.509 form (RFC 8410). */
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519() {}

    /**
     * A new identity, from the platform's secure random.
     *
     * @param puzzleBits of the {@link IdPuzzle}, 0..{@value IdPuzzle#MAX_BITS}. Twice the time for each: about 50 ms for 8, some seconds for 14
     */
    public static NodeIdentity generate(int puzzleBits) {
        IdPuzzle.requireBits(puzzleBits);
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            while (true) {
                KeyPair pair = generator.generateKeyPair();
                Ed25519Identity identity = new Ed25519Identity(pair.getPrivate(), raw(pair.getPublic()));
                if (IdPuzzle.isSolvedBy(identity.id(), puzzleBits)) {
                    return identity;
                }
            }
        } catch (GeneralSecurityException e) {
            throw missing(e);
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
        Ed25519Identity identity;
        try {
            PrivateKey key = KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(privateKey));
            identity = new Ed25519Identity(key, publicKey.clone());
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("that is no Ed25519 private key: " + e.getMessage(), e);
        }
        byte[] probe = {1, 2, 3};
        if (!SCHEME.verify(publicKey, probe, identity.sign(probe))) {
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
            return ours.privateKey.getEncoded();
        }
        throw new IllegalArgumentException("an identity of another scheme cannot be kept");
    }

    @Override
    public boolean verify(byte[] publicKey, byte[] message, byte[] signature) {
        if (publicKey.length != PUBLIC_KEY_BYTES || signature.length != SIGNATURE_BYTES) {
            return false;
        }
        try {
            byte[] encoded = Arrays.copyOf(X509_HEAD, X509_HEAD.length + PUBLIC_KEY_BYTES);
            System.arraycopy(publicKey, 0, encoded, X509_HEAD.length, PUBLIC_KEY_BYTES);
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded)));
            verifier.update(message);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            // A point that is not on the curve, or a scalar out of range.
            return false;
        }
    }

    private static byte[] raw(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return Arrays.copyOfRange(encoded, encoded.length - PUBLIC_KEY_BYTES, encoded.length);
    }

    private static IllegalStateException missing(GeneralSecurityException cause) {
        return new IllegalStateException("Java 15 and newer have " + ALGORITHM, cause);
    }

    private static final class Ed25519Identity implements NodeIdentity {
        private final PrivateKey privateKey;
        private final byte[] key;

        Ed25519Identity(PrivateKey privateKey, byte[] key) {
            this.privateKey = privateKey;
            this.key = key;
        }

        @Override
        public SignatureScheme scheme() {
            return SCHEME;
        }

        @Override
        public byte[] publicKey() {
            return key.clone();
        }

        @Override
        public byte[] sign(byte[] message) {
            try {
                Signature signer = Signature.getInstance(ALGORITHM);
                signer.initSign(privateKey);
                signer.update(message);
                return signer.sign();
            } catch (GeneralSecurityException e) {
                throw missing(e);
            }
        }
    }
}
