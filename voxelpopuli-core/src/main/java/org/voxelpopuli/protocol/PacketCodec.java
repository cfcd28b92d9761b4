package org.voxelpopuli.protocol;

/**
 * A dialect: messages to frames and back. Pure and thread-safe. Encoded frames are complete, with whatever ends them; frames to
 * decode come from the dialect's framing, without it.
 */
public interface PacketCodec {
    byte[] encode(Packet packet);

    byte[] encode(Handshake handshake);

    byte[] encode(Acknowledgement acknowledgement);

    byte[] encode(DirectoryQuery query);

    byte[] encode(DirectoryReply reply);

    Decoded<ClientPacket> decodeClientPacket(byte[] frame);

    Decoded<ServerPacket> decodeServerPacket(byte[] frame);

    Decoded<Handshake> decodeHandshake(byte[] frame);

    Decoded<Acknowledgement> decodeAcknowledgement(byte[] frame);

    Decoded<DirectoryQuery> decodeDirectoryQuery(byte[] frame);

    /** The reply to a query; a reply does not say which kind it is, so the query is needed. */
    Decoded<DirectoryReply> decodeDirectoryReply(byte[] frame, DirectoryQuery query);
}
