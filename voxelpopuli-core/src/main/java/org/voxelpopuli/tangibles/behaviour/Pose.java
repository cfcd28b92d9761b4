package org.voxelpopuli.tangibles.behaviour;

/**
 * How a tangible looks in a moment.
 *
 * @param action what it does
 * @param x east
 * @param y up
 * @param z south
 */
public record Pose(String action, double x, double y, double z) {}
