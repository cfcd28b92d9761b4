package org.voxelpopuli.spring.autoconfigure;

/** The node could not be started; the cause says why. */
final class NodeStartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int port;

    NodeStartException(int port, Throwable cause) {
        super("the VoxelPopuli node could not be started: " + cause.getMessage(), cause);
        this.port = port;
    }

    /** The UDP port that the node was to have, 0 for any. */
    int port() {
        return port;
    }
}
