package org.voxelpopuli.kademlia.directory;

import java.util.List;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.records.SignedRule;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/** The records that say which server has a chunk: {@code [ip, port]}. */
final class ChunkRecords {
    static final RecordKind KIND =
            new RecordKind("chunk", RecordLimits.of(100_000, 32 << 20), 1, SignedRule.EPOCH, ChunkRecords::read);

    private ChunkRecords() {}

    static WireValue write(ServerAddress server) {
        return WireValue.items(WireValue.of(server.host()), WireValue.of(server.port()));
    }

    static ServerAddress read(WireValue value) throws BadValueException {
        List<WireValue> parts = WireReader.items(value, "a chunk's server", 2);
        String host = WireReader.text(parts.get(0), "a chunk's server's host", 255);
        int port = (int) WireReader.integer(parts.get(1), "a chunk's server's port", 1, 65_535);
        if (host.isBlank()) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "a chunk's server's host is blank");
        }
        return new ServerAddress(host, port);
    }
}
