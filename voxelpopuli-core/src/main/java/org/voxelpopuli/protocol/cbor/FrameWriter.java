package org.voxelpopuli.protocol.cbor;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.dataformat.cbor.CBORFactory;

/** The elements of frames as CBOR: arrays of definite length, numbers in their shortest form. */
final class FrameWriter implements AutoCloseable {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final JsonGenerator cbor;

    FrameWriter(CBORFactory factory) {
        this.cbor = factory.createGenerator(ObjectWriteContext.empty(), bytes);
    }

    /** Begins an array of so many elements, which {@link #end()} ends. */
    FrameWriter begin(int elements) {
        cbor.writeStartArray(this, elements);
        return this;
    }

    FrameWriter end() {
        cbor.writeEndArray();
        return this;
    }

    FrameWriter integer(long number) {
        cbor.writeNumber(number);
        return this;
    }

    FrameWriter real(double number) {
        cbor.writeNumber(number);
        return this;
    }

    FrameWriter flag(boolean flag) {
        cbor.writeBoolean(flag);
        return this;
    }

    FrameWriter absent() {
        cbor.writeNull();
        return this;
    }

    FrameWriter text(String text) {
        cbor.writeString(text);
        return this;
    }

    FrameWriter bytes(byte[] string) {
        cbor.writeBinary(string);
        return this;
    }

    /** 64 bits that are no quantity, as a string of 8 bytes. */
    FrameWriter bits(long bits) {
        return bytes(ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
    }

    FrameWriter chunk(ChunkPos chunk) {
        return begin(3).integer(chunk.x()).integer(chunk.y()).integer(chunk.z()).end();
    }

    FrameWriter position(Position position) {
        return begin(4).real(position.x())
                .real(position.y())
                .real(position.z())
                .real(position.yaw())
                .end();
    }

    FrameWriter server(ServerAddress server) {
        return begin(2).text(server.host()).integer(server.port()).end();
    }

    byte[] toByteArray() {
        cbor.flush();
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        cbor.close();
    }
}
