package org.voxelpopuli.tools.presence;

import java.util.SplittableRandom;
import org.voxelpopuli.presence.Point;

/** Recorded bots, as many times as avatars are needed: each time at another moment of the recording, turned, and put somewhere else in space. */
final class RecordedBots implements Trace {
    private final BotRecording recording = BotRecording.load();
    private final Point[] begins;
    private final double[] seconds;
    private final double[] turns;

    RecordedBots(int avatars, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        begins = new Point[avatars];
        seconds = new double[avatars];
        turns = new double[avatars];
        for (int i = 0; i < avatars; i++) {
            begins[i] = TraceKind.anywhere(random, TraceKind.side(avatars) / 2);
            seconds[i] = random.nextDouble(600);
            turns[i] = random.nextDouble(2 * Math.PI);
        }
    }

    @Override
    public Point next(int avatar) {
        Point gone = recording.at(avatar % recording.bots(), seconds[avatar]);
        seconds[avatar] += 1.0 / STEPS_PER_SECOND;
        double cos = Math.cos(turns[avatar]);
        double sin = Math.sin(turns[avatar]);
        return new Point(
                begins[avatar].x() + gone.x() * cos - gone.z() * sin,
                begins[avatar].y() + gone.y(),
                begins[avatar].z() + gone.x() * sin + gone.z() * cos);
    }
}
