package org.voxelpopuli.tools.durability;

import java.util.List;

/**
 * Where a node runs.
 *
 * @param through the command that takes a program there; empty for this machine as it is
 * @param address that other nodes reach it at
 * @param reachedAt the address at which we reach it
 */
public record Host(List<String> through, String address, String reachedAt) {
    /** This machine's loopback. */
    public static final Host LOOPBACK = new Host(List.of(), "127.0.0.1", "127.0.0.1");

    boolean isLoopback() {
        return through.isEmpty();
    }
}
