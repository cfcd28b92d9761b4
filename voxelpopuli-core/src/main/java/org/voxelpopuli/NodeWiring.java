package org.voxelpopuli;

import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.WorldStore;

/** The parts of a node, and which of them it has to close. */
record NodeWiring(
        NodeEnvironment environment,
        boolean ownsEnvironment,
        WorldStore store,
        boolean ownsStore,
        WriterId id,
        int port,
        Directory directory) {}
