package org.voxelpopuli.kademlia.simulation;

/**
 * How a simulated node lies. It joins and serves as all others do, but those who ask it for the nodes closest to a key are led astray.
 *
 * <pre>{@code
 * SimulatedKademlia network = new SimulatedKademlia(42);
 * network.grow(100);
 * network.lie(20, Lie.INVENT, Lie.LATE); // ten invent from now on, ten are late
 * }</pre>
 */
public enum Lie {
    /**
     * Names contacts whose ids are nearer to the key than anybody real, at the addresses of those who lie; and lets itself be taken for whoever it is asked
     * for, so that those contacts seem to live to whom wants no proof of it.
     */
    INVENT,
    /** Names of those who lie the nearest to the key, and nobody else. */
    COLLUDE,
    /** Refuses to answer, politely. */
    REFUSE,
    /** Answers 400 ms to 2 s late. */
    LATE
}
