package org.voxelpopuli.tools.simulation;

/**
 * A percentile of the time from sending an edit until its author heard that it is kept.
 *
 * @param oneIn edits took longer: 2 is the median, 100 is 99 %
 * @param replicatedMillis where nodes keep copies for each other
 * @param aloneMillis at a node alone
 */
public record AcknowledgeRow(double oneIn, double replicatedMillis, double aloneMillis) {}
