package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Collection;
import org.voxelpopuli.identity.Sha256;

/**
 * A short number that says which names are known in an octant (SPEC N6): where two peers' digests are equal, they know the same.
 */
public enum NameDigest {
    /**
     * Ours: the sum of a 64-bit hash of each name. Equal names do not cancel each other, and the order does not matter, so that it is kept up to date by adding and subtracting.
     */
    SUM_64(8) {
        @Override
        public long of(Collection<String> names) {
            long sum = 0;
            for (String name : names) {
                sum += hash(name);
            }
            return sum;
        }
    },

    /**
     * The document's public module: names XORed onto a key that begins as {@code debug}, unit by unit, the key as often as it takes; then FNV-1a of 32 bits over the UTF-16 code units. Depends on
     * the order, and a name of which another is the XOR may go unnoticed; here the order is that of the names.
     */
    XOR_FNV_32(4) {
        @Override
        public long of(Collection<String> names) {
            String key = "debug";
            for (String name : (Iterable<String>) names.stream().sorted()::iterator) {
                StringBuilder next = new StringBuilder(name.length());
                for (int i = 0; i < name.length() && !key.isEmpty(); i++) {
                    next.append((char) (name.charAt(i) ^ key.charAt(i % key.length())));
                }
                key = next.toString();
            }
            return fnv32(key);
        }
    };

    private static final int FNV_32_OFFSET = (int) 2_166_136_261L;
    private static final int FNV_32_PRIME = 16_777_619;

    private final int bytes;

    NameDigest(int bytes) {
        this.bytes = bytes;
    }

    /** The digest of names, each as {@code prefix:name}; in its lowest {@link #bytes()}. */
    public abstract long of(Collection<String> names);

    /** Whether the digest of some names is the sum of the digests of each, so that it can be kept up to date. */
    boolean addsUp() {
        return this == SUM_64;
    }

    /** So many bytes it has on the wire. */
    public int bytes() {
        return bytes;
    }

    private static long fnv32(String text) {
        int hash = FNV_32_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_32_PRIME;
        }
        return hash & 0xFFFF_FFFFL;
    }

    /**
     * The first 8 bytes of the SHA-256 of the text in UTF-8, big-endian. With a hash that can be computed backwards, such as FNV-1a, a name with the same one as another's is found within a minute, and whoever bears
     * it hides the other.
     */
    static long hash(String text) {
        return ByteBuffer.wrap(Sha256.of(text.getBytes(UTF_8))).getLong();
    }
}
