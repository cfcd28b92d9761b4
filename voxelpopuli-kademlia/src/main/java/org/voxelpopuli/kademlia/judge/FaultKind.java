package org.voxelpopuli.kademlia.judge;

import java.util.Locale;

/**
 * What may go wrong in a {@link Scenario}.
 *
 * <pre>{@code
 * boolean crashes = Scenario.draw(17).kinds().contains(FaultKind.CRASH);
 * }</pre>
 */
public enum FaultKind {
    /** A node loses power, and starts again on the same disk. */
    CRASH(false),
    /** A node loses power when an edit has just come to its disk, or to that of a keeper, and its client was not told. */
    MIDWAY(false),
    /** A node loses power, and starts again on an empty disk. In one scenario this happens to one node only. */
    WIPE(false),
    /** A node loses power while it writes, and what it was writing is damaged. To the same node as {@link #WIPE}. */
    TORN(false),
    /** Nodes are restarted one after the other. */
    ROLLING(false),
    /** Most nodes lose power at once. */
    MASS(true),
    /** A node leaves in good order, and comes back. */
    LEAVE(false),
    /** A new node joins. */
    JOIN(false),
    /** The network is cut in two. */
    PARTITION(true),
    /** Packets get lost in one direction between two parts of the network. */
    ONE_WAY(true),
    /** Datagrams get lost. */
    LOSS(true),
    /** Datagrams arrive twice. */
    DUPLICATION(false),
    /** Packets are overtaken by others. */
    REORDERING(true),
    /** The connections of a node break. */
    RESET(true),
    /** A node stops for a while, and goes on. */
    STALL(true),
    /** Clocks differ by up to half a second. */
    SKEW(false),
    /** The clock of a node jumps, and jumps back. */
    JUMP(false),
    /** A disk takes no writes. */
    FULL(true),
    /** Half of the writes to a disk fail at first. */
    FAILING(false),
    /** Each commit to a disk takes two seconds. */
    SLOW(true),
    /** Half of the reads from a disk fail. */
    READS(false);

    private final boolean separates;

    FaultKind(boolean separates) {
        this.separates = separates;
    }

    /** Whether nodes that live may lose sight of each other, so that two may serve a chunk for a while. */
    public boolean separates() {
        return separates;
    }

    /** The name in lower case, as it is written on a command line. */
    public String token() {
        return name().toLowerCase(Locale.ROOT);
    }
}
