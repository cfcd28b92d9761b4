package org.voxelpopuli.tools.simulation;

/** Is told how far a scenario is. */
@FunctionalInterface
public interface Watcher {
    /**
     * So much is done.
     *
     * @param steps done since the scenario began
     * @param news what it is about, for people
     */
    void done(long steps, String news);
}
