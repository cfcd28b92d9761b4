package org.voxelpopuli.presence.ndn;

/**
 * A way in and out of a {@link Forwarder}: to a program in this process, or to another forwarder. Recognised by its identity as an object. Called on the
 * forwarder's worker; what arrives is given to {@link Forwarder#receive} there.
 */
public interface Face {
    /** Sends an Interest, or loses it. */
    void send(Interest interest);

    /** Sends Data, or loses it. */
    void send(Data data);

    /** Sends Data that has just arrived on another face; by default as any. */
    default void send(Data data, Face from) {
        send(data);
    }

    /** Sends Data to who asked with a token of the link, and gives that back; by default it does not. */
    default void send(Data data, byte[] token) {
        send(data);
    }

    /** Whether a program of this process is behind it, so that nothing leaves the machine: it gets Interests that may go no further. */
    boolean isLocal();

    /** Whether many are behind it, of whom any may answer on a face of its own. */
    default boolean asksMany() {
        return false;
    }

    /** Whether whoever is behind it has shown that he gets what is sent to him; what comes from an address that has not may come from anywhere. True unless it is said otherwise. */
    default boolean isProven() {
        return true;
    }

    /** For operators: what is behind it, such as {@code udp 192.0.2.1:6363}. */
    @Override
    String toString();
}
