package org.voxelpopuli.tools.dht;

import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;

/**
 * What the nodes of a measured network are like.
 *
 * @param k size of a bucket and of an answer
 * @param compatibility NONE if they prove their identities to each other, SEED if they believe what they hear
 * @param dialect that they speak
 * @param layout of their routing tables
 */
public record NodeKind(int k, Compatibility compatibility, Dialect dialect, TableLayout layout) {
    /** With the layout that nodes have by default. */
    public NodeKind(int k, Compatibility compatibility, Dialect dialect) {
        this(k, compatibility, dialect, TableLayout.FIXED);
    }

    /** Settings of such a node. Its id costs nothing: a machine that runs all nodes would do nothing else for a while. */
    KademliaSettings.Builder settings() {
        return KademliaSettings.builder()
                .k(k)
                .compatibility(compatibility)
                .dialect(dialect)
                .layout(layout)
                .puzzleBits(0);
    }

    /** A new identity of such a node. */
    static NodeIdentity identity() {
        return Ed25519.generate(0);
    }
}
