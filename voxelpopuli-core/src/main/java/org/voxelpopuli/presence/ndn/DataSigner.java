package org.voxelpopuli.presence.ndn;

import java.util.Optional;
import org.voxelpopuli.identity.NodeIdentity;

/** Signs Data packets. Thread-safe. */
public interface DataSigner {
    /** No key at all: the signature is the SHA-256 of what is signed. For tests, and for what is trusted in other ways. */
    int DIGEST_SHA256 = 0;

    /** RFC 8032. */
    int ED25519 = 5;

    /** The number by which a packet says how it is signed. */
    int signatureType();

    /** What a packet says of the key. */
    Optional<KeyLocator> keyLocator();

    /** The signature of a packet's signed portion; the array must not be changed. */
    byte[] sign(byte[] signedPortion);

    /** The signer that has no key. */
    static DataSigner sha256() {
        return Signers.SHA256;
    }

    /**
     * Signs with the key of an identity.
     *
     * @param key the name under which others find the public key
     */
    static DataSigner of(NodeIdentity identity, Name key) {
        return new Signers.OfIdentity(identity, Optional.of(new KeyLocator.KeyName(key)));
    }

    /** Signs with the key of an identity, and does not say with which: for packets whose name says it. */
    static DataSigner of(NodeIdentity identity) {
        return new Signers.OfIdentity(identity, Optional.empty());
    }
}
