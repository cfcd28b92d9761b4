package org.voxelpopuli.replication;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.protocol.PeerFrame;

/**
 * How two nodes prove to each other who they are: each signs the nonces and keys of both, its own first, with what only nodes of this network
 * know. A signature can therefore be used neither again nor towards another.
 */
final class PeerProof {
    private static final byte[] CONTEXT = "voxelpopuli peer".getBytes(StandardCharsets.US_ASCII);

    private PeerProof() {}

    static PeerFrame.Proof of(NodeIdentity identity, byte[] secret, PeerFrame.Greeting own, PeerFrame.Greeting other) {
        return new PeerFrame.Proof(HexFormat.of().formatHex(identity.sign(message(secret, own, other))));
    }

    static boolean isGood(
            NodeIdentity identity,
            byte[] secret,
            PeerFrame.Greeting own,
            PeerFrame.Greeting other,
            PeerFrame.Proof proof) {
        return identity.scheme()
                .verify(
                        HexFormat.of().parseHex(other.publicKey()),
                        message(secret, other, own),
                        HexFormat.of().parseHex(proof.signature()));
    }

    static WriterId idOf(PeerFrame.Greeting greeting) {
        return WriterId.of(IdPuzzle.idOf(HexFormat.of().parseHex(greeting.publicKey())));
    }

    private static byte[] message(byte[] secret, PeerFrame.Greeting signer, PeerFrame.Greeting other) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(CONTEXT);
        message.writeBytes(HexFormat.of().parseHex(signer.nonce()));
        message.writeBytes(HexFormat.of().parseHex(other.nonce()));
        message.writeBytes(HexFormat.of().parseHex(signer.publicKey()));
        message.writeBytes(HexFormat.of().parseHex(other.publicKey()));
        byte[] server = signer.server().toString().getBytes(StandardCharsets.UTF_8);
        message.write(server.length);
        message.writeBytes(server);
        message.writeBytes(secret);
        return message.toByteArray();
    }
}
