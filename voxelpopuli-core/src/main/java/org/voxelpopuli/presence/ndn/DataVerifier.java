package org.voxelpopuli.presence.ndn;

import org.voxelpopuli.identity.SignatureScheme;

/**
 * Decides whether Data may be used. A {@link Forwarder} asks before it gives Data to anybody or keeps it, so that nobody can fill a cache with what is not signed. Called on
 * the forwarder's worker.
 */
@FunctionalInterface
public interface DataVerifier {
    /** Whether the packet is signed by whom it has to be. */
    boolean verify(Data data);

    /** Takes what is whole: signed with {@link DataSigner#sha256()}, by anybody. For tests, and for what is trusted in other ways. */
    static DataVerifier sha256() {
        return Data::hasRightDigestSignature;
    }

    /** Takes what is signed with the private key that belongs to this public key of {@link SignatureScheme#PUBLIC_KEY_BYTES} bytes. */
    static DataVerifier of(SignatureScheme scheme, byte[] publicKey) {
        byte[] key = publicKey.clone();
        return data -> data.signatureType() == DataSigner.ED25519
                && scheme.verify(key, data.signedPortion(), data.signature());
    }
}
