package org.voxelpopuli.tools.presence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.voxelpopuli.presence.Point;

/** The traces on which all ways are compared. All but {@link #CROWD} have the same density at every number of avatars. */
public enum TraceKind {
    /** Each goes from place to place, 4 to 20 units a second. */
    WAYPOINT {
        @Override
        Trace of(int avatars, long seed) {
            List<Walk> walks = walks(avatars, seed);
            return avatar -> walks.get(avatar).next();
        }
    },
    /** All come to one place, 15 to 30 units a second, and mill around there. */
    CROWD {
        @Override
        Trace of(int avatars, long seed) {
            List<Walk> walks = new ArrayList<>();
            SplittableRandom seeds = new SplittableRandom(seed);
            for (int i = 0; i < avatars; i++) {
                RandomGenerator random = seeds.split();
                walks.add(new Walk(random, 15, 30, around(random, COME_FROM), () -> around(random, CROWD_RADIUS)));
            }
            return avatar -> walks.get(avatar).next();
        }
    },
    /** Groups of {@value #GROUP} go together. */
    FLOCK {
        @Override
        Trace of(int avatars, long seed) {
            return new Flocks(walks(avatars, seed), GROUP, seed);
        }
    },
    /** Bots that were recorded in a real world, at other places and moments. */
    BOTS {
        @Override
        Trace of(int avatars, long seed) {
            return new RecordedBots(avatars, seed);
        }
    };

    /** So many go together. */
    static final int GROUP = 8;

    /** The side of the square that one avatar has to itself. */
    private static final double ROOM = 560;

    private static final double COME_FROM = 1_500;
    private static final double CROWD_RADIUS = 250;

    /** The farthest way to the next place. */
    private static final double STRETCH = 500;

    private static final double HILLS = 40;

    /** The moves of so many avatars. */
    abstract Trace of(int avatars, long seed);

    /** For people and files. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The side of the square in which so many are. */
    static double side(int avatars) {
        return ROOM * Math.sqrt(avatars);
    }

    private static List<Walk> walks(int avatars, long seed) {
        double half = side(avatars) / 2;
        SplittableRandom seeds = new SplittableRandom(seed);
        List<Walk> walks = new ArrayList<>();
        for (int i = 0; i < avatars; i++) {
            RandomGenerator random = seeds.split();
            Walk[] self = new Walk[1];
            self[0] = new Walk(random, 4, 20, anywhere(random, half), () -> near(random, self[0].at(), half));
            walks.add(self[0]);
        }
        return walks;
    }

    static Point anywhere(RandomGenerator random, double half) {
        return new Point(
                Trace.MIDDLE.x() + random.nextDouble(-half, half),
                Trace.MIDDLE.y() + random.nextDouble(HILLS),
                Trace.MIDDLE.z() + random.nextDouble(-half, half));
    }

    private static Point near(RandomGenerator random, Point from, double half) {
        return new Point(
                Trace.MIDDLE.x() + within(from.x() - Trace.MIDDLE.x(), random, half),
                Trace.MIDDLE.y() + random.nextDouble(HILLS),
                Trace.MIDDLE.z() + within(from.z() - Trace.MIDDLE.z(), random, half));
    }

    private static double within(double from, RandomGenerator random, double half) {
        return Math.max(-half, Math.min(half, from + random.nextDouble(-STRETCH, STRETCH)));
    }

    private static Point around(RandomGenerator random, double radius) {
        double angle = random.nextDouble(2 * Math.PI);
        double distance = radius * Math.sqrt(random.nextDouble());
        return new Point(
                Trace.MIDDLE.x() + distance * Math.cos(angle),
                Trace.MIDDLE.y() + random.nextDouble(HILLS),
                Trace.MIDDLE.z() + distance * Math.sin(angle));
    }
}
