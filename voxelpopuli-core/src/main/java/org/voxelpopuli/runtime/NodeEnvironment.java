package org.voxelpopuli.runtime;

import java.util.random.RandomGenerator;
import org.voxelpopuli.identity.NodeIdentity;

/**
 * Everything that a node may know of the world outside its own memory. Time, randomness, threads, sockets and files come from here alone,
 * so that the same code runs on a real machine and in the deterministic simulator. All methods may be called from any thread.
 */
public interface NodeEnvironment extends AutoCloseable {
    /** Wall clock and monotonic time. */
    NodeClock clock();

    /** A thread-safe source of randomness; unguessable in production, repeatable in a simulation. */
    RandomGenerator random();

    /**
     * An identity for a node that brings none: a new one in production, in a simulation always the same one of a host.
     *
     * @param puzzleBits that its id solves, see {@link org.voxelpopuli.identity.IdPuzzle}
     */
    NodeIdentity newIdentity(int puzzleBits);

    /** A new worker: one thread, or one virtual thread of control, of its own. The caller closes it. */
    Worker worker(String name);

    /** UDP. */
    DatagramTransport datagrams();

    /** TCP. */
    StreamTransport streams();

    /** Files of the user. */
    FileStorage files();

    /** Closes every socket and stops every worker that is still open. */
    @Override
    void close();
}
