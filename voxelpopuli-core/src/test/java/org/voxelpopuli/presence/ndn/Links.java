package org.voxelpopuli.presence.ndn;

/** What a peer that is made of a socket alone gets. */
public final class Links {
    private Links() {}

    /** The packet in a datagram, in an envelope or without. */
    public static Packet packet(byte[] datagram) {
        return LinkPacket.decode(datagram).packet();
    }
}
