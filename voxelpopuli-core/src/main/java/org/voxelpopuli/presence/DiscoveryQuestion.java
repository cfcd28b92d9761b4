package org.voxelpopuli.presence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.voxelpopuli.presence.ToldNames.Digested;
import org.voxelpopuli.presence.ToldNames.Listed;

/**
 * What one discovery Interest asks: of some octants, all in one parent, who is there besides those whom the asker knows (SPEC N5, N9). Immutable.
 *
 * <p>On the wire it is the last component of the Interest's name. First a byte for its form: the parent as a whole is the digest and a zero byte; parts are, for each octant, its path below
 * the parent, a byte for each level, a zero byte, the digest, and a zero byte. A path's byte is the child's number plus one, since zero ends it. Digests are little-endian. That is the
 * document's layout. Ours has more: a path that ends with 9 is of an octant in which nobody is known, and nothing follows. The form with lists has no digests. It begins with a salt of four bytes and the highest
 * hash that is asked for, two bytes; a path that ends with 10 is followed by the number of names that are told there and two bytes for each; and 11 where a path would begin by two bytes for each of other
 * names that need not be answered, to the end.
 *
 * @param parent of all of them
 * @param octants in it, and who is known there; either the parent alone, or others in it
 * @param salt of all hashes; 0 if there is none
 * @param upTo names with a higher hash are not asked for, 0..{@value #ALL}; all of those known with a lower one are told
 * @param others hashes of names that are known elsewhere
 */
record DiscoveryQuestion(
        Octant parent, SortedMap<Octant, ToldNames> octants, int salt, int upTo, List<Integer> others) {
    /** No hash of a name is higher. */
    static final int ALL = 0xFFFF;

    /** The most octants that one question has. */
    static final int MAX_OCTANTS = 512;

    private static final byte DIGEST = 0;
    private static final byte NOBODY = 9;
    private static final byte LIST = 10;
    private static final byte OTHERS = 11;

    DiscoveryQuestion {
        octants = Collections.unmodifiableSortedMap(new TreeMap<>(octants));
        others = List.copyOf(others);
        if (octants.isEmpty() || octants.size() > MAX_OCTANTS) {
            throw new IllegalArgumentException(
                    "a question is of " + octants.size() + " octants, allowed are 1.." + MAX_OCTANTS);
        }
        for (Octant octant : octants.keySet()) {
            if (!parent.contains(octant) || (octant.equals(parent) && octants.size() > 1)) {
                throw new IllegalArgumentException(
                        "a question is of its parent alone or of octants in it, not of " + octant + " in " + parent);
            }
        }
        boolean lists = !others.isEmpty() || octants.values().stream().anyMatch(DiscoveryQuestion::isListed);
        if (salt == 0 && (lists || upTo != ALL)) {
            throw new IllegalArgumentException("a question with lists has a salt, and not 0");
        }
        if (salt != 0 && octants.values().stream().anyMatch(Digested.class::isInstance)) {
            throw new IllegalArgumentException("a question has lists or digests, not both");
        }
    }

    /** A question without lists. */
    DiscoveryQuestion(Octant parent, SortedMap<Octant, ToldNames> octants) {
        this(parent, octants, 0, ALL, List.of());
    }

    private static boolean isListed(ToldNames told) {
        return told instanceof Listed listed && !listed.hashes().isEmpty();
    }

    /** The bytes of the name's last component. The document's form has digests only. */
    byte[] encode(NameDigest kind) {
        ByteBuffer bytes = ByteBuffer.allocate(mostBytes()).order(ByteOrder.LITTLE_ENDIAN);
        Form form = Form.of(kind);
        if (salt == 0 && octants.get(parent) instanceof Digested whole) {
            bytes.put(form.whole);
            put(whole, kind, bytes);
        } else if (salt == 0 && !octants.containsKey(parent)) {
            bytes.put(form.part);
            putParts(kind, bytes);
        } else {
            bytes.put(Form.LISTS).putInt(salt).putShort((short) upTo);
            putParts(kind, bytes);
            if (!others.isEmpty()) {
                bytes.put(OTHERS);
                putHashes(others, bytes);
            }
        }
        while (form.text && bytes.position() % 3 != 0) {
            bytes.put((byte) 0);
        }
        byte[] encoded = new byte[bytes.position()];
        bytes.flip().get(encoded);
        return form.text
                ? Base64.getEncoder().encodeToString(encoded).replace('/', '_').getBytes(ISO_8859_1)
                : encoded;
    }

    private int mostBytes() {
        int most = 16 + Short.BYTES * others.size();
        for (ToldNames each : octants.values()) {
            most += Octant.MAX_LEVEL
                    + 1
                    + (each instanceof Listed listed ? 1 + 2 * listed.hashes().size() : 9);
        }
        return most;
    }

    private void putParts(NameDigest kind, ByteBuffer bytes) {
        octants.forEach((octant, told) -> {
            for (int level = parent.level() + 1; level <= octant.level(); level++) {
                bytes.put((byte) (octant.numberAt(level) + 1));
            }
            if (told instanceof Digested digested) {
                bytes.put(DIGEST);
                put(digested, kind, bytes);
            } else if (told instanceof Listed listed && isListed(told)) {
                bytes.put(LIST).put((byte) listed.hashes().size());
                putHashes(listed.hashes(), bytes);
            } else {
                bytes.put(NOBODY);
            }
        });
    }

    private static void putHashes(List<Integer> hashes, ByteBuffer bytes) {
        hashes.forEach(hash -> bytes.putShort((short) (int) hash));
    }

    private static void put(Digested digested, NameDigest kind, ByteBuffer bytes) {
        for (int i = 0; i < kind.bytes(); i++) {
            bytes.put((byte) (digested.digest() >>> (8 * i)));
        }
        bytes.put((byte) 0);
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
        Reader reader = new Reader(parent, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), kind, maxLevel);
        byte first = bytes.length == 0 ? 0 : reader.bytes.get();
        if (first == form.whole) {
            reader.octants.put(parent, reader.digest());
        } else if (first == form.part) {
            reader.parts(false);
        } else if (first == Form.LISTS && form == Form.OURS) {
            reader.require(Integer.BYTES + Short.BYTES, "its salt");
            reader.salt = reader.bytes.getInt();
            reader.upTo = reader.bytes.getShort() & ALL;
            reader.parts(true);
        } else {
            throw new IllegalArgumentException("a question is of no form that is known");
        }
        return new DiscoveryQuestion(parent, reader.octants, reader.salt, reader.upTo, reader.others);
    }

    private static final class Reader {
        private final Octant parent;
        private final ByteBuffer bytes;
        private final NameDigest kind;
        private final int maxLevel;
        private final TreeMap<Octant, ToldNames> octants = new TreeMap<>();
        private List<Integer> others = List.of();
        private int salt;
        private int upTo = ALL;

        Reader(Octant parent, ByteBuffer bytes, NameDigest kind, int maxLevel) {
            this.parent = parent;
            this.bytes = bytes;
            this.kind = kind;
            this.maxLevel = maxLevel;
        }

        void parts(boolean withLists) {
            while (bytes.hasRemaining()) {
                byte next = bytes.get(bytes.position());
                if (withLists && next == OTHERS) {
                    bytes.get();
                    others = hashes(bytes.remaining() / Short.BYTES);
                    return;
                }
                if (!withLists && next == 0) {
                    // Zeros up to a multiple of three.
                    return;
                }
                part(withLists);
                if (octants.size() > MAX_OCTANTS) {
                    throw new IllegalArgumentException("a question is of more than " + MAX_OCTANTS + " octants");
                }
            }
        }

        private void part(boolean withLists) {
            Octant octant = parent;
            byte step = next();
            while (step >= 1 && step <= 8 && octant.level() < maxLevel) {
                octant = octant.child(step - 1);
                step = next();
            }
            if (step == DIGEST && !withLists) {
                octants.put(octant, digest());
            } else if (step == NOBODY && kind == NameDigest.SUM_64) {
                octants.put(octant, ToldNames.NOBODY);
            } else if (step == LIST && withLists) {
                octants.put(octant, new Listed(hashes(next() & 0xFF)));
            } else {
                throw new IllegalArgumentException("a path in a question leads nowhere");
            }
        }

        private byte next() {
            require(1, "a path");
            return bytes.get();
        }

        ToldNames digest() {
            require(kind.bytes() + 1, "a digest");
            long digest = 0;
            for (int i = 0; i < kind.bytes(); i++) {
                digest |= (bytes.get() & 0xFFL) << (8 * i);
            }
            bytes.get();
            return new Digested(digest);
        }

        private List<Integer> hashes(int count) {
            require(Short.BYTES * count, "a list of names");
            List<Integer> hashes = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                hashes.add(bytes.getShort() & 0xFFFF);
            }
            return hashes;
        }

        private void require(int more, String within) {
            if (bytes.remaining() < more) {
                throw new IllegalArgumentException("a question ends within " + within);
            }
        }
    }

    /** The forms of a kind of digest: the document's are text, ours bytes. */
    private enum Form {
        DOCUMENT((byte) 0x31, (byte) 0x30, true),
        OURS((byte) 0x33, (byte) 0x32, false);

        /** Ours with lists of names. */
        private static final byte LISTS = 0x34;

        private final byte whole;
        private final byte part;
        private final boolean text;

        Form(byte whole, byte part, boolean text) {
            this.whole = whole;
            this.part = part;
            this.text = text;
        }

        static Form of(NameDigest kind) {
            return kind == NameDigest.XOR_FNV_32 ? DOCUMENT : OURS;
        }
    }
}
