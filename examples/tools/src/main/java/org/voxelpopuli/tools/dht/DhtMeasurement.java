package org.voxelpopuli.tools.dht;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * One network, measured from its first node to the moment when a part of it has stopped.
 *
 * <p>Nodes look up their own ids 5, 15 and 35 s after they have joined. In between, when nothing else goes on, puts, gets and lookups are measured.
 */
public final class DhtMeasurement {
    /** Lookups that run at once. */
    public static final int IN_FLIGHT = 50;

    private static final int VALUE_BYTES = 100;
    private static final int LOOKUPS_PER_OPERATION = 8;
    private static final int WARM_UP_NODES = 50;
    private static final int WARM_UP_ROUND = 100;
    /** Few, as code that is not yet compiled would be too slow for many, and all calls would time out. */
    private static final int WARM_UP_IN_FLIGHT = 2;

    private final NodeKind kind;
    private final double dead;
    private final int operations;
    private final Duration rest;
    private final Listener listener;

    /** Is told how it goes. */
    public interface Listener {
        /** Does nothing. */
        Listener SILENT = new Listener() {
            @Override
            public void begins(String what, int steps) {}

            @Override
            public void step() {}
        };

        /** Something begins that takes so many steps. */
        void begins(String what, int steps);

        /** A step is done. */
        void step();
    }

    /**
     * Nothing is measured yet.
     *
     * @param dead the share of the nodes that stop, 0 or more and less than 1; with 0 nothing is measured after that
     * @param operations puts, and as many gets
     * @param rest between the last join and the first put
     */
    public DhtMeasurement(NodeKind kind, double dead, int operations, Duration rest, Listener listener) {
        this.kind = kind;
        this.dead = dead;
        this.operations = operations;
        this.rest = rest;
        this.listener = listener;
    }

    /** Does all that is measured, for so long, so that the compiler has seen it. */
    public void warmUp(Duration time, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        long end = System.nanoTime() + time.toNanos();
        try (LocalDht network = new LocalDht(kind, random)) {
            for (int i = 0; i < WARM_UP_NODES && System.nanoTime() - end < 0; i++) {
                network.join();
            }
            while (network.size() > 0 && System.nanoTime() - end < 0) {
                List<NodeId> keys = new ArrayList<>();
                puts(network, keys, random, WARM_UP_ROUND);
                gets(network, keys);
                lookups(network, WARM_UP_ROUND, WARM_UP_IN_FLIGHT);
            }
        }
    }

    /** Measures a network of so many nodes. The seed decides its ids, its keys and who asks. */
    public List<Figure> measure(int nodes, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        List<Figure> figures = new ArrayList<>();
        long emptyHeap = ThisProcess.liveBytes();
        try (LocalDht network = new LocalDht(kind, random)) {
            join(network, nodes, figures);
            rest();
            double heap = (ThisProcess.liveBytes() - emptyHeap) / 1024.0 / nodes;
            List<NodeId> keys = new ArrayList<>();
            listener.begins("puts", operations);
            Sample puts = puts(network, keys, random, operations);
            latency(figures, "put", "put of " + VALUE_BYTES + " bytes", puts);
            add(figures, Figure.PUT_PROCESSOR, "processor time of a put", puts.processorMillis(), "ms");
            listener.begins("gets", operations);
            Sample gets = gets(network, keys);
            latency(figures, "get", "first value of a get", gets);
            add(figures, Figure.GET_PROCESSOR, "processor time of a get", gets.processorMillis(), "ms");
            add(figures, "get-found", "gets that found the value", gets.percentDone(), "%");
            lookups(network, figures);
            add(figures, Figure.HEAP, "heap of a node", heap, "KB");
            if (dead > 0) {
                afterDeaths(network, keys, random, figures);
            }
        }
        return figures;
    }

    private void join(LocalDht network, int nodes, List<Figure> figures) {
        listener.begins("joins", nodes);
        Histogram joins = Sample.histogram();
        long calls = 0;
        long processor = ThisProcess.processorNanos();
        long begin = System.nanoTime();
        network.join();
        listener.step();
        for (int i = 1; i < nodes; i++) {
            LocalDht.Join join = network.join();
            joins.recordValue(join.nanos());
            calls += join.findNodeCalls();
            listener.step();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        Sample sample = new Sample(joins, ThisProcess.processorNanos() - processor, nodes);
        add(figures, Figure.JOIN_ALL, "join of all, one after another", seconds, "s");
        latency(figures, "join", "join of one", sample);
        add(figures, "join-processor", "processor time of a join", sample.processorMillis(), "ms");
        add(figures, "join-find-node", "FIND_NODE calls of a join", (double) calls / (nodes - 1), "");
    }

    private void rest() {
        listener.begins("rest", (int) rest.toSeconds());
        try {
            for (Duration left = rest; !left.isZero(); left = left.minus(least(left))) {
                Thread.sleep(least(left).toMillis());
                listener.step();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Duration least(Duration left) {
        Duration second = Duration.ofSeconds(1);
        return left.compareTo(second) < 0 ? left : second;
    }

    private Sample puts(LocalDht network, List<NodeId> keys, RandomGenerator random, int count) {
        for (int i = 0; i < count; i++) {
            keys.add(network.anyKey());
        }
        return each(keys, key -> {
            KademliaNode node = network.anyNode();
            String value = text(random);
            return () -> LocalDht.await(node.store(key, value)) > 0;
        });
    }

    private Sample gets(LocalDht network, List<NodeId> keys) {
        return each(keys, key -> {
            KademliaNode node = network.anyWithout(key);
            return () -> LocalDht.await(node.find(key)).isPresent();
        });
    }

    /** Something that is done for a key; whether it did what it should. */
    private interface Operation {
        boolean run();
    }

    private Sample each(List<NodeId> keys, Function<NodeId, Operation> prepare) {
        List<Operation> prepared = keys.stream().map(prepare).toList();
        Histogram nanos = Sample.histogram();
        int done = 0;
        long processor = ThisProcess.processorNanos();
        for (Operation operation : prepared) {
            long begin = System.nanoTime();
            done += operation.run() ? 1 : 0;
            nanos.recordValue(System.nanoTime() - begin);
            listener.step();
        }
        return new Sample(nanos, ThisProcess.processorNanos() - processor, done);
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder(VALUE_BYTES);
        for (int i = 0; i < VALUE_BYTES; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private void lookups(LocalDht network, List<Figure> figures) {
        int count = operations * LOOKUPS_PER_OPERATION;
        listener.begins("lookups", count);
        long processor = ThisProcess.processorNanos();
        long begin = System.nanoTime();
        lookups(network, count, IN_FLIGHT);
        double seconds = (System.nanoTime() - begin) / 1e9;
        double processorMillis = (ThisProcess.processorNanos() - processor) / 1e6 / count;
        add(figures, "lookups-per-second", "lookups with " + IN_FLIGHT + " in flight", count / seconds, "/s");
        add(figures, "lookup-processor", "processor time of a lookup", processorMillis, "ms");
    }

    private void lookups(LocalDht network, int count, int inFlight) {
        Semaphore places = new Semaphore(inFlight);
        AtomicInteger left = new AtomicInteger(count);
        CompletableFuture<Void> all = new CompletableFuture<>();
        for (int i = 0; i < count; i++) {
            places.acquireUninterruptibly();
            var unused = network.anyNode().lookup(network.anyKey()).whenComplete((found, failure) -> {
                places.release();
                if (failure != null) {
                    all.completeExceptionally(failure);
                } else if (left.decrementAndGet() == 0) {
                    all.complete(null);
                }
            });
            listener.step();
        }
        LocalDht.await(all);
    }

    private void afterDeaths(LocalDht network, List<NodeId> keys, RandomGenerator random, List<Figure> figures) {
        network.stop((int) Math.round(network.size() * dead));
        listener.begins("gets after deaths", operations);
        Sample gets = gets(network, keys);
        listener.begins("puts after deaths", operations);
        Sample puts = puts(network, new ArrayList<>(), random, operations);
        String after = String.format(Locale.ROOT, ", %.0f %% stopped", dead * 100);
        latency(figures, "later-get", "get" + after, gets);
        add(figures, "later-get-found", "gets that found the value", gets.percentDone(), "%");
        latency(figures, "later-put", "put" + after, puts);
    }

    private static void latency(List<Figure> figures, String key, String name, Sample sample) {
        add(figures, key + "-p50", name + ", p50", sample.millisAt(50), "ms");
        add(figures, key + "-p99", name + ", p99", sample.millisAt(99), "ms");
    }

    private static void add(List<Figure> figures, String key, String name, double value, String unit) {
        figures.add(Figure.of(key, name, value, unit));
    }
}
