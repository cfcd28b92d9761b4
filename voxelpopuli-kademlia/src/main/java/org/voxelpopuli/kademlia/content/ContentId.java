package org.voxelpopuli.kademlia.content;

import java.util.Base64;

/**
 * Which bytes a kad-file stands for: whoever fetches them can tell each piece of them from others.
 *
 * <pre>{@code
 * boolean same = file.content().equals(other.content());
 * }</pre>
 *
 * @param root the SHA-256 over the hashes of all pieces and the length, see {@link Manifest}, as 43 characters of base64url
 * @param length of the file in bytes, 0..{@value #MAX_LENGTH}
 */
public record ContentId(String root, long length) {
    /** Bytes of the longest file: 64 GiB. */
    public static final long MAX_LENGTH = 64L << 30;

    static final int ROOT_BYTES = 32;
    private static final int ROOT_CHARACTERS = 43;

    /** @throws IllegalArgumentException if the root is none, or the length out of range */
    public ContentId {
        if (root.length() != ROOT_CHARACTERS
                || !text(Base64.getUrlDecoder().decode(root)).equals(root)) {
            throw new IllegalArgumentException(
                    "the root of a file is '" + root + "', allowed is the base64url text of 32 bytes");
        }
        if (length < 0 || length > MAX_LENGTH) {
            throw new IllegalArgumentException("the length of a file is " + length + ", allowed is 0.." + MAX_LENGTH);
        }
    }

    static String text(byte[] root) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(root);
    }

    byte[] rootBytes() {
        return Base64.getUrlDecoder().decode(root);
    }
}
