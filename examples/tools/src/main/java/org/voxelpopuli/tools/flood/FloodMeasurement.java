package org.voxelpopuli.tools.flood;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.voxelpopuli.kademlia.id.NodeId;

/** Floods a node from one address and from many, while its neighbours ask it. Runs within a {@link Namespace}. */
public final class FloodMeasurement {
    private static final int MANY = 4_096;

    private final int neighbours;
    private final int questions;
    private final int rate;
    private final Duration time;

    /**
     * Nothing is measured yet.
     *
     * @param neighbours of the node, 1..200
     * @param questions of all neighbours in a second
     * @param rate datagrams in a second
     * @param time of each part
     */
    public FloodMeasurement(int neighbours, int questions, int rate, Duration time) {
        this.neighbours = neighbours;
        this.questions = questions;
        this.rate = rate;
        this.time = time;
    }

    /**
     * What one part showed.
     *
     * @param name of the part
     * @param floodPerSecond datagrams that were sent beside the questions
     * @param asked questions of neighbours
     * @param answeredPercent of these
     * @param p50 milliseconds until an answer
     * @param p99 milliseconds until an answer
     * @param cores that the node kept busy
     * @param residentMegabytes of the node at the end
     */
    public record Part(
            String name,
            double floodPerSecond,
            long asked,
            double answeredPercent,
            double p50,
            double p99,
            double cores,
            double residentMegabytes) {}

    /** What the system tells of the node's process. */
    public interface Watch {
        /** The processor time that it has used. */
        Duration processorTime();

        /** Its resident memory in MB. */
        double residentMegabytes();
    }

    /** Measures the parts: quiet, one address, many addresses, quiet again. */
    public List<Part> measure(String floodedId, Watch watch, Consumer<String> progress) {
        List<Part> parts = new ArrayList<>();
        try (Neighbours asking = new Neighbours(neighbours, NodeId.parse(floodedId))) {
            progress.accept("warm-up");
            asking.ask(time, questions);
            parts.add(part("quiet", asking, 0, watch, progress));
            parts.add(part("flood from one address", asking, 1, watch, progress));
            parts.add(part("flood from " + MANY + " addresses", asking, MANY, watch, progress));
            parts.add(part("quiet again", asking, 0, watch, progress));
        }
        return parts;
    }

    private Part part(String name, Neighbours asking, int sources, Watch watch, Consumer<String> progress) {
        progress.accept(name);
        if (sources == 0) {
            return asked(name, asking, watch, seconds -> 0.0);
        }
        try (Flood flood = new Flood(sources)) {
            Thread sender = new Thread(() -> flood.run(rate), "flood");
            sender.setDaemon(true);
            sender.start();
            try {
                return asked(name, asking, watch, nanos -> flood.sent() * 1e9 / nanos);
            } finally {
                flood.end();
                joined(sender);
            }
        }
    }

    private static void joined(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Part asked(String name, Neighbours asking, Watch watch, LongFunction<Double> flood) {
        Duration processor = watch.processorTime();
        long begin = System.nanoTime();
        Neighbours.Answers answers = asking.ask(time, questions);
        long nanos = System.nanoTime() - begin;
        return new Part(
                name,
                flood.apply(nanos),
                answers.asked(),
                100.0 * answers.answered() / Math.max(1, answers.asked()),
                answers.nanos().getValueAtPercentile(50) / 1e6,
                answers.nanos().getValueAtPercentile(99) / 1e6,
                watch.processorTime().minus(processor).toNanos() / (double) nanos,
                watch.residentMegabytes());
    }
}
