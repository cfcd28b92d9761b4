package org.voxelpopuli.protocol;

/** Frames of protocol v2 to bytes and back. Pure and thread-safe. The bytes are those of one frame, without its length. */
public interface FrameCodec {
    byte[] encode(Frame frame);

    Decoded<Frame> decode(byte[] frame);
}
