package org.voxelpopuli.kademlia.directory;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.Rpc;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * {@code FIND_CLAIM(key)}: who serves a chunk, asked of the node that the records name. It returns {@code [epoch, owner's id, [ip, port]]}, which is its own claim or that of the
 * one to whom it has given the chunk up, or null if it knows nothing of the chunk.
 */
final class FindClaimRpc extends Rpc<NodeId, Optional<Claim>> {
    private final Function<NodeId, Optional<Claim>> claims;

    FindClaimRpc(Function<NodeId, Optional<Claim>> claims) {
        super("FIND_CLAIM");
        this.claims = claims;
    }

    @Override
    public List<WireValue> writeArguments(NodeId key) {
        return List.of(WireValue.of(key));
    }

    @Override
    public NodeId readArguments(List<WireValue> arguments) throws BadValueException {
        requireCount(arguments, 1);
        return WireReader.id(arguments.get(0), "the key");
    }

    @Override
    public WireValue writeResult(Optional<Claim> claim) {
        return claim.<WireValue>map(known -> WireValue.items(
                        WireValue.of(known.epoch()),
                        WireValue.of(NodeId.of(known.owner().bytes())),
                        ChunkRecords.write(known.server())))
                .orElse(WireValue.NULL);
    }

    @Override
    public Optional<Claim> readResult(WireValue result) throws BadValueException {
        if (result.equals(WireValue.NULL)) {
            return Optional.empty();
        }
        List<WireValue> parts = WireReader.items(result, "a claim", 3);
        return Optional.of(new Claim(
                WireReader.integer(parts.get(0), "the epoch of a claim", 0, Long.MAX_VALUE),
                WriterId.of(WireReader.id(parts.get(1), "the owner of a claim").bytes()),
                ChunkRecords.read(parts.get(2))));
    }

    @Override
    protected Optional<Claim> handle(Contact caller, NodeId key) {
        return claims.apply(key);
    }
}
