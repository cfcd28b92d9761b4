package org.voxelpopuli.tools.simulation;

import org.voxelpopuli.kademlia.simulation.ChurnReport;

/**
 * What happened to records in an hour of churn.
 *
 * @param hour from 1
 * @param deaths nodes that died, each replaced by a newcomer
 * @param keys stored so far
 * @param puts versions stored
 * @param failedPuts that were stored nowhere
 * @param gets that ended
 * @param newest of them that found the newest version
 * @param older of them that found an older one
 * @param missing of them that found nothing
 * @param failedGets of them that ended with an error
 * @param notNewestPercent of all gets since the beginning that did not find the newest
 * @param bytesPerNode that a node sent in the hour, on average
 */
public record ChurnRow(
        int hour,
        int deaths,
        int keys,
        int puts,
        int failedPuts,
        int gets,
        int newest,
        int older,
        int missing,
        int failedGets,
        double notNewestPercent,
        double bytesPerNode) {
    static ChurnRow of(int hour, ChurnReport report, ChurnReport all, double bytesPerNode) {
        return new ChurnRow(
                hour,
                report.deaths(),
                report.keys(),
                report.puts(),
                report.failedPuts(),
                report.gets(),
                report.newest(),
                report.older(),
                report.missing(),
                report.failedGets(),
                100 - all.newestPercent(),
                bytesPerNode);
    }
}
