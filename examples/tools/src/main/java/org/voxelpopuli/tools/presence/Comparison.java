package org.voxelpopuli.tools.presence;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoubleConsumer;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.PresenceTimes;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;

/**
 * One way on one trace. Nine tenths of the avatars come during the first {@value #JOIN_SECONDS} s; what happens from {@value #BEGIN_SECONDS} s on counts, when the others come. Lookups are repeated
 * every 30 s after one has met another, so that in this time an average number of them falls.
 *
 * @param way of knowing who is near
 * @param trace of the avatars
 * @param avatars 2 or more
 * @param updates of a position a second, 1..25
 * @param seconds that are measured
 * @param avatarsOfANode that share a node; of the presence alone
 * @param seed of all
 */
public record Comparison(
        Way way, TraceKind trace, int avatars, int updates, int seconds, int avatarsOfANode, long seed) {
    /** What the clocks of a simulation show when it begins. */
    static final long EPOCH_MILLIS = clockAtBegin();

    private static final int JOIN_SECONDS = 30;
    private static final int BEGIN_SECONDS = 40;

    private static final double RADIUS = 1_024;
    private static final int NEIGHBOURS = 20;
    private static final int STEP_MILLIS = 1_000 / Trace.STEPS_PER_SECOND;

    /** No divisor of a step. */
    private static final int SAMPLE_MILLIS = 190;

    private static final double HUNDRED = 100;

    private static long clockAtBegin() {
        Simulation simulation = new Simulation(1);
        return simulation.newHost("clock").clock().wallMillis();
    }

    /**
     * Runs it.
     *
     * @param progress is told once a second of virtual time which part is done, 0..1
     */
    PresenceRow run(LookupCosts costs, DoubleConsumer progress) {
        return new Run(costs).run(progress);
    }

    /** The presence's settings; the area does not grow, so that it is the same for all ways. */
    PresenceSettings settings() {
        return PresenceSettings.DEFAULT
                .withInstance("compared")
                .withNeighbours(NEIGHBOURS)
                .withRadius(RADIUS, RADIUS / 2, RADIUS)
                .withTimes(PresenceTimes.DEFAULT.withUpdateInterval(Duration.ofMillis(1_000 / updates)))
                .withOptimisations(way.optimisations());
    }

    /** One run. */
    private final class Run {
        private final Simulation simulation = new Simulation(seed);
        private final Traffic traffic = new Traffic(avatars);
        private final Sights sights = new Sights(avatars);
        private final Trace moves = trace.of(avatars, seed);
        private final Areas areas;
        private final Design design;
        private final int[] joinAt = new int[avatars];
        private final int[] phase = new int[avatars];
        private final BitSet inside = new BitSet();
        private final Histogram ages = new Histogram(3_600_000L, 3);
        private int joining = -1;
        private boolean counting;
        private long wantedPairs;
        private long drawnPairs;
        private long drawnAtAll;
        private long strays;
        private long samples;

        Run(LookupCosts costs) {
            simulation.network().latency(Duration.ofMillis(Stage.LINK_MILLIS), Duration.ofMillis(Stage.LINK_MILLIS));
            SimulatedHost host = simulation.newHost("model");
            RandomGenerator random = simulation.random("model");
            PresenceSettings settings = settings();
            Directory directory = new Directory(costs, traffic, random);
            Stage stage =
                    new Stage(simulation, host.worker("model"), random, avatars, settings, traffic, sights, directory);
            design = switch (way) {
                case SERVER -> new ServerDesign(stage);
                case DHT -> new DhtDesign(stage);
                case CHUNKS -> new ChunkDesign(stage);
                default -> new PresenceDesign(stage, avatarsOfANode);
            };
            areas = new Areas(settings.space(), settings.radius(), avatars, new Areas.Listener() {
                @Override
                public void entered(int who, int whom) {
                    boolean byJoining = who == joining || whom == joining;
                    if (counting && areas.rank(who, whom) < NEIGHBOURS) {
                        sights.entered(who, whom, byJoining);
                    }
                }

                @Override
                public void left(int who, int whom) {
                    sights.left(who, whom);
                }
            });
            RandomGenerator phases = simulation.random("phases");
            int late = Math.max(1, avatars / 10);
            for (int i = 0; i < avatars; i++) {
                phase[i] = phases.nextInt(STEP_MILLIS);
                int early = avatars - late;
                joinAt[i] = i < early
                        ? JOIN_SECONDS * 1_000 * i / early
                        : BEGIN_SECONDS * 1_000 + (i - early) * seconds * 1_000 / 2 / late;
                joinAt[i] += Math.floorMod(phase[i] - joinAt[i], STEP_MILLIS);
            }
        }

        PresenceRow run(DoubleConsumer progress) {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            int end = (BEGIN_SECONDS + seconds) * 1_000;
            Design.Effort before = new Design.Effort(0, 0, 0, 0);
            long cpu = 0;
            for (int now = 0; now < end; now++) {
                if (now == BEGIN_SECONDS * 1_000) {
                    before = simulation.await(design.effort(), Duration.ofSeconds(1));
                    cpu = threads.getCurrentThreadCpuTime();
                    begin();
                }
                if (now % 1_000 == 0) {
                    progress.accept((double) now / end);
                }
                sights.at(now);
                step(now);
                if (counting && now % SAMPLE_MILLIS == 0) {
                    sample();
                }
                simulation.run(Duration.ofMillis(1));
            }
            cpu = threads.getCurrentThreadCpuTime() - cpu;
            sights.at(end);
            if (!simulation.failures().isEmpty()) {
                throw new IllegalStateException(
                        Comparison.this + " failed", simulation.failures().get(0));
            }
            return row(simulation.await(design.effort(), Duration.ofSeconds(1)).since(before), cpu);
        }

        private void begin() {
            counting = true;
            traffic.forget();
            sights.forget();
            double half = TraceKind.side(avatars) / 2 - 1.3 * RADIUS;
            for (int i = 0; i < avatars; i++) {
                if (areas.has(i)
                        && Math.abs(areas.place(i).x() - Trace.MIDDLE.x()) < half
                        && Math.abs(areas.place(i).z() - Trace.MIDDLE.z()) < half) {
                    inside.set(i);
                }
            }
        }

        private void step(int now) {
            for (int i = 0; i < avatars; i++) {
                if (now >= joinAt[i] && now % STEP_MILLIS == phase[i]) {
                    Point to = moves.next(i);
                    if (now == joinAt[i]) {
                        joining = i;
                        var unused = areas.moved(i, to);
                        joining = -1;
                        design.join(i, to);
                    } else {
                        var unused = areas.moved(i, to);
                        design.move(i, to);
                    }
                }
            }
        }

        private void sample() {
            for (int who = 0; who < avatars; who++) {
                if (!areas.has(who)) {
                    continue;
                }
                samples++;
                for (int whom : areas.nearest(who, NEIGHBOURS)) {
                    wantedPairs++;
                    if (sights.draws(who, whom)) {
                        drawnPairs++;
                        ages.recordValue(Math.max(0, Math.round(sights.age(who, whom))));
                    }
                }
                for (int whom = 0; whom < avatars; whom++) {
                    if (sights.draws(who, whom)) {
                        drawnAtAll++;
                        strays += areas.in(who).get(whom) ? 0 : 1;
                    }
                }
            }
        }

        private PresenceRow row(Design.Effort effort, long cpuNanos) {
            int nodes = way.isPresence() ? (avatars + avatarsOfANode - 1) / avatarsOfANode : avatars;
            List<Integer> all = IntStream.range(0, nodes).boxed().toList();
            double neighbours = (double) wantedPairs / samples;
            double mean = mean(all, node -> traffic.bytesIn(node) + traffic.bytesOut(node));
            return new PresenceRow(
                    way,
                    trace,
                    avatars,
                    nodes,
                    updates,
                    neighbours,
                    median(all, node -> traffic.bytesIn(node) + traffic.bytesOut(node)),
                    most(all, node -> traffic.bytesIn(node) + traffic.bytesOut(node)),
                    median(all, traffic::bytesIn),
                    median(all, traffic::bytesOut),
                    median(all, this::withHeaders),
                    mean,
                    mean(all, node -> traffic.bytes(Traffic.Use.DISCOVERY, node)),
                    mean(all, node -> traffic.bytes(Traffic.Use.POSITIONS, node)),
                    mean(all, node -> traffic.bytes(Traffic.Use.DIRECTORY, node)),
                    inside.isEmpty() || avatarsOfANode > 1
                            ? 0
                            : mean(
                                    inside.stream().boxed().toList(),
                                    node -> traffic.bytesIn(node) + traffic.bytesOut(node)),
                    mean / neighbours,
                    mean(all, node -> traffic.packetsIn(node) + traffic.packetsOut(node)),
                    most(all, node -> traffic.packetsIn(node) + traffic.packetsOut(node)),
                    (double) (effort.signed() + effort.verified()) / nodes / seconds,
                    cpuNanos / 1e3 / nodes / seconds,
                    (traffic.bytesIn(avatars) + traffic.bytesOut(avatars)) / seconds,
                    (traffic.packetsIn(avatars) + traffic.packetsOut(avatars)) / seconds,
                    sights.walked().getTotalCount(),
                    percentile(sights.walked(), 50, 1e3),
                    percentile(sights.walked(), 99, 1e3),
                    sights.joined().getTotalCount(),
                    percentile(sights.joined(), 50, 1e3),
                    percentile(sights.joined(), 99, 1e3),
                    sights.unseen(),
                    percentile(ages, 50, 1),
                    percentile(ages, 99, 1),
                    HUNDRED * drawnPairs / Math.max(1, wantedPairs),
                    HUNDRED * strays / Math.max(1, drawnAtAll),
                    HUNDRED * effort.interestsFromCache() / Math.max(1, effort.interests()));
        }

        private static @Nullable Double percentile(Histogram values, double percent, double divisor) {
            return values.getTotalCount() == 0 ? null : values.getValueAtPercentile(percent) / divisor;
        }

        private double withHeaders(int node) {
            return traffic.bytesIn(node)
                    + traffic.bytesOut(node)
                    + way.headerBytes() * (traffic.packetsIn(node) + traffic.packetsOut(node));
        }

        private double median(List<Integer> nodes, IntToDoubleFunction value) {
            List<Double> sorted = new ArrayList<>();
            nodes.forEach(node -> sorted.add(value.applyAsDouble(node) / seconds));
            sorted.sort(null);
            return sorted.get((sorted.size() - 1) / 2);
        }

        private double most(List<Integer> nodes, IntToDoubleFunction value) {
            return nodes.stream().mapToDouble(value::applyAsDouble).max().orElse(0) / seconds;
        }

        private double mean(List<Integer> nodes, IntToDoubleFunction value) {
            return nodes.stream().mapToDouble(value::applyAsDouble).average().orElse(0) / seconds;
        }
    }
}
