package org.voxelpopuli.presence;

import java.util.Arrays;
import java.util.List;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.presence.ndn.Allocation;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.presence.ndn.NameFuzz;
import org.voxelpopuli.presence.ndn.Packet;

/** Any bytes as a question, an answer, a position, the name of an avatar, and as Data whose key is in its locator. */
public final class DiscoveryFuzz {
    private static final OctreeSpace SPACE = OctreeSpace.DEFAULT;
    private static final Octant PARENT = Octant.parse("3/0/7/1/2");
    private static final Name POSITION = Name.of("players", "a", "position");
    private static final HostKeys KEYS = new HostKeys(Ed25519.SCHEME);

    private DiscoveryFuzz() {}

    /** Called by Jazzer: the first byte says as what the others are read. Whatever is thrown is a bug. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(input, 1, input.length);
        // Everything is read twice, and written once.
        Allocation.check(() -> read(input[0] & 7, bytes), 8 * bytes.length);
    }

    private static void read(int kind, byte[] bytes) {
        try {
            switch (kind) {
                case 0 -> question(bytes, NameDigest.SUM_64);
                case 1 -> question(bytes, NameDigest.XOR_FNV_32);
                case 2, 3 -> answer(bytes);
                case 4 -> position(bytes, POSITION);
                case 5 -> position(bytes, PositionRecord.named(POSITION, 7));
                case 6 -> avatar(bytes);
                default -> data(bytes);
            }
        } catch (IllegalArgumentException e) {
            require(String.valueOf(e.getMessage()).length() > 5, "a reason in words");
        }
    }

    private static void question(byte[] bytes, NameDigest kind) {
        DiscoveryQuestion question = DiscoveryQuestion.decode(PARENT, bytes, kind, SPACE.levels());
        require(question.octants().size() <= DiscoveryQuestion.MAX_OCTANTS, "bounded");
        DiscoveryQuestion again = DiscoveryQuestion.decode(PARENT, question.encode(kind), kind, SPACE.levels());
        require(again.equals(question), "a question written anew is the same");
        require(
                DiscoveryKnowledge.of(question, List.of(PARENT), new NamesByOctant(SPACE, kind), List.of())
                                .share()
                        <= 1.000001,
                "nobody knows more than all");
    }

    private static void answer(byte[] bytes) {
        DiscoveryAnswer answer = DiscoveryAnswer.decode(bytes);
        require(DiscoveryAnswer.decode(answer.encode()).equals(answer), "an answer written anew is the same");
    }

    private static void position(byte[] bytes, Name name) {
        PositionRecord record = PositionRecord.decode(name, bytes);
        PositionRecord again = PositionRecord.decode(name, record.encodeFor(name));
        require(
                again.sequence() == record.sequence()
                        && again.wallMillis() == record.wallMillis()
                        && again.position().equals(record.position())
                        && again.action().equals(record.action()),
                "a position written anew is the same");
        var unused = ActionSource.actionIn(bytes);
        require(SPACE.leaf(record.position()).level() == SPACE.levels(), "everything is in a leaf");
    }

    private static void avatar(byte[] bytes) {
        AvatarName name = AvatarName.parse(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        require(AvatarName.parse(name.toString()).equals(name), "an avatar's name written anew is the same");
        require(name.path().size() == name.prefix().size() + 2, "its path");
    }

    private static void data(byte[] bytes) {
        if (Packet.decode(bytes) instanceof Data data) {
            NameFuzz.check(data.name());
            require(
                    !KEYS.verify(data) || data.keyLocator().isPresent(),
                    "nothing is verified whose key was never shown");
        }
        if (bytes.length > 0) {
            var unused =
                    PositionRecord.numberIn(Name.EMPTY.append(NameComponent.of(NameComponent.SEQUENCE_NUMBER, bytes)));
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("does not hold: " + what);
        }
    }
}
