package org.voxelpopuli.kademlia.content;

import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.wire.Compatibility;

/** How the peers of a network share files. */
enum Sharing {
    /** As docs/content.md says: kad-files are signed, and name hashes, so that every piece is verified. */
    VERIFIED(""),
    /** As peers of the public implementation of P2Play do (SPEC P8): kad-files have neither, and a file is fetched as a whole from whoever has one of that name. */
    P2PLAY("p2play ");

    private final String prefix;

    Sharing(String prefix) {
        this.prefix = prefix;
    }

    static Sharing of(Compatibility compatibility) {
        return compatibility == Compatibility.P2PLAY ? P2PLAY : VERIFIED;
    }

    /** Of its kad-files. */
    RecordKind kind() {
        return this == P2PLAY ? KadFiles.P2PLAY_KIND : KadFiles.KIND;
    }

    /** Where the kad-file of a song lies. */
    NodeId key(SongName name) {
        return this == P2PLAY ? name.p2playKey() : name.key();
    }

    /** Before the kinds of what is remembered over a restart: what is shared in one network is not therefore shared in the other. */
    String prefix() {
        return prefix;
    }
}
