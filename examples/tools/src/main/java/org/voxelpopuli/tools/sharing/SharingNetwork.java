package org.voxelpopuli.tools.sharing;

import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

/** A network whose nodes share files; they are numbered from 0. */
public interface SharingNetwork extends AutoCloseable {
    /**
     * What a node fetched.
     *
     * @param download until the file was there
     * @param provide from then until the network was told that one more provides it
     */
    record Fetched(Operation download, Operation provide) {}

    /**
     * Lets so many nodes join, each through a random earlier one; to be called once.
     *
     * @param joined is told how many have joined, after each
     * @return what each did until it had joined, in the order in which they had
     */
    List<Operation> grow(int nodes, IntConsumer joined);

    /** Waits until nodes have done what they do by themselves after what has just been measured. */
    void rest();

    /** A node shares a new file under this name. */
    Operation put(int node, String song);

    /** A node fetches the file of this name, and becomes a provider of it. */
    Fetched get(int node, String song);

    /** These nodes die at one moment, without a word to the others. */
    void die(Set<Integer> nodes);

    @Override
    void close();
}
