package org.voxelpopuli.kademlia.wire;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Rejection;

/** Reads what is expected out of values from outside, or says what is wrong with them. */
public final class WireReader {
    private WireReader() {}

    /** A text of bounded length, in UTF-16 units. */
    public static String text(WireValue value, String what, int maxLength) throws BadValueException {
        if (!(value instanceof WireValue.Text text)) {
            throw wrongShape(what, "a text");
        }
        if (text.text().length() > maxLength) {
            throw new BadValueException(
                    Rejection.TOO_LARGE,
                    what + " has " + text.text().length() + " characters, allowed are " + maxLength);
        }
        return text.text();
    }

    /** An integer in a range. */
    public static long integer(WireValue value, String what, long min, long max) throws BadValueException {
        if (!(value instanceof WireValue.Num number)) {
            throw wrongShape(what, "an integer");
        }
        String literal = number.literal();
        for (int i = 0; i < literal.length(); i++) {
            char c = literal.charAt(i);
            if ((c < '0' || c > '9') && c != '-') {
                throw wrongShape(what, "an integer");
            }
        }
        // A long has 20 characters at most, its sign included; 18 certainly fit.
        if (literal.length() <= 18 || (literal.length() <= 20 && new BigInteger(literal).bitLength() < Long.SIZE)) {
            long integer = Long.parseLong(literal);
            if (integer >= min && integer <= max) {
                return integer;
            }
        }
        throw new BadValueException(Rejection.OUT_OF_RANGE, what + " is out of range, allowed is " + min + ".." + max);
    }

    /** A finite number. */
    public static double number(WireValue value, String what) throws BadValueException {
        if (!(value instanceof WireValue.Num number)) {
            throw wrongShape(what, "a number");
        }
        double parsed = Double.parseDouble(number.literal());
        if (!Double.isFinite(parsed)) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, what + " is not finite");
        }
        return parsed;
    }

    /** An id: 40 hex digits or 20 bytes. */
    public static NodeId id(WireValue value, String what) throws BadValueException {
        if (value instanceof WireValue.Id id) {
            return id.id();
        }
        if (value instanceof WireValue.Bytes bytes && bytes.length() == NodeId.BYTES) {
            return NodeId.of(bytes.array(), 0);
        }
        if (!(value instanceof WireValue.Text text)) {
            throw wrongShape(what, "an id: a text of 40 hex digits, or 20 bytes");
        }
        try {
            return NodeId.parse(text.text());
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.WRONG_SHAPE, what + ": " + e.getMessage());
        }
    }

    /** Exactly so many bytes: as they are, or as base64url text. */
    public static WireValue.Bytes bytesOf(WireValue value, String what, int length) throws BadValueException {
        WireValue.Bytes bytes = bytes(value, what, length);
        if (bytes.length() != length) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE, what + " has " + bytes.length() + " bytes, allowed are " + length);
        }
        return bytes;
    }

    /** At most so many bytes: as they are, or as base64url text. */
    public static WireValue.Bytes bytes(WireValue value, String what, int maxLength) throws BadValueException {
        WireValue.Bytes bytes;
        if (value instanceof WireValue.Bytes plain) {
            bytes = plain;
        } else if (value instanceof WireValue.Text text) {
            try {
                bytes = WireValue.Bytes.of(Base64.getUrlDecoder().decode(text.text()));
            } catch (IllegalArgumentException e) {
                throw wrongShape(what, "bytes, or their base64url text");
            }
        } else {
            throw wrongShape(what, "bytes, or their base64url text");
        }
        if (bytes.length() > maxLength) {
            throw new BadValueException(
                    Rejection.TOO_LARGE, what + " has " + bytes.length() + " bytes, allowed are " + maxLength);
        }
        return bytes;
    }

    /** A list. */
    public static List<WireValue> items(WireValue value, String what) throws BadValueException {
        if (!(value instanceof WireValue.Items items)) {
            throw wrongShape(what, "a list");
        }
        return items.items();
    }

    /** A list of exactly so many items. */
    public static List<WireValue> items(WireValue value, String what, int count) throws BadValueException {
        List<WireValue> items = items(value, what);
        if (items.size() != count) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE, what + " has " + items.size() + " items, allowed are " + count);
        }
        return items;
    }

    /** A field by name; null if it is missing. */
    public static @Nullable WireValue field(WireValue value, String what, String name) throws BadValueException {
        return fields(value, what).get(name);
    }

    /** Named fields. */
    public static Map<String, WireValue> fields(WireValue value, String what) throws BadValueException {
        if (!(value instanceof WireValue.Fields fields)) {
            throw wrongShape(what, "an object");
        }
        return fields.fields();
    }

    /** An IP address as text; a name is refused, since finding its address would block and could be made to ask strangers. */
    public static InetAddress address(WireValue value, String what) throws BadValueException {
        String text = text(value, what, 64);
        try {
            byte[] bytes = ipv4(text);
            if (bytes != null) {
                return InetAddress.getByAddress(bytes);
            }
            if (isIpv6(text)) {
                int scope = text.indexOf('%');
                return InetAddress.getByName(scope < 0 ? text : text.substring(0, scope));
            }
        } catch (UnknownHostException e) {
            // Answered below, like any other text that is no address.
        }
        throw wrongShape(what, "an IPv4 or IPv6 address as text");
    }

    private static byte @Nullable [] ipv4(String text) {
        byte[] bytes = new byte[4];
        int part = 0;
        int digits = 0;
        int octet = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? '.' : text.charAt(i);
            if (c == '.') {
                if (digits == 0 || part == 4) {
                    return null;
                }
                bytes[part++] = (byte) octet;
                digits = 0;
                octet = 0;
            } else {
                octet = octet * 10 + (c - '0');
                if (c < '0' || c > '9' || ++digits > 3 || octet > 255) {
                    return null;
                }
            }
        }
        return part == 4 ? bytes : null;
    }

    /** Whether a text is certainly read as an address, and not looked up as a name. */
    private static boolean isIpv6(String text) {
        int scope = text.indexOf('%');
        int end = scope < 0 ? text.length() : scope;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            if (!hex && c != ':' && c != '.') {
                return false;
            }
        }
        return text.indexOf(':') >= 0 && text.charAt(0) != '.';
    }

    /**
     * Contacts as FIND_NODE returns them: {@code [[address, port, id], ...]}, or packed as in CBOR. Those that could not be called (port 0) are left
     * out.
     */
    public static List<Contact> contacts(WireValue value, String what) throws BadValueException {
        if (value instanceof WireValue.Contacts contacts) {
            return contacts.contacts();
        }
        if (value instanceof WireValue.Bytes ipv4) {
            return PackedContacts.read(ipv4, WireValue.Bytes.EMPTY, what);
        }
        List<WireValue> items = items(value, what);
        if (items.size() == 2
                && items.get(0) instanceof WireValue.Bytes ipv4
                && items.get(1) instanceof WireValue.Bytes ipv6) {
            return PackedContacts.read(ipv4, ipv6, what);
        }
        List<Contact> contacts = new ArrayList<>(items.size());
        for (WireValue item : items) {
            List<WireValue> parts = items(item, "a contact", 3);
            InetAddress address = address(parts.get(0), "the address of a contact");
            int port = (int) integer(parts.get(1), "the port of a contact", 0, 65_535);
            NodeId id = id(parts.get(2), "the id of a contact");
            if (port != 0) {
                contacts.add(new Contact(id, new InetSocketAddress(address, port)));
            }
        }
        return contacts;
    }

    /** An address as text, without the scope id, which means something on this machine only. */
    public static String host(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    private static BadValueException wrongShape(String what, String allowed) {
        return new BadValueException(Rejection.WRONG_SHAPE, what + " has the wrong type, allowed is " + allowed);
    }
}
