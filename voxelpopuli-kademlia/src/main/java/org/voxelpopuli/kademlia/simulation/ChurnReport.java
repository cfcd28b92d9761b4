package org.voxelpopuli.kademlia.simulation;

/**
 * What happened in a network under churn.
 *
 * <pre>{@code
 * ChurnReport report = churn.run(Duration.ofHours(1));
 * System.out.printf("%.2f %% of %d gets found the newest%n", report.newestPercent(), report.gets());
 * }</pre>
 *
 * @param deaths nodes that died, each replaced by a newcomer
 * @param keys that have ever been stored, at the end
 * @param puts versions that were stored at one node or more
 * @param failedPuts that were stored nowhere
 * @param gets that came to an end, of keys that had been stored when they began
 * @param newest of them that found the version that had been stored last when they began, or a later one
 * @param older that found an older version
 * @param missing that found nothing
 * @param failedGets that ended with an error
 */
public record ChurnReport(
        int deaths, int keys, int puts, int failedPuts, int gets, int newest, int older, int missing, int failedGets) {
    /** Nothing happened. */
    public static final ChurnReport NOTHING = new ChurnReport(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** How many in a hundred gets found the newest version. */
    public double newestPercent() {
        return gets == 0 ? 100 : 100.0 * newest / gets;
    }

    /** Both together, this one being the later. */
    public ChurnReport after(ChurnReport earlier) {
        return new ChurnReport(
                deaths + earlier.deaths,
                keys,
                puts + earlier.puts,
                failedPuts + earlier.failedPuts,
                gets + earlier.gets,
                newest + earlier.newest,
                older + earlier.older,
                missing + earlier.missing,
                failedGets + earlier.failedGets);
    }
}
