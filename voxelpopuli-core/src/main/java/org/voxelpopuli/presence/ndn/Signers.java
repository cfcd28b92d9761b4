package org.voxelpopuli.presence.ndn;

import java.util.Optional;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.Sha256;

/** The ways to sign. */
final class Signers {
    static final DataSigner SHA256 = new DigestSha256();

    private Signers() {}

    private static final class DigestSha256 implements DataSigner {
        @Override
        public int signatureType() {
            return DIGEST_SHA256;
        }

        @Override
        public Optional<KeyLocator> keyLocator() {
            return Optional.empty();
        }

        @Override
        public byte[] sign(byte[] signedPortion) {
            return Sha256.of(signedPortion);
        }
    }

    record OfIdentity(NodeIdentity identity, Optional<KeyLocator> keyLocator) implements DataSigner {
        @Override
        public int signatureType() {
            return ED25519;
        }

        @Override
        public byte[] sign(byte[] signedPortion) {
            return identity.sign(signedPortion);
        }
    }
}
