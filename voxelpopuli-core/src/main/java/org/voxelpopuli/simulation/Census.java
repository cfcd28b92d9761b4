package org.voxelpopuli.simulation;

/**
 * What is open in a simulation, on hosts that are running. After everything was closed, and the network has had a minute to forget, all are 0: what is left has leaked.
 *
 * @param workers that were not closed
 * @param timers that wait on such workers
 * @param sockets UDP ports in use
 * @param listeners TCP ports in use
 * @param connections ends of TCP connections whose handlers have not heard of their end
 */
public record Census(int workers, int timers, int sockets, int listeners, int connections) {
    /** Nothing is open. */
    public static final Census NOTHING = new Census(0, 0, 0, 0, 0);
}
