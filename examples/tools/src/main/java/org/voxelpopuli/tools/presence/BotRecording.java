package org.voxelpopuli.tools.presence;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.voxelpopuli.client.Dialect;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.tools.bot.BehaviourKind;
import org.voxelpopuli.tools.bot.Bot;
import org.voxelpopuli.tools.bot.BotCrew;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.world.Position;

/**
 * Where some bots walked in a real world, ten times a second: compressed text, a line for each tenth, in it for each bot how far it has gone in x, y and z, in hundredths of a block; the first line says where they began.
 */
public final class BotRecording {
    private static final int STEPS_PER_SECOND = 10;
    private static final double HUNDREDTHS = 100;
    private static final String RESOURCE = "bots.txt.gz";

    /** By bot, then by step. */
    private final List<List<Point>> walks;

    private BotRecording(List<List<Point>> walks) {
        this.walks = walks;
    }

    /** The one that comes with the program: {@code ./vp measure presence --record} made it. */
    static BotRecording load() {
        try (InputStream in = BotRecording.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the program has lost its " + RESOURCE);
            }
            return read(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BotRecording read(InputStream in) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(in), StandardCharsets.US_ASCII));
        List<List<Point>> walks = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] numbers = line.split(" ", -1);
            for (int bot = 0; bot < numbers.length / 3; bot++) {
                if (walks.size() <= bot) {
                    walks.add(new ArrayList<>());
                }
                List<Point> walk = walks.get(bot);
                Point before = walk.isEmpty() ? new Point(0, 0, 0) : walk.get(walk.size() - 1);
                walk.add(new Point(
                        before.x() + Integer.parseInt(numbers[3 * bot]) / HUNDREDTHS,
                        before.y() + Integer.parseInt(numbers[3 * bot + 1]) / HUNDREDTHS,
                        before.z() + Integer.parseInt(numbers[3 * bot + 2]) / HUNDREDTHS));
            }
        }
        return new BotRecording(walks);
    }

    /**
     * Sends walking bots into a world and records them.
     *
     * @param node of the world
     * @param between waits for the next step; false ends it
     */
    public static void record(HostPort node, int bots, int seconds, long seed, Path file, Predicate<Duration> between) {
        requireWritable(file);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        SplittableRandom seeds = new SplittableRandom(seed);
        try (BotCrew crew = new BotCrew();
                GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < bots; i++) {
                crew.add("recorded" + i, BehaviourKind.WALK, seeds.nextLong(), node, 2, Dialect.FRAMES);
            }
            crew.enter();
            long[] before = new long[3 * bots];
            for (int step = 0; step < seconds * STEPS_PER_SECOND; step++) {
                if (!between.test(Duration.ofMillis(1_000 / STEPS_PER_SECOND))) {
                    break;
                }
                StringBuilder line = new StringBuilder();
                List<Bot> all = crew.bots();
                for (int bot = 0; bot < bots; bot++) {
                    Position at = all.get(bot).position();
                    double[] now = {at.x(), at.y(), at.z()};
                    for (int axis = 0; axis < 3; axis++) {
                        long value = Math.round(now[axis] * HUNDREDTHS);
                        line.append(line.isEmpty() ? "" : " ").append(value - before[3 * bot + axis]);
                        before[3 * bot + axis] = value;
                    }
                }
                out.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
            }
            out.finish();
            Files.write(file, bytes.toByteArray());
        } catch (IOException e) {
            throw new ToolException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Before the bots walk, and not after. What was there stays until they have. */
    private static void requireWritable(Path file) {
        if (Files.isDirectory(file)) {
            throw new ToolException("Cannot write " + file + ": it is a folder");
        }
        try {
            Files.delete(Files.createTempFile(file.toAbsolutePath().getParent(), ".voxelpopuli", ""));
        } catch (IOException e) {
            throw new ToolException("Cannot write " + file + ": its folder does not exist or takes no files", e);
        }
    }

    /** The bots that there are. */
    int bots() {
        return walks.size();
    }

    /** How far a bot is from where it began, at that time; it goes there and back again without end. */
    Point at(int bot, double seconds) {
        List<Point> walk = walks.get(bot);
        int last = walk.size() - 1;
        double step = seconds * STEPS_PER_SECOND % (2.0 * last);
        double there = step <= last ? step : 2.0 * last - step;
        int before = Math.min(last - 1, (int) there);
        double part = there - before;
        Point begin = walk.get(0);
        Point from = walk.get(before);
        Point to = walk.get(before + 1);
        return new Point(
                from.x() + part * (to.x() - from.x()) - begin.x(),
                from.y() + part * (to.y() - from.y()) - begin.y(),
                from.z() + part * (to.z() - from.z()) - begin.z());
    }
}
