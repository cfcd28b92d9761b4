package org.voxelpopuli.kademlia.wire;

import java.util.Arrays;

/** A proof that a node is who it says it is: its public key, whose SHA-1 is its id, and a signature over the call that asked for it. Immutable. */
public final class Proof {
    /** The bytes of a public key. */
    public static final int KEY_BYTES = 32;

    /** The bytes of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    /** The bytes of both. */
    public static final int BYTES = KEY_BYTES + SIGNATURE_BYTES;

    private final byte[] bytes;

    /**
     * A proof of these.
     *
     * @throws IllegalArgumentException if one of them has another length
     */
    public Proof(byte[] publicKey, byte[] signature) {
        if (publicKey.length != KEY_BYTES || signature.length != SIGNATURE_BYTES) {
            throw new IllegalArgumentException("a proof of " + publicKey.length + " and " + signature.length
                    + " bytes, allowed are " + KEY_BYTES + " and " + SIGNATURE_BYTES);
        }
        bytes = Arrays.copyOf(publicKey, BYTES);
        System.arraycopy(signature, 0, bytes, KEY_BYTES, SIGNATURE_BYTES);
    }

    /** A proof from its bytes, which are not copied. */
    Proof(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of the public key. */
    public byte[] publicKey() {
        return Arrays.copyOf(bytes, KEY_BYTES);
    }

    /** A copy of the signature. */
    public byte[] signature() {
        return Arrays.copyOfRange(bytes, KEY_BYTES, BYTES);
    }

    /** The bytes as they are sent; not to be changed. */
    byte[] array() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Proof that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
