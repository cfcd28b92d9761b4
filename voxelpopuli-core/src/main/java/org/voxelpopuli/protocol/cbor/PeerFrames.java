package org.voxelpopuli.protocol.cbor;

import java.util.HexFormat;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.PeerFrame.Farewell;
import org.voxelpopuli.protocol.PeerFrame.Greeting;
import org.voxelpopuli.protocol.PeerFrame.Proof;
import org.voxelpopuli.protocol.PeerFrame.Reply;
import org.voxelpopuli.protocol.PeerFrame.Request;

/** What nodes tell each other. */
final class PeerFrames {
    private static final int GREETING = 16;
    private static final int PROOF = 17;
    private static final int FAREWELL = 18;
    private static final int REQUEST = 19;
    private static final int REPLY = 20;

    private static final int PUBLIC_KEY_BYTES = 32;
    private static final int SIGNATURE_BYTES = 64;

    private static final HexFormat HEX = HexFormat.of();

    private PeerFrames() {}

    static boolean knows(int type) {
        return type >= GREETING && type <= REPLY;
    }

    static void write(PeerFrame frame, FrameWriter out) {
        if (frame instanceof Request request) {
            PeerQuestions.write(REQUEST, request, out);
        } else if (frame instanceof Reply reply) {
            PeerAnswers.write(REPLY, reply, out);
        } else if (frame instanceof Greeting greeting) {
            out.begin(7).integer(GREETING).integer(greeting.minVersion()).integer(greeting.maxVersion());
            out.text(greeting.world()).server(greeting.server());
            out.bytes(HEX.parseHex(greeting.publicKey())).bytes(HEX.parseHex(greeting.nonce()));
        } else if (frame instanceof Proof proof) {
            out.begin(2).integer(PROOF).bytes(HEX.parseHex(proof.signature()));
        } else {
            out.begin(2).integer(FAREWELL).text(((Farewell) frame).reason());
        }
        out.end();
    }

    static PeerFrame read(int type, FrameReader in) throws BadMessage {
        return switch (type) {
            case GREETING ->
                new Greeting(
                        in.integer("the lowest version", 0, Integer.MAX_VALUE),
                        in.integer("the highest version", 0, Integer.MAX_VALUE),
                        in.text("the world", ClientFrames.MAX_WORLD),
                        in.server(),
                        HEX.formatHex(in.bytes("the public key", PUBLIC_KEY_BYTES)),
                        HEX.formatHex(in.bytes("the nonce", PeerFrame.NONCE_BYTES)));
            case PROOF -> new Proof(HEX.formatHex(in.bytes("the signature", SIGNATURE_BYTES)));
            case FAREWELL -> new Farewell(in.reason());
            case REQUEST -> new Request(callId(in), PeerQuestions.read(in));
            case REPLY -> new Reply(callId(in), PeerAnswers.read(in));
            default -> throw FrameReader.unknown("node's frame", type);
        };
    }

    private static int callId(FrameReader in) throws BadMessage {
        return in.integer("the id of the request", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    static void write(Claim claim, FrameWriter out) {
        out.begin(3)
                .integer(claim.epoch())
                .bytes(claim.owner().bytes())
                .server(claim.server())
                .end();
    }

    static Claim claim(FrameReader in) throws BadMessage {
        in.begin("the claim");
        Claim claim = new Claim(epoch(in), owner(in), in.server());
        in.end();
        return claim;
    }

    private static WriterId owner(FrameReader in) throws BadMessage {
        return WriterId.of(in.bytes("the owner", WriterId.LENGTH));
    }

    static long epoch(FrameReader in) throws BadMessage {
        return in.integer("the epoch", 0, Long.MAX_VALUE);
    }
}
