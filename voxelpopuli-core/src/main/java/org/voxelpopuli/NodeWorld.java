package org.voxelpopuli;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.server.BlockChangeListener;
import org.voxelpopuli.server.ChunkServer;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.WorldSpec;

/** The world of one node: its own chunks through their mailboxes. */
final class NodeWorld implements World {
    private final WorldSpec spec;
    private final BlockTypes blockTypes;
    private final ChunkServer server;
    private final Directory directory;

    NodeWorld(WorldSpec spec, BlockTypes blockTypes, ChunkServer server, Directory directory) {
        this.spec = spec;
        this.blockTypes = blockTypes;
        this.server = server;
        this.directory = directory;
    }

    @Override
    public WorldSpec spec() {
        return spec;
    }

    @Override
    public CompletableFuture<Integer> block(BlockPos position) {
        return directory.locate(position.chunk()).thenCompose(owner -> {
            requireOurs(position, owner);
            return server.block(position);
        });
    }

    @Override
    public CompletableFuture<Void> setBlock(BlockPos position, int type) {
        if (!blockTypes.contains(type)) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("block type " + type + " is not registered"));
        }
        return directory.locate(position.chunk()).thenCompose(owner -> {
            requireOurs(position, owner);
            return server.setBlock(position, type);
        });
    }

    private void requireOurs(BlockPos position, ServerAddress owner) {
        if (!owner.equals(server.address())) {
            throw new DirectoryException("block " + position + " is in a chunk that " + owner + " serves", null);
        }
    }

    @Override
    public Subscription onBlockChange(BlockListener listener) {
        BlockChangeListener adapter = listener::blockChanged;
        server.addListener(adapter);
        return () -> server.removeListener(adapter);
    }
}
