package org.voxelpopuli.tools.simulation;

/**
 * What killed owners cost the clients of their chunks, in milliseconds; P50 is a median.
 *
 * @param nodes in the network
 * @param chunks whose owner was killed, and that were served again
 * @param neverServed chunks that were not served again in two minutes
 * @param p50 from the kill until the next edit was kept
 * @param p99 the same
 * @param lostP50 from the kill until the client's connection was reset
 * @param locatedP50 from then until the directory named another server
 * @param shownP50 from then until that one showed the chunk
 * @param keptP50 from then until it had kept an edit
 * @param questionsP99 to the directory until then
 */
public record FailoverRow(
        int nodes,
        int chunks,
        int neverServed,
        double p50,
        double p99,
        double lostP50,
        double locatedP50,
        double shownP50,
        double keptP50,
        double questionsP99) {}
