package org.voxelpopuli.presence.ndn;

import java.util.Arrays;
import java.util.HexFormat;

/** Says with which key Data is signed. Immutable. */
public sealed interface KeyLocator {
    /**
     * The name of the key, or of its certificate.
     *
     * @param name of any length
     */
    record KeyName(Name name) implements KeyLocator {}

    /** The SHA-256 of the key. */
    final class KeyDigest implements KeyLocator {
        private final byte[] digest;

        /** Copies the bytes. */
        public KeyDigest(byte[] digest) {
            this.digest = digest.clone();
        }

        /** A copy of its bytes. */
        public byte[] digest() {
            return digest.clone();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof KeyDigest that && Arrays.equals(digest, that.digest);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(digest);
        }

        @Override
        public String toString() {
            return "KeyDigest " + HexFormat.of().formatHex(digest);
        }
    }
}
