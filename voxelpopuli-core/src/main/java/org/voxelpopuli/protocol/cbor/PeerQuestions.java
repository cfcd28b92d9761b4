package org.voxelpopuli.protocol.cbor;

import java.util.List;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.edits.EditDigest;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.PeerFrame.Digested;
import org.voxelpopuli.protocol.PeerFrame.Question;
import org.voxelpopuli.protocol.PeerFrame.Question.AreYouThere;
import org.voxelpopuli.protocol.PeerFrame.Question.Compare;
import org.voxelpopuli.protocol.PeerFrame.Question.Displace;
import org.voxelpopuli.protocol.PeerFrame.Question.Fetch;
import org.voxelpopuli.protocol.PeerFrame.Question.Holding;
import org.voxelpopuli.protocol.PeerFrame.Question.Keep;
import org.voxelpopuli.protocol.PeerFrame.Question.Offer;
import org.voxelpopuli.protocol.PeerFrame.Question.Renew;
import org.voxelpopuli.protocol.PeerFrame.Question.TakeOver;
import org.voxelpopuli.protocol.PeerFrame.Request;
import org.voxelpopuli.protocol.Rejection;

/** What nodes ask each other. */
final class PeerQuestions {
    private static final int KEEP = 1;
    private static final int HOLDING = 2;
    private static final int COMPARE = 3;
    private static final int FETCH = 4;
    private static final int RENEW = 5;
    private static final int TAKE_OVER = 6;
    private static final int OFFER = 7;
    private static final int ARE_YOU_THERE = 8;
    private static final int DISPLACE = 9;

    private PeerQuestions() {}

    /** Begins the frame and leaves its end to the caller. */
    static void write(int frame, Request request, FrameWriter out) {
        Question question = request.question();
        if (question instanceof Keep keep) {
            begin(out, frame, request, 3, KEEP).chunk(keep.chunk());
            PeerFrames.write(keep.claim(), out);
            out.bytes(EditBytes.write(keep.edits()));
        } else if (question instanceof Renew renew) {
            begin(out, frame, request, 2, RENEW)
                    .server(renew.server())
                    .begin(renew.chunks().size());
            for (Digested each : renew.chunks()) {
                out.begin(3)
                        .chunk(each.chunk())
                        .integer(each.epoch())
                        .bits(each.root())
                        .end();
            }
            out.end();
        } else if (question instanceof Holding holding) {
            begin(out, frame, request, 1, HOLDING).chunk(holding.chunk());
        } else if (question instanceof Compare compare) {
            begin(out, frame, request, 2, COMPARE).chunk(compare.chunk());
            compare.branch().ifPresentOrElse(out::integer, out::absent);
        } else if (question instanceof Fetch fetch) {
            begin(out, frame, request, 3, FETCH).chunk(fetch.chunk());
            write(fetch.leaves(), out);
            out.flag(fetch.applied());
        } else if (question instanceof TakeOver takeOver) {
            begin(out, frame, request, 2, TAKE_OVER).chunk(takeOver.chunk()).integer(takeOver.epoch());
        } else if (question instanceof Displace displace) {
            begin(out, frame, request, 2, DISPLACE)
                    .text(displace.player().text())
                    .bits(displace.session());
        } else if (question instanceof Offer offer) {
            begin(out, frame, request, 2, OFFER).chunk(offer.chunk()).bytes(EditBytes.write(offer.edits()));
        } else {
            begin(out, frame, request, 0, ARE_YOU_THERE);
        }
    }

    private static FrameWriter begin(FrameWriter out, int frame, Request request, int elements, int question) {
        return out.begin(3 + elements).integer(frame).integer(request.id()).integer(question);
    }

    static Question read(FrameReader in) throws BadMessage {
        int question = in.integer("the question", 0, Integer.MAX_VALUE);
        return switch (question) {
            case KEEP -> new Keep(in.chunk(), PeerFrames.claim(in), edits(in));
            case HOLDING -> new Holding(in.chunk());
            case COMPARE ->
                new Compare(in.chunk(), in.optional(() -> in.integer("the branch", 0, EditDigest.BRANCHES - 1)));
            case FETCH -> new Fetch(in.chunk(), leaves(in), in.flag("whether ids are asked for"));
            case RENEW -> new Renew(in.server(), in.list("the chunks", Integer.MAX_VALUE, () -> digested(in)));
            case TAKE_OVER -> new TakeOver(in.chunk(), PeerFrames.epoch(in));
            case DISPLACE -> new Displace(ServerFrames.player(in), in.bits("the session"));
            case OFFER -> new Offer(in.chunk(), edits(in));
            case ARE_YOU_THERE -> new AreYouThere();
            default -> throw FrameReader.unknown("question", question);
        };
    }

    static void write(List<Integer> leaves, FrameWriter out) {
        out.begin(leaves.size());
        leaves.forEach(out::integer);
        out.end();
    }

    static List<Integer> leaves(FrameReader in) throws BadMessage {
        return in.list("the leaves", EditDigest.LEAVES, () -> in.integer("the leaf", 0, EditDigest.LEAVES - 1));
    }

    private static Digested digested(FrameReader in) throws BadMessage {
        in.begin("the chunk with its digest");
        Digested digested = new Digested(in.chunk(), PeerFrames.epoch(in), in.bits("the digest"));
        in.end();
        return digested;
    }

    static EditBatch edits(FrameReader in) throws BadMessage {
        byte[] bytes = in.bytes("the edits");
        return FrameReader.value(Rejection.MALFORMED, () -> EditBytes.read(bytes));
    }
}
