package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one discovery Interest asks: of some octants, all in one parent, who is there besides those whose digest this is (SPEC N5, N9). Immutable.
 *
 * <p>On the wire it is the last component of the Interest's name. First a byte for its form: the parent as a whole is the digest and a zero byte; parts are, for each octant, its path below
 * the parent, a byte for each level, a zero byte, the digest, and a zero byte. A path's byte is the child's number plus one, since zero ends it. Digests are little-endian.
 *
 * @param parent of all of them
 * @param digests of octants in it; either the parent alone, or others in it
 */
record DiscoveryQuestion(Octant parent, SortedMap<Octant, Long> digests) {
    /** The most octants that one question has. */
    static final int MAX_OCTANTS = 512;

    DiscoveryQuestion {
        digests = Collections.unmodifiableSortedMap(new TreeMap<>(digests));
        if (digests.isEmpty() || digests.size() > MAX_OCTANTS) {
            throw new IllegalArgumentException(
                    "a question is of " + digests.size() + " octants, allowed are 1.." + MAX_OCTANTS);
        }
        for (Octant octant : digests.keySet()) {
            if (!parent.contains(octant) || (octant.equals(parent) && digests.size() > 1)) {
                throw new IllegalArgumentException(
                        "a question is of its parent alone or of octants in it, not of " + octant + " in " + parent);
            }
        }
    }

    /** The bytes of the name's last component. */
    byte[] encode(NameDigest kind) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Form form = Form.of(kind);
        Long whole = digests.get(parent);
        if (whole != null) {
            bytes.write(form.whole);
            writeDigest(whole, kind, bytes);
        } else {
            bytes.write(form.part);
            digests.forEach((octant, digest) -> {
                for (int level = parent.level() + 1; level <= octant.level(); level++) {
                    bytes.write(octant.numberAt(level) + 1);
                }
                bytes.write(0);
                writeDigest(digest, kind, bytes);
            });
        }
        if (!form.text) {
            return bytes.toByteArray();
        }
        while (bytes.size() % 3 != 0) {
            bytes.write(0);
        }
        return Base64.getEncoder()
                .encodeToString(bytes.toByteArray())
                .replace('/', '_')
                .getBytes(ISO_8859_1);
    }

    private static void writeDigest(long digest, NameDigest kind, ByteArrayOutputStream bytes) {
        for (int i = 0; i < kind.bytes(); i++) {
            bytes.write((int) (digest >>> (8 * i)));
        }
        bytes.write(0);
    }

    /**
     * Reads the last component of a discovery Interest's name.
     *
     * @param maxLevel the deepest level of an octant
     * @throws IllegalArgumentException that says what is wrong
     */
    static DiscoveryQuestion decode(Octant parent, byte[] component, NameDigest kind, int maxLevel) {
        Form form = Form.of(kind);
        byte[] bytes = component;
        if (form.text) {
            bytes = Base64.getDecoder().decode(new String(component, ISO_8859_1).replace('_', '/'));
        }
        if (bytes.length == 0 || (bytes[0] != form.whole && bytes[0] != form.part)) {
            throw new IllegalArgumentException("a question is of no form that is known");
        }
        TreeMap<Octant, Long> digests = new TreeMap<>();
        if (bytes[0] == form.whole) {
            require(bytes, 1, kind);
            digests.put(parent, digest(bytes, 1, kind));
            return new DiscoveryQuestion(parent, digests);
        }
        int at = 1;
        while (at < bytes.length && bytes[at] != 0) {
            Octant octant = parent;
            while (at < bytes.length && bytes[at] != 0) {
                if (octant.level() == maxLevel || bytes[at] < 1 || bytes[at] > 8) {
                    throw new IllegalArgumentException("a path in a question leads nowhere");
                }
                octant = octant.child(bytes[at++] - 1);
            }
            at++;
            require(bytes, at, kind);
            digests.put(octant, digest(bytes, at, kind));
            at += kind.bytes() + 1;
            if (digests.size() > MAX_OCTANTS) {
                throw new IllegalArgumentException("a question is of more than " + MAX_OCTANTS + " octants");
            }
        }
        return new DiscoveryQuestion(parent, digests);
    }

    private static void require(byte[] bytes, int at, NameDigest kind) {
        if (bytes.length - at < kind.bytes() + 1) {
            throw new IllegalArgumentException("a question ends within a digest");
        }
    }

    private static long digest(byte[] bytes, int at, NameDigest kind) {
        long digest = 0;
        for (int i = 0; i < kind.bytes(); i++) {
            digest |= (bytes[at + i] & 0xFFL) << (8 * i);
        }
        return digest;
    }

    /** The forms of a kind of digest: the document's are text, ours bytes. */
    private enum Form {
        DOCUMENT(0x31, 0x30, true),
        OURS(0x33, 0x32, false);

        private final int whole;
        private final int part;
        private final boolean text;

        Form(int whole, int part, boolean text) {
            this.whole = whole;
            this.part = part;
            this.text = text;
        }

        static Form of(NameDigest kind) {
            return kind == NameDigest.XOR_FNV_32 ? DOCUMENT : OURS;
        }
    }
}
