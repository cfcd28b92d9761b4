package org.voxelpopuli.tools.simulation;

/**
 * What it costs to join a network of a given size.
 *
 * @param nodes in the network
 * @param joins measured: those of the last tenth of the nodes
 * @param findNodeCalls until a node has joined, on average
 * @param findNodeCallsP99 which 99 % do not exceed
 */
public record JoinRow(int nodes, int joins, double findNodeCalls, double findNodeCallsP99) {}
