package org.voxelpopuli.tools.simulation;

/**
 * What a layout of the routing table costs and gives, in a network of a given size.
 *
 * @param nodes in the network
 * @param layout of every node's table
 * @param contacts in a node's table, on average
 * @param buckets of a node's table that hold anybody, on average
 * @param hops of a lookup to the closest node, on average
 * @param messages of a lookup, questions and answers, on average
 * @param exactPercent of the lookups that found exactly the closest nodes
 * @param findNodeCalls until one of the last tenth of the nodes had joined, on average
 */
public record LayoutRow(
        int nodes,
        String layout,
        double contacts,
        double buckets,
        double hops,
        double messages,
        double exactPercent,
        double findNodeCalls) {}
