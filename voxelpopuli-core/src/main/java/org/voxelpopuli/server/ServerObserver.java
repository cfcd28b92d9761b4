package org.voxelpopuli.server;

import org.voxelpopuli.world.ChunkPos;

/** Told what a server does, for metrics. Called from many threads; must not block. All methods do nothing by default. */
public interface ServerObserver {
    /** Observes nothing. */
    ServerObserver NONE = new ServerObserver() {};

    /** A loaded chunk was ticked. */
    default void ticked(ChunkPos chunk, long nanos) {}

    /** A packet of that kind came in, or was refused. */
    default void packetReceived(String kind, boolean accepted) {}

    /** A packet of that kind went out. */
    default void packetSent(String kind, int bytes) {}

    /** A connection was opened. */
    default void connectionOpened() {}

    /** A connection ended; the reason is a short fixed word such as {@code closed}, {@code too-slow}, {@code line-too-long}. */
    default void connectionClosed(String reason) {}
}
