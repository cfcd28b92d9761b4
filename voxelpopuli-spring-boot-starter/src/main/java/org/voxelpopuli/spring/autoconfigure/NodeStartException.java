package org.voxelpopuli.spring.autoconfigure;

/** The node could not be started; the cause says why. */
final class NodeStartException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Property property;
    private final int port;

    /**
     * A start that failed.
     *
     * @param property that says which port
     * @param port UDP port that was to be bound, 0 for any
     */
    NodeStartException(Property property, int port, Throwable cause) {
        super("the VoxelPopuli node could not be started: " + cause.getMessage(), cause);
        this.property = property;
        this.port = port;
    }

    /** That says which port it was to have: the node's, or that of presence. */
    Property property() {
        return property;
    }

    /** The UDP port that was to be bound, 0 for any. */
    int port() {
        return port;
    }
}
