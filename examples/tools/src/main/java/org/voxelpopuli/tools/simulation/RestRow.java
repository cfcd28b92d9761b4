package org.voxelpopuli.tools.simulation;

/**
 * What a node sends while nobody asks for anything: it keeps its table fresh.
 *
 * @param nodes in the network
 * @param bytesPerNodeAndHour payload of its datagrams, on average
 * @param datagramsPerNodeAndHour on average
 */
public record RestRow(int nodes, double bytesPerNodeAndHour, double datagramsPerNodeAndHour) {}
