package org.voxelpopuli.identity;

/** A node's key pair, of which the private part never leaves it. Thread-safe. */
public interface NodeIdentity {
    /** How others verify what this identity signs. */
    SignatureScheme scheme();

    /** A copy of the public key, {@value SignatureScheme#PUBLIC_KEY_BYTES} bytes. */
    byte[] publicKey();

    /** The signature of a message, {@value SignatureScheme#SIGNATURE_BYTES} bytes. */
    byte[] sign(byte[] message);

    /** The 20 bytes that name the node: the SHA-1 of the public key. */
    default byte[] id() {
        return IdPuzzle.idOf(publicKey());
    }
}
