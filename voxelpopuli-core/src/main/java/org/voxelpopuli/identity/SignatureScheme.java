package org.voxelpopuli.identity;

/**
 * How signatures are verified. All nodes of a network use the same: {@link Ed25519}, but in a simulation, where thousands of nodes share one machine and
 * nobody is to be kept out, a cheaper one. Thread-safe.
 */
public interface SignatureScheme {
    /** The bytes of a public key. */
    int PUBLIC_KEY_BYTES = 32;

    /** The bytes of a signature. */
    int SIGNATURE_BYTES = 64;

    /**
     * Whether the owner of a public key has signed a message.
     *
     * @return false also if the key or the signature has another length or is none
     */
    boolean verify(byte[] publicKey, byte[] message, byte[] signature);
}
