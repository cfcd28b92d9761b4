package org.voxelpopuli.tools.simulation;

/**
 * What a simulation took of the machine. Different each time, so no part of any file.
 *
 * @param nodes that ran
 * @param joinSeconds until all had joined
 * @param lookups that the whole network did
 * @param lookupSeconds these took
 * @param heapBytesPerNode after all of that
 */
public record Cost(int nodes, double joinSeconds, int lookups, double lookupSeconds, long heapBytesPerNode) {}
