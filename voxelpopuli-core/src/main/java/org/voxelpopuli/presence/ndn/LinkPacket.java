package org.voxelpopuli.presence.ndn;

import org.jspecify.annotations.Nullable;

/**
 * What comes over a link to another forwarder: a packet alone, or in the envelope of NDNLPv2 (named-data.net, "NDN Link Protocol v2"), which others use. Of its headers the PIT token is understood, which
 * is given back with the answer. Packets cut into fragments are refused. Immutable.
 */
final class LinkPacket {
    /** What an envelope holds that has no packet for us, such as an acknowledgement or a NACK. */
    static final Packet NOTHING = new Packet.Malformed("it holds no packet");

    private static final int MAX_TOKEN = 32;

    private final Packet packet;
    private final byte @Nullable [] token;

    LinkPacket(Packet packet, byte @Nullable [] token) {
        this.packet = packet;
        this.token = token;
    }

    Packet packet() {
        return packet;
    }

    /** To be given back with the Data, 1 to 32 bytes; null if there is none. */
    byte @Nullable [] token() {
        return token;
    }

    /** Reads what a link brought; never fails: what cannot be read is {@link Packet.Malformed}. */
    static LinkPacket decode(byte[] bytes) {
        boolean inEnvelope = bytes.length > 0 && bytes[0] == Tlv.LINK_PACKET && bytes.length <= Packet.MAX_BYTES;
        if (!inEnvelope) {
            return new LinkPacket(Packet.decode(bytes), null);
        }
        try {
            TlvReader reader = new TlvReader(bytes, 0, bytes.length);
            reader.require(Tlv.LINK_PACKET, "the link packet");
            if (reader.valueEnd() != bytes.length) {
                throw new IllegalArgumentException("something follows the link packet");
            }
            return open(reader.inside());
        } catch (IllegalArgumentException e) {
            return new LinkPacket(new Packet.Malformed(String.valueOf(e.getMessage())), null);
        }
    }

    private static LinkPacket open(TlvReader fields) {
        byte[] token = null;
        Packet packet = NOTHING;
        boolean refusal = false;
        while (fields.next()) {
            switch (fields.type()) {
                case Tlv.FRAGMENT -> packet = fields.length() == 0 ? NOTHING : Packet.decode(fields.value());
                case Tlv.PIT_TOKEN -> token = token(fields);
                case Tlv.NACK -> refusal = true;
                case Tlv.SEQUENCE -> {
                    // Of use to who acknowledges only.
                }
                case Tlv.FRAGMENT_INDEX, Tlv.FRAGMENT_COUNT -> {
                    long most = fields.type() == Tlv.FRAGMENT_COUNT ? 1 : 0;
                    if (fields.number() > most) {
                        throw new IllegalArgumentException("it is a part of a packet, only whole ones are allowed");
                    }
                }
                default -> {
                    if (!Tlv.mayBeIgnoredOnLink(fields.type())) {
                        throw new IllegalArgumentException("a link header of type " + fields.type() + " is unknown");
                    }
                }
            }
        }
        return new LinkPacket(refusal ? NOTHING : packet, token);
    }

    private static byte[] token(TlvReader fields) {
        if (fields.length() < 1 || fields.length() > MAX_TOKEN) {
            throw new IllegalArgumentException(
                    "a PIT token has " + fields.length() + " bytes, allowed is 1.." + MAX_TOKEN);
        }
        return fields.value();
    }

    /** The bytes of Data for who asked with a token. */
    static byte[] encode(Data data, byte[] token) {
        return encode(data.wire(), token);
    }

    /** The bytes of an Interest whose answer has to come back with a token. */
    static byte[] encode(Interest interest, byte[] token) {
        return encode(interest.wire(), token);
    }

    private static byte[] encode(byte[] packet, byte[] token) {
        TlvWriter writer = new TlvWriter(packet.length + 64);
        writer.element(Tlv.FRAGMENT, packet);
        writer.element(Tlv.PIT_TOKEN, token);
        writer.head(Tlv.LINK_PACKET, 0);
        return writer.toBytes();
    }
}
