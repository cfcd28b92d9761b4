package org.voxelpopuli;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.server.BlockChangeListener;
import org.voxelpopuli.server.ChunkServer;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.WorldSpec;

/** The world of one node: its own chunks through their mailboxes, those of other nodes as their client. */
final class NodeWorld implements World {
    private final WorldSpec spec;
    private final BlockTypes blockTypes;
    private final ChunkServer server;
    private final Directory directory;
    private final RemoteChunks remote;
    private final PendingFutures pending;

    NodeWorld(
            WorldSpec spec,
            BlockTypes blockTypes,
            ChunkServer server,
            Directory directory,
            NodeEnvironment environment,
            PendingFutures pending) {
        this.remote = new RemoteChunks(environment, directory);
        this.spec = spec;
        this.blockTypes = blockTypes;
        this.server = server;
        this.directory = directory;
        this.pending = pending;
    }

    @Override
    public WorldSpec spec() {
        return spec;
    }

    @Override
    public CompletableFuture<Integer> block(BlockPos position) {
        return pending.track(directory
                .locate(position.chunk())
                .thenCompose(owner -> isOurs(owner)
                        ? server.block(position)
                        : remote.block(owner, position.chunk(), position.voxel())));
    }

    @Override
    public CompletableFuture<Void> setBlock(BlockPos position, int type) {
        if (!blockTypes.contains(type)) {
            return CompletableFuture.failedFuture(
                    new IllegalArgumentException("block type " + type + " is not registered"));
        }
        return pending.track(directory
                .locate(position.chunk())
                .thenCompose(owner -> isOurs(owner)
                        ? setOwnBlock(position, type)
                        : remote.setBlock(owner, position.chunk(), position.voxel(), type)));
    }

    /** The chunk may be handed over while the change waits for its tick: then it goes after it. */
    private CompletableFuture<Void> setOwnBlock(BlockPos position, int type) {
        return server.setBlock(position, type).exceptionallyCompose(failure -> {
            Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
            return cause instanceof ServedElsewhereException moved
                    ? remote.setBlock(moved.server(), position.chunk(), position.voxel(), type)
                    : CompletableFuture.failedFuture(failure);
        });
    }

    private boolean isOurs(ServerAddress owner) {
        return owner.equals(server.address());
    }

    @Override
    public Subscription onBlockChange(BlockListener listener) {
        BlockChangeListener adapter = listener::blockChanged;
        server.addListener(adapter);
        return () -> server.removeListener(adapter);
    }

    void close() {
        remote.close();
    }
}
