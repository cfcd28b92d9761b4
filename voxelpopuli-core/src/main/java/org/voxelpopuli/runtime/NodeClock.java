package org.voxelpopuli.runtime;

/** The two clocks of a machine. Thread-safe. */
public interface NodeClock {
    /** Milliseconds since 1970 by the wall clock, which may jump in both directions. */
    long wallMillis();

    /** Nanoseconds since an arbitrary point; never steps back. */
    long nanos();
}
