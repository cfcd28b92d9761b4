package org.voxelpopuli.tools.simulation;

/**
 * Calls of a node that have ended, answered or not.
 *
 * @param findNode FIND_NODE
 * @param findValue FIND with a key, of records of all kinds
 * @param store STORE, of records of all kinds
 */
public record Calls(int findNode, int findValue, int store) {
    /** Those that came after others. */
    public Calls since(Calls before) {
        return new Calls(findNode - before.findNode, findValue - before.findValue, store - before.store);
    }

    /** All that find: what a lookup is made of, whatever it asks for. */
    public int finds() {
        return findNode + findValue;
    }
}
