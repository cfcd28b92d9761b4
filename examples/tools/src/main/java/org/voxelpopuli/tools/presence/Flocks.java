package org.voxelpopuli.tools.presence;

import java.util.List;
import java.util.SplittableRandom;
import org.voxelpopuli.presence.Point;

/** Groups whose members stay around a leader, who need not be one of them. */
final class Flocks implements Trace {
    /** The members' distance from the leader, standard deviation. */
    private static final double SPREAD = 40;

    private static final double SWAY = 5;
    private static final double SWAY_SECONDS = 4;

    private final List<Walk> leaders;
    private final int group;
    private final int[] leaderSteps;
    private final int[] steps;
    private final Point[] places;

    /** @param leaders as many as avatars; the first of each group leads it */
    Flocks(List<Walk> leaders, int group, long seed) {
        this.leaders = leaders;
        this.group = group;
        leaderSteps = new int[leaders.size()];
        steps = new int[leaders.size()];
        places = new Point[leaders.size()];
        SplittableRandom random = new SplittableRandom(~seed);
        for (int i = 0; i < places.length; i++) {
            places[i] = new Point(SPREAD * random.nextGaussian(), 0, SPREAD * random.nextGaussian());
        }
    }

    @Override
    public Point next(int avatar) {
        int leader = avatar / group * group;
        int step = ++steps[avatar];
        while (leaderSteps[leader] < step) {
            leaderSteps[leader]++;
            var unused = leaders.get(leader).next();
        }
        // Who is behind the others of its group by a part of a step sees the leader where they do.
        Point middle = leaders.get(leader).at();
        double phase = 2 * Math.PI * ((double) step / STEPS_PER_SECOND / SWAY_SECONDS + avatar * 0.618);
        return new Point(
                middle.x() + places[avatar].x() + SWAY * Math.cos(phase),
                middle.y(),
                middle.z() + places[avatar].z() + SWAY * Math.sin(phase));
    }
}
