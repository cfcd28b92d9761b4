package org.voxelpopuli.p2play;

import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.content.SongName;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

/** Whose network it is. The two do not mix. */
enum NetworkDialect {
    /** Ours: records are signed, and each piece of a file is verified. */
    CBOR,
    /** That of the public implementation: nobody vouches for a file. */
    P2PLAY;

    void set(KademliaSettings.Builder settings) {
        if (this == P2PLAY) {
            settings.compatibility(Compatibility.P2PLAY).dialect(Dialect.P2PLAY);
        }
    }

    /** Where a song's kad-file lies. */
    NodeId key(SongName name) {
        return this == P2PLAY ? name.p2playKey() : name.key();
    }

    @Override
    public String toString() {
        return this == CBOR ? "cbor" : "p2play";
    }
}
