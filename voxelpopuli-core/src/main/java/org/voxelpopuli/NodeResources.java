package org.voxelpopuli;

import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.store.WorldStore;

/** What a node works on, and which of it the node opened itself and therefore closes. */
record NodeResources(NodeEnvironment environment, boolean ownsEnvironment, WorldStore store, boolean ownsStore) {
    /** Blocks until all is written, if the store is the node's own. */
    void closeStore() {
        if (ownsStore) {
            store.close();
        }
    }

    /** Ends all threads, the caller's perhaps too, if the environment is the node's own. */
    void closeEnvironment() {
        if (ownsEnvironment) {
            environment.close();
        }
    }
}
