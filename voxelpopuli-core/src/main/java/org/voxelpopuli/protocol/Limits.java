package org.voxelpopuli.protocol;

/**
 * How much of a stranger's input is read.
 *
 * @param lineIntoServer bytes of a line that a server reads
 * @param lineIntoClient bytes of a line that a client reads; a chunk of 32 768 blocks exceeds 64 KiB
 * @param frameIntoServer bytes of a frame that a server reads from a client, without its length
 * @param frameIntoClient bytes of a frame that a client reads
 * @param frameBetweenNodes bytes of a frame that a node reads from another: the edits of all voxels of a chunk fit
 * @param depth of nested JSON and CBOR
 */
public record Limits(
        int lineIntoServer,
        int lineIntoClient,
        int frameIntoServer,
        int frameIntoClient,
        int frameBetweenNodes,
        int depth) {
    /** 8 KiB into a server, 1 MiB into a client, lines and frames alike; 1 MiB between nodes; 16 levels. */
    public static final Limits DEFAULT = new Limits(8 << 10, 1 << 20, 8 << 10, 1 << 20, 1 << 20, 16);
}
