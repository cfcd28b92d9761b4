package org.voxelpopuli.protocol;

/** A message of a running game connection (SPEC V6.3). */
public sealed interface Packet permits ClientPacket, ServerPacket {}
