package org.voxelpopuli.protocol;

/** A message of protocol v2 (DESIGN D6), whose connections carry many chunks. */
public sealed interface Frame permits ClientFrame, ServerFrame, PeerFrame {
    /** The versions of the protocol that are spoken here, lowest and highest. */
    int MIN_VERSION = 2;

    /** The highest version that is spoken here. */
    int MAX_VERSION = 2;
}
