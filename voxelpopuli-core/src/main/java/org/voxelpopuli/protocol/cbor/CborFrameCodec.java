package org.voxelpopuli.protocol.cbor;

import org.voxelpopuli.protocol.BadMessage;
import org.voxelpopuli.protocol.ClientFrame;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.protocol.Frame;
import org.voxelpopuli.protocol.FrameCodec;
import org.voxelpopuli.protocol.Limits;
import org.voxelpopuli.protocol.PeerFrame;
import org.voxelpopuli.protocol.Rejection;
import org.voxelpopuli.protocol.ServerFrame;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.dataformat.cbor.CBORFactory;

/** Frames as CBOR arrays. A frame of a type that is not known is rejected as {@link Rejection#UNKNOWN_TYPE}; whoever reads skips it. */
public final class CborFrameCodec implements FrameCodec {
    /** Beyond any name, host or reason that is allowed; in characters. */
    private static final int MAX_STRING = 4096;

    private static final int MAX_NUMBER = 64;

    private final CBORFactory factory;
    private final int depth;

    /** A codec with {@link Limits#DEFAULT}. */
    public CborFrameCodec() {
        this(Limits.DEFAULT);
    }

    /** A codec that refuses frames nested deeper than these limits allow. How long a frame may be is its framing's business. */
    public CborFrameCodec(Limits limits) {
        this.depth = limits.depth();
        this.factory = CBORFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxStringLength(MAX_STRING)
                        .maxNameLength(MAX_STRING)
                        .maxNumberLength(MAX_NUMBER)
                        .build())
                .build();
    }

    @Override
    public byte[] encode(Frame frame) {
        try (FrameWriter out = new FrameWriter(factory)) {
            if (frame instanceof ServerFrame server) {
                ServerFrames.write(server, out);
            } else if (frame instanceof ClientFrame client) {
                ClientFrames.write(client, out);
            } else {
                PeerFrames.write((PeerFrame) frame, out);
            }
            return out.toByteArray();
        }
    }

    @Override
    public Decoded<Frame> decode(byte[] frame) {
        try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), frame)) {
            FrameReader in = new FrameReader(parser);
            in.begin("the frame");
            Frame read = read(in.integer("the type of the frame", 0, Integer.MAX_VALUE), in);
            in.end();
            if (parser.nextToken() != null) {
                throw new BadMessage(Rejection.MALFORMED, "more than one CBOR item, allowed is one");
            }
            return new Decoded.Accepted<>(read);
        } catch (BadMessage e) {
            return e.rejected();
        } catch (StreamConstraintsException e) {
            return new Decoded.Rejected<>(
                    Rejection.TOO_LARGE,
                    "a text, a number or the nesting is too large, allowed are " + MAX_STRING + " characters, "
                            + MAX_NUMBER + ", and " + depth + " levels");
        } catch (JacksonException e) {
            long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
            return new Decoded.Rejected<>(
                    Rejection.MALFORMED, "not well-formed CBOR" + (at < 0 ? "" : " near byte " + at));
        }
    }

    private static Frame read(int type, FrameReader in) throws BadMessage {
        if (ClientFrames.knows(type)) {
            return ClientFrames.read(type, in);
        }
        if (ServerFrames.knows(type)) {
            return ServerFrames.read(type, in);
        }
        if (PeerFrames.knows(type)) {
            return PeerFrames.read(type, in);
        }
        throw FrameReader.unknown("frame", type);
    }
}
