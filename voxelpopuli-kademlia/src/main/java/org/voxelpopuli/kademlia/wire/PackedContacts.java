package org.voxelpopuli.kademlia.wire;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.protocol.Rejection;

/**
 * Contacts as CBOR carries them: each is its id (20 bytes), its address (4 or 16), its port (2), the most significant byte first. They stand without gaps in
 * a byte string; if not all are of IPv4, in two: {@code [IPv4, IPv6]}. So twenty of IPv4 take 523 bytes.
 */
final class PackedContacts {
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;
    private static final int PORT = 2;

    private PackedContacts() {}

    private static int entry(int addressLength) {
        return NodeId.BYTES + addressLength + PORT;
    }

    private static boolean isIpv4(Contact contact) {
        return contact.address().getAddress() instanceof Inet4Address;
    }

    static void write(List<Contact> contacts, CborWriter writer) {
        int ipv4 = 0;
        for (Contact contact : contacts) {
            ipv4 += isIpv4(contact) ? 1 : 0;
        }
        if (ipv4 < contacts.size()) {
            writer.head(Cbor.ARRAY, 2);
        }
        writeFamily(contacts, ipv4, IPV4, writer);
        if (ipv4 < contacts.size()) {
            writeFamily(contacts, contacts.size() - ipv4, IPV6, writer);
        }
    }

    private static void writeFamily(List<Contact> contacts, int count, int addressLength, CborWriter writer) {
        int at = writer.byteString(count * entry(addressLength));
        byte[] bytes = writer.array();
        for (Contact contact : contacts) {
            if (isIpv4(contact) == (addressLength == IPV4)) {
                contact.id().write(bytes, at);
                at += NodeId.BYTES;
                System.arraycopy(contact.address().getAddress().getAddress(), 0, bytes, at, addressLength);
                at += addressLength;
                int port = contact.address().getPort();
                bytes[at++] = (byte) (port >>> 8);
                bytes[at++] = (byte) port;
            }
        }
    }

    static List<Contact> read(WireValue.Bytes ipv4, WireValue.Bytes ipv6, String what) throws BadValueException {
        List<Contact> contacts = new ArrayList<>(ipv4.length() / entry(IPV4) + ipv6.length() / entry(IPV6));
        readFamily(ipv4.array(), IPV4, what, contacts);
        readFamily(ipv6.array(), IPV6, what, contacts);
        return contacts;
    }

    private static void readFamily(byte[] bytes, int addressLength, String what, List<Contact> contacts)
            throws BadValueException {
        int entry = entry(addressLength);
        if (bytes.length % entry != 0) {
            throw new BadValueException(
                    Rejection.WRONG_SHAPE,
                    what + " has " + bytes.length + " bytes of packed contacts, allowed is a multiple of " + entry);
        }
        for (int at = 0; at < bytes.length; at += entry) {
            int address = at + NodeId.BYTES;
            int port = (bytes[address + addressLength] & 0xFF) << 8 | (bytes[address + addressLength + 1] & 0xFF);
            if (port != 0) {
                contacts.add(new Contact(
                        NodeId.of(bytes, at),
                        new InetSocketAddress(
                                address(Arrays.copyOfRange(bytes, address, address + addressLength)), port)));
            }
        }
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address of 4 or 16 bytes is one", e);
        }
    }

    /** How many of the contacts, from an offset on, take together at most so many bytes. */
    static int thatFit(List<Contact> contacts, int from, int room) {
        int ipv4 = 0;
        int ipv6 = 0;
        for (int i = from; i < contacts.size(); i++) {
            boolean four = isIpv4(contacts.get(i));
            ipv4 += four ? entry(IPV4) : 0;
            ipv6 += four ? 0 : entry(IPV6);
            int size = Cbor.headSize(ipv4) + ipv4 + (ipv6 == 0 ? 0 : 1 + Cbor.headSize(ipv6) + ipv6);
            if (size > room) {
                return i - from;
            }
        }
        return contacts.size() - from;
    }
}
