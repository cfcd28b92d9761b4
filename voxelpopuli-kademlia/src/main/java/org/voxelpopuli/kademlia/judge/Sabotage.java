package org.voxelpopuli.kademlia.judge;

import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.WorldStore;

/** A bug that is put in on purpose, to see whether the judge finds it. */
interface Sabotage {
    /** No bug. */
    Sabotage NONE = new Sabotage() {};

    /** The store that a node is given instead of its own, at each of its starts. */
    default WorldStore store(String node, WorldStore store) {
        return store;
    }

    /** The environment that a node is given instead of its own. */
    default NodeEnvironment environment(NodeEnvironment host) {
        return host;
    }

    /** What a node is given instead of its directory. */
    default DirectoryProvider directory(DirectoryProvider directory) {
        return directory;
    }

    /** Changes what else a node is made of. */
    default void change(VoxelNodeBuilder node) {}
}
