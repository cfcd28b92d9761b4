package org.voxelpopuli.presence.ndn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Any bytes as a packet, and as what arrives on a stream. */
public final class PacketFuzz {
    private PacketFuzz() {}

    /** Called by Jazzer. Whatever is thrown is a bug. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        Allocation.check(() -> Packet.decode(bytes.clone()), bytes.length);
        Packet packet = Packet.decode(bytes.clone());
        if (packet instanceof Interest interest) {
            check(interest, bytes);
        } else if (packet instanceof Data data) {
            check(data, bytes);
        } else if (packet instanceof Packet.Malformed malformed) {
            require(malformed.reason().length() > 5 && malformed.reason().length() < 10_000, "a reason in words");
        }
        LinkPacket link = LinkPacket.decode(bytes.clone());
        if (packet instanceof Interest || packet instanceof Data) {
            require(link.packet().equals(packet), "a packet without an envelope is the same");
        }
        checkFraming(bytes);
    }

    private static void check(Interest interest, byte[] bytes) {
        require(Arrays.equals(interest.toBytes(), bytes), "what was read is kept");
        Interest withNonce = interest.withNonce(0x01020304);
        require(withNonce.equals(Packet.decode(withNonce.toBytes())), "a nonce leaves a packet");
        require(withNonce.nonce() == 0x01020304 && withNonce.name().equals(interest.name()), "and nothing else is new");
        if (interest.hopLimit().orElse(0) > 0) {
            Interest next = withNonce.withHopTaken();
            require(next.equals(Packet.decode(next.toBytes())), "a hop taken leaves a packet");
            require(next.hopLimit().orElse(-1) == interest.hopLimit().orElse(-1) - 1, "and one hop less");
        }
        NameFuzz.check(interest.name());
        require(!interest.toString().isEmpty(), "it can be shown");
        if (interest.parameters().isEmpty() && interest.lifetime().toMillis() <= Integer.MAX_VALUE) {
            Interest.Builder builder =
                    Interest.builder(interest.name()).nonce(interest.nonce()).lifetime(interest.lifetime());
            interest.hopLimit().ifPresent(builder::hopLimit);
            if (interest.canBePrefix()) {
                builder.canBePrefix();
            }
            if (interest.mustBeFresh()) {
                builder.mustBeFresh();
            }
            Interest again = (Interest) Packet.decode(build(builder).toBytes());
            require(
                    again.name().equals(interest.name())
                            && again.nonce() == interest.nonce()
                            && again.lifetime().equals(interest.lifetime())
                            && again.hopLimit().equals(interest.hopLimit())
                            && again.canBePrefix() == interest.canBePrefix()
                            && again.mustBeFresh() == interest.mustBeFresh(),
                    "written anew it means the same");
        }
    }

    /** A nonce may be what makes it too long. */
    private static Interest build(Interest.Builder builder) {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            require(
                    String.valueOf(e.getMessage()).contains(String.valueOf(Packet.MAX_BYTES)),
                    "only its length may be wrong");
            return Interest.of(Name.of("too long"));
        }
    }

    private static void check(Data data, byte[] bytes) {
        require(Arrays.equals(data.toBytes(), bytes), "what was read is kept");
        NameFuzz.check(data.name());
        require(data.signedPortion().length < bytes.length, "what is signed is within the packet");
        require(data.content().length < bytes.length, "so is the content");
        require(data.fullName().size() == data.name().size() + 1, "a full name has one component more");
        var unused = DataVerifier.sha256().verify(data);
        require(!data.toString().isEmpty(), "it can be shown");
        if (data.freshness().compareTo(Duration.ofMillis(Integer.MAX_VALUE)) <= 0
                && data.keyLocator().isEmpty()) {
            Data.Builder builder = Data.builder(data.name())
                    .freshness(data.freshness())
                    .contentType(data.contentType())
                    .content(data.content());
            data.finalBlock().ifPresent(builder::finalBlock);
            if (bytes.length < Packet.MAX_BYTES - 100) {
                Data again =
                        (Data) Packet.decode(builder.sign(DataSigner.sha256()).toBytes());
                require(
                        again.name().equals(data.name())
                                && again.freshness().equals(data.freshness())
                                && again.contentType() == data.contentType()
                                && again.finalBlock().equals(data.finalBlock())
                                && Arrays.equals(again.content(), data.content()),
                        "written anew it means the same");
            }
        }
    }

    /** However a stream is cut, the same packets come out of it. */
    private static void checkFraming(byte[] bytes) {
        List<byte[]> whole = new ArrayList<>();
        boolean taken = new PacketFraming().append(bytes, whole::add);
        List<byte[]> pieces = new ArrayList<>();
        PacketFraming framing = new PacketFraming();
        for (byte each : bytes) {
            if (!framing.append(new byte[] {each}, pieces::add)) {
                break;
            }
        }
        require((framing.broken() == null) == taken, "pieces are taken as the whole is");
        require(whole.size() == pieces.size(), "as many packets");
        for (int i = 0; i < whole.size(); i++) {
            require(Arrays.equals(whole.get(i), pieces.get(i)), "the same packets");
            require(whole.get(i).length <= Packet.MAX_BYTES, "none too long");
        }
    }

    static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("does not hold: " + what);
        }
    }
}
