package org.voxelpopuli.tools.simulation;

/**
 * How far an eclipse has come: ids ground near that of a victim, from few subnets, fill its table and its neighbourhood.
 *
 * @param nodes honest ones
 * @param limits whether tables take few contacts of one subnet only
 * @param attackers nodes of the attacker
 * @param tableContacts in the victim's table
 * @param tablePercent of them that are the attacker's
 * @param lookups of the victim's id, by honest nodes
 * @param closestPercent of the nodes which these found that are the attacker's
 * @param triesLog2 the base-2 logarithm of the keys that had to be made, without a puzzle; each bit of the puzzle adds 1
 */
public record EclipseRow(
        int nodes,
        boolean limits,
        int attackers,
        int tableContacts,
        double tablePercent,
        int lookups,
        double closestPercent,
        double triesLog2) {}
