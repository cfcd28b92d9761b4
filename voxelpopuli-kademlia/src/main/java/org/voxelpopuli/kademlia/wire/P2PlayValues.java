package org.voxelpopuli.kademlia.wire;

import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Rejection;

/**
 * Values as the public implementation of P2Play writes them (SPEC P8), and as we do. Ids are integers there. A kad-file is
 * {@code {"version", "song_name", "artist_name", "providers": [[id, [ip, port]], ...], "id"}}, with the latest provider last, since who becomes one adds himself; as ours is
 * written, see docs/content.md, with the latest first and, since nobody there knows of any, without hashes. Pure.
 */
final class P2PlayValues {
    /** So many contacts or providers of a list are looked at, the good and the bad, and the others passed over. */
    static final int MAX_LOOKED_AT = 64;

    /** Providers that one of our kad-files names, at most. */
    static final int MAX_PROVIDERS = 12;

    /** UTF-16 units of a song's or an artist's name. */
    private static final int MAX_NAME = 255;

    /** Digits of 2^160 - 1. */
    private static final int MAX_DIGITS = 49;

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private P2PlayValues() {}

    // Numbers

    static WireValue integer(NodeId id) {
        return new WireValue.Num(new BigInteger(1, id.bytes()).toString());
    }

    static NodeId id(WireValue value, String what) throws BadValueException {
        BigInteger integer = integer(value, what, MAX_DIGITS);
        if (integer.bitLength() > NodeId.BITS) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, what + " is out of range, allowed is 0..2^160-1");
        }
        byte[] shortest = integer.toByteArray();
        byte[] bytes = new byte[NodeId.BYTES];
        int count = Math.min(shortest.length, bytes.length);
        System.arraycopy(shortest, shortest.length - count, bytes, bytes.length - count, count);
        return NodeId.of(bytes);
    }

    static long callId(WireValue value) throws BadValueException {
        BigInteger integer = integer(value, "id", MAX_DIGITS);
        if (integer.bitLength() > Long.SIZE) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, "id is out of range, allowed is 0..2^64-1");
        }
        return integer.longValue();
    }

    private static BigInteger integer(WireValue value, String what, int maxDigits) throws BadValueException {
        if (!(value instanceof WireValue.Num number)
                || !number.literal().chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE, what + " has the wrong type, allowed is an integer that is not negative");
        }
        if (number.literal().length() > maxDigits) {
            throw new BadValueException(
                    Rejection.OUT_OF_RANGE, what + " has more digits than allowed, which are " + maxDigits);
        }
        return new BigInteger(number.literal());
    }

    // What we write

    /** An argument or a result of ours. */
    static WireValue outgoing(WireValue value) {
        if (value instanceof WireValue.Id id) {
            return integer(id.id());
        }
        if (value instanceof WireValue.Contacts contacts) {
            return new WireValue.Items(contacts.contacts().stream()
                    .map(contact -> WireValue.items(
                            integer(contact.id()),
                            WireValue.of(WireReader.host(contact.address().getAddress())),
                            WireValue.of(contact.address().getPort())))
                    .toList());
        }
        if (value instanceof WireValue.Fields file) {
            return outgoing(file);
        }
        throw new IllegalStateException("the dialect of P2Play has no such value");
    }

    private static WireValue outgoing(WireValue.Fields file) {
        Map<String, WireValue> ours = file.fields();
        try {
            List<WireValue> providers = new ArrayList<>();
            for (WireValue item : WireReader.items(field(ours, "providers"), "providers")) {
                List<WireValue> parts = WireReader.items(item, "a provider", 3);
                providers.add(
                        WireValue.items(integer(base64(parts.get(0))), WireValue.items(parts.get(1), parts.get(2))));
            }
            Collections.reverse(providers);
            Map<String, WireValue> theirs = new LinkedHashMap<>();
            theirs.put("version", field(ours, "version"));
            theirs.put("song_name", field(ours, "song"));
            theirs.put("artist_name", field(ours, "artist"));
            theirs.put("providers", new WireValue.Items(providers));
            theirs.put("id", integer(base64(field(ours, "id"))));
            return new WireValue.Fields(theirs);
        } catch (BadValueException e) {
            throw new IllegalStateException("a record that is no kad-file is to be sent", e);
        }
    }

    private static NodeId base64(WireValue id) throws BadValueException {
        return NodeId.of(WireReader.bytesOf(id, "an id", NodeId.BYTES).toByteArray());
    }

    // What we read

    /** Contacts, as {@link WireReader#contacts} takes them. */
    static WireValue contacts(WireValue value) throws BadValueException {
        List<Contact> contacts = new ArrayList<>();
        List<WireValue> items = WireReader.items(value, "the result");
        for (WireValue item : items.subList(0, Math.min(items.size(), MAX_LOOKED_AT))) {
            contact(item).ifPresent(contacts::add);
        }
        return new WireValue.Contacts(contacts);
    }

    private static Optional<Contact> contact(WireValue item) {
        try {
            List<WireValue> parts = WireReader.items(item, "a contact", 3);
            return Optional.of(new Contact(id(parts.get(0), "an id"), address(parts.get(1), parts.get(2))));
        } catch (BadValueException e) {
            return Optional.empty();
        }
    }

    private static InetSocketAddress address(WireValue host, WireValue port) throws BadValueException {
        return new InetSocketAddress(
                WireReader.address(host, "a host"), (int) WireReader.integer(port, "a port", 1, 65_535));
    }

    /** A kad-file as we write it, of as many of the latest providers as fit into a record. */
    static WireValue kadFile(WireValue value) throws BadValueException {
        Map<String, WireValue> theirs = WireReader.fields(value, "a kad-file");
        List<WireValue> items = WireReader.items(field(theirs, "providers"), "the providers of a kad-file");
        List<WireValue> providers = new ArrayList<>();
        int first = Math.max(0, items.size() - MAX_LOOKED_AT);
        for (int i = items.size() - 1; i >= first && providers.size() < MAX_PROVIDERS; i--) {
            provider(items.get(i)).ifPresent(providers::add);
        }
        if (providers.isEmpty()) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "a kad-file has no provider with an IP address");
        }
        NodeId id = id(field(theirs, "id"), "the id of a kad-file");
        Map<String, WireValue> ours = new LinkedHashMap<>();
        ours.put("song", name(theirs, "song_name"));
        ours.put("artist", name(theirs, "artist_name"));
        ours.put("version", WireValue.of(WireReader.integer(field(theirs, "version"), "a version", 1, Long.MAX_VALUE)));
        ours.put("id", WireValue.of(BASE64.encodeToString(id.bytes())));
        for (int count = providers.size(); ; count--) {
            ours.put("providers", new WireValue.Items(providers.subList(0, count)));
            WireValue.Fields file = new WireValue.Fields(ours);
            if (count == 1 || CborValues.write(file).length <= CborEnvelopeCodec.MAX_RECORD_VALUE) {
                return file;
            }
        }
    }

    private static WireValue name(Map<String, WireValue> theirs, String field) throws BadValueException {
        return WireValue.of(WireReader.text(field(theirs, field), field, MAX_NAME));
    }

    private static Optional<WireValue> provider(WireValue item) {
        try {
            List<WireValue> parts = WireReader.items(item, "a provider", 2);
            List<WireValue> at = WireReader.items(parts.get(1), "the address of a provider", 2);
            NodeId id = id(parts.get(0), "the id of a provider");
            InetSocketAddress address = address(at.get(0), at.get(1));
            return Optional.of(WireValue.items(
                    WireValue.of(BASE64.encodeToString(id.bytes())),
                    WireValue.of(WireReader.host(address.getAddress())),
                    WireValue.of(address.getPort())));
        } catch (BadValueException e) {
            return Optional.empty();
        }
    }

    private static WireValue field(Map<String, WireValue> fields, String name) {
        return fields.getOrDefault(name, WireValue.NULL);
    }
}
