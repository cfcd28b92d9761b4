package org.voxelpopuli.tools.presence;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.voxelpopuli.presence.Optimisation;

/** The ways of knowing who is near that are compared. */
public enum Way {
    /** This project's presence, with all that makes it cheaper or quicker. */
    PRESENCE,
    /** An Interest for each octant. */
    NOT_MERGED,
    /** Only who knows all answers, and the area does not shrink among many. */
    NOT_PROGRESSIVE,
    /** Each octant is asked for every three seconds. */
    NOT_EVENT_DRIVEN,
    /** Who asks tells a digest of the names that he knows, not the names. */
    NOT_LISTED,
    /** The present position is asked for, four times a second, and may come from a cache. */
    NOT_SEQUENCED,
    /** Without what section 6.2 of the thesis adds; positions as often as with it. */
    PLAIN,
    /** As the thesis measured it: without any. */
    THESIS,
    /** Each client sends its position to one server, which sends each what is near it. */
    SERVER,
    /** Members of octants are looked up in the DHT; positions are exchanged directly. */
    DHT,
    /** The nodes that serve the chunks tell who is in them. */
    CHUNKS;

    private static final int UDP_HEADERS = 28;
    private static final int TCP_HEADERS = 40;

    /** Of the presence; none of the other ways has any. */
    Set<Optimisation> optimisations() {
        return switch (this) {
            case PRESENCE -> EnumSet.allOf(Optimisation.class);
            case NOT_MERGED -> EnumSet.complementOf(EnumSet.of(Optimisation.MERGED_REQUESTS));
            case NOT_PROGRESSIVE -> EnumSet.complementOf(EnumSet.of(Optimisation.PROGRESSIVE));
            case NOT_EVENT_DRIVEN -> EnumSet.complementOf(EnumSet.of(Optimisation.EVENT_DRIVEN));
            case NOT_LISTED -> EnumSet.complementOf(EnumSet.of(Optimisation.LISTED_NAMES));
            case NOT_SEQUENCED -> EnumSet.complementOf(EnumSet.of(Optimisation.SEQUENCED_POSITIONS));
            case PLAIN -> EnumSet.of(Optimisation.SEQUENCED_POSITIONS);
            case THESIS, SERVER, DHT, CHUNKS -> EnumSet.noneOf(Optimisation.class);
        };
    }

    /** Whether it is the presence in one form or another. */
    boolean isPresence() {
        return compareTo(THESIS) <= 0;
    }

    /** Whether it shows what an optimisation does by leaving it out. */
    boolean leavesOneOut() {
        return compareTo(NOT_MERGED) >= 0 && compareTo(NOT_SEQUENCED) <= 0;
    }

    /** Bytes that come with each packet: IP and UDP, or IP and TCP. */
    int headerBytes() {
        return this == CHUNKS ? TCP_HEADERS : UDP_HEADERS;
    }

    /** For people and files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
