package org.voxelpopuli.protocol;

/**
 * How much of a stranger's input is read.
 *
 * @param lineIntoServer bytes of a line that a server reads
 * @param lineIntoClient bytes of a line that a client reads; a chunk of 32 768 blocks exceeds 64 KiB
 * @param depth of nested JSON
 */
public record Limits(int lineIntoServer, int lineIntoClient, int depth) {
    /** 8 KiB into a server, 1 MiB into a client, 16 levels. */
    public static final Limits DEFAULT = new Limits(8 << 10, 1 << 20, 16);
}
