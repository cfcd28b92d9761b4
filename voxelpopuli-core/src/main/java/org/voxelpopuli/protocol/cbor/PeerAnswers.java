package org.voxelpopuli.protocol.cbor;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.EditBytes;
import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Answer.Digests;
import org.voxelpopuli.protocol.PeerFrame.Answer.Done;
import org.voxelpopuli.protocol.PeerFrame.Answer.Edits;
import org.voxelpopuli.protocol.PeerFrame.Answer.Held;
import org.voxelpopuli.protocol.PeerFrame.Answer.Refused;
import org.voxelpopuli.protocol.PeerFrame.Answer.Renewed;
import org.voxelpopuli.protocol.PeerFrame.Answer.StampedAhead;
import org.voxelpopuli.protocol.PeerFrame.Answer.Superseded;
import org.voxelpopuli.protocol.PeerFrame.Lost;
import org.voxelpopuli.protocol.PeerFrame.Reply;

/** What nodes answer each other. */
final class PeerAnswers {
    private static final int DONE = 1;
    private static final int REFUSED = 2;
    private static final int SUPERSEDED = 3;
    private static final int HELD = 4;
    private static final int DIGESTS = 5;
    private static final int EDITS = 6;
    private static final int RENEWED = 7;
    private static final int STAMPED_AHEAD = 8;

    private PeerAnswers() {}

    /** Begins the frame and leaves its end to the caller. */
    static void write(int frame, Reply reply, FrameWriter out) {
        Answer answer = reply.answer();
        if (answer instanceof Done) {
            begin(out, frame, reply, 0, DONE);
        } else if (answer instanceof Edits edits) {
            begin(out, frame, reply, 2, EDITS).bytes(EditBytes.write(edits.edits()));
            PeerQuestions.write(edits.left(), out);
        } else if (answer instanceof Renewed renewed) {
            begin(out, frame, reply, 2, RENEWED);
            write(renewed, out);
        } else if (answer instanceof Held held) {
            begin(out, frame, reply, 3, HELD).bits(held.root());
            held.claim().ifPresentOrElse(claim -> PeerFrames.write(claim, out), out::absent);
            out.flag(held.kept());
        } else if (answer instanceof Digests digests) {
            begin(out, frame, reply, 2, DIGESTS).bits(digests.applied());
            ByteBuffer all = ByteBuffer.allocate(Long.BYTES * digests.digests().size());
            digests.digests().forEach(all::putLong);
            out.bytes(all.array());
        } else if (answer instanceof Superseded superseded) {
            begin(out, frame, reply, 1, SUPERSEDED);
            PeerFrames.write(superseded.claim(), out);
        } else if (answer instanceof StampedAhead ahead) {
            begin(out, frame, reply, 1, STAMPED_AHEAD).integer(ahead.millis());
        } else {
            begin(out, frame, reply, 1, REFUSED).text(((Refused) answer).reason());
        }
    }

    private static void write(Renewed renewed, FrameWriter out) {
        out.begin(renewed.lost().size());
        for (Lost lost : renewed.lost()) {
            out.begin(2).chunk(lost.chunk());
            PeerFrames.write(lost.claim(), out);
            out.end();
        }
        out.end().begin(renewed.differing().size());
        renewed.differing().forEach(out::chunk);
        out.end();
    }

    private static FrameWriter begin(FrameWriter out, int frame, Reply reply, int elements, int answer) {
        return out.begin(3 + elements).integer(frame).integer(reply.id()).integer(answer);
    }

    static Answer read(FrameReader in) throws BadMessage {
        int answer = in.integer("the answer", 0, Integer.MAX_VALUE);
        return switch (answer) {
            case DONE -> new Done();
            case REFUSED -> new Refused(in.reason());
            case SUPERSEDED -> new Superseded(PeerFrames.claim(in));
            case HELD -> {
                long root = in.bits("the digest");
                yield new Held(in.optional(() -> PeerFrames.claim(in)), root, in.flag("whether it is kept"));
            }
            case DIGESTS -> {
                long applied = in.bits("the digest of the ids");
                yield new Digests(digests(in.bytes("the digests")), applied);
            }
            case EDITS -> {
                EditBatch edits = PeerQuestions.edits(in);
                yield new Edits(edits, PeerQuestions.leaves(in));
            }
            case RENEWED ->
                new Renewed(
                        in.list("the lost chunks", Integer.MAX_VALUE, () -> lost(in)),
                        in.list("the differing chunks", Integer.MAX_VALUE, in::chunk));
            case STAMPED_AHEAD -> new StampedAhead(in.integer("the milliseconds", 0, Long.MAX_VALUE));
            default -> throw FrameReader.unknown("answer", answer);
        };
    }

    private static List<Long> digests(byte[] bytes) throws BadMessage {
        if (bytes.length % Long.BYTES != 0) {
            throw FrameReader.wrongShape("the digests have " + bytes.length + " bytes, allowed are 8 for each");
        }
        ByteBuffer all = ByteBuffer.wrap(bytes);
        return Stream.generate(all::getLong).limit(bytes.length / Long.BYTES).toList();
    }

    private static Lost lost(FrameReader in) throws BadMessage {
        in.begin("the lost chunk");
        Lost lost = new Lost(in.chunk(), PeerFrames.claim(in));
        in.end();
        return lost;
    }
}
