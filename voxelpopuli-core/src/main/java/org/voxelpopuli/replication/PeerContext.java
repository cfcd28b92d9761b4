package org.voxelpopuli.replication;

import java.util.HexFormat;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.runtime.NodeEnvironment;

/**
 * What connections to other nodes work with; thread-safe.
 *
 * @param environment clock, randomness, streams
 * @param identity that this node proves
 * @param address where it serves
 * @param world the identity of the world (DESIGN D13)
 * @param secret that the network shares, empty for none
 * @param codec of the frames
 * @param frameBytes the longest frame that is read
 */
record PeerContext(
        NodeEnvironment environment,
        NodeIdentity identity,
        ServerAddress address,
        String world,
        SharedSecret secret,
        FrameCodec codec,
        int frameBytes) {

    WriterId self() {
        return WriterId.of(identity.id());
    }

    PeerFrame.Greeting greeting() {
        byte[] nonce = new byte[PeerFrame.NONCE_BYTES];
        environment.random().nextBytes(nonce);
        return new PeerFrame.Greeting(
                Frame.MIN_VERSION,
                Frame.MAX_VERSION,
                world,
                address,
                HexFormat.of().formatHex(identity.publicKey()),
                HexFormat.of().formatHex(nonce));
    }

    /** Why two nodes cannot talk; null if they can. */
    @org.jspecify.annotations.Nullable
    String mismatch(PeerFrame.Greeting other) {
        if (other.minVersion() > Frame.MAX_VERSION || other.maxVersion() < Frame.MIN_VERSION) {
            return "it speaks versions " + other.minVersion() + ".." + other.maxVersion()
                    + " of the protocol, this node " + Frame.MIN_VERSION + ".." + Frame.MAX_VERSION;
        }
        if (!other.world().equals(world)) {
            return "it belongs to another world (name, terrain seed, day length or generator differ)";
        }
        return null;
    }
}
