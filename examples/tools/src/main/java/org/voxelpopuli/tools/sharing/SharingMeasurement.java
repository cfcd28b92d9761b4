package org.voxelpopuli.tools.sharing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.voxelpopuli.tools.simulation.Calls;
import org.voxelpopuli.tools.simulation.GrowingNetwork;
import org.voxelpopuli.tools.simulation.LayoutNames;
import org.voxelpopuli.tools.simulation.Sample;
import org.voxelpopuli.tools.simulation.SharingRow;
import org.voxelpopuli.tools.simulation.Watcher;

/**
 * Measures one network after another: it grows to its size; random nodes upload files; others download each; a share of the nodes dies, and with them as large a share of the providers and of the
 * holders of the kad-files; then each file is downloaded once more. One operation begins when the one before has ended, so that a node's calls are those of the operation.
 */
public final class SharingMeasurement {
    private final SharingKind kind;
    private final int files;
    private final int providers;
    private final double dead;
    private final long seed;
    private final Watcher watcher;
    private long steps;

    /**
     * Nothing is measured yet.
     *
     * @param files uploaded in each network, at least 1
     * @param providers of each file when nodes die, at least 1: one has uploaded it, the others have downloaded it
     * @param dead the share of the nodes that dies, 0 or more and less than 1
     * @param seed decides who does what
     */
    public SharingMeasurement(SharingKind kind, int files, int providers, double dead, long seed, Watcher watcher) {
        this.kind = kind;
        this.files = files;
        this.providers = providers;
        this.dead = dead;
        this.seed = seed;
        this.watcher = watcher;
    }

    /** How many steps the watcher will see of a network of so many nodes: joins, uploads and downloads. */
    public static long steps(int nodes, int files, int providers) {
        return nodes + (long) files * (providers + 1);
    }

    /** A file in the network. */
    private record Shared(String song, Set<Integer> providers) {}

    /** Measures a network, which must be larger than the number of providers and of the dead together. */
    public List<SharingRow> measure(SharingNetwork network, int nodes) {
        RandomGenerator random = new SplittableRandom(seed);
        String about = " among " + nodes + " nodes, layout " + LayoutNames.of(kind.layout());
        long begun = steps;
        List<SharingRow> rows = new ArrayList<>();
        List<Operation> joins = network.grow(nodes, joined -> tell(begun + joined, joined + " have joined" + about));
        rows.add(row(nodes, SharingRow.JOIN, 0, GrowingNetwork.last(joins)));
        network.rest();

        List<Shared> shared = new ArrayList<>();
        List<Operation> uploads = new ArrayList<>();
        for (int i = 0; i < files; i++) {
            Shared file = new Shared("Song " + i, new LinkedHashSet<>());
            int node = anyWithout(random, nodes, file.providers());
            uploads.add(network.put(node, file.song()));
            file.providers().add(node);
            shared.add(file);
            tell(steps + 1, "uploads" + about);
        }
        rows.add(row(nodes, SharingRow.UPLOAD, 0, uploads));
        network.rest();

        List<SharingNetwork.Fetched> healthy = new ArrayList<>();
        for (int round = 1; round < providers; round++) {
            for (Shared file : shared) {
                int node = anyWithout(random, nodes, file.providers());
                healthy.add(network.get(node, file.song()));
                file.providers().add(node);
                tell(steps + 1, "downloads" + about);
            }
            network.rest();
        }
        addFetched(rows, nodes, "", 0, healthy);

        Set<Integer> gone = draw(random, nodes, (int) Math.round(nodes * dead));
        network.die(gone);
        List<SharingNetwork.Fetched> late = new ArrayList<>();
        int lost = 0;
        for (Shared file : shared) {
            if (gone.containsAll(file.providers())) {
                lost++;
            } else {
                Set<Integer> others = new HashSet<>(gone);
                others.addAll(file.providers());
                late.add(network.get(anyWithout(random, nodes, others), file.song()));
            }
            tell(steps + 1, "downloads after deaths" + about);
        }
        addFetched(rows, nodes, SharingRow.AFTER_DEATHS, lost, late);
        return rows;
    }

    private void tell(long done, String news) {
        steps = done;
        watcher.done(done, news);
    }

    private static int anyWithout(RandomGenerator random, int nodes, Set<Integer> others) {
        int node = random.nextInt(nodes);
        while (others.contains(node)) {
            node = random.nextInt(nodes);
        }
        return node;
    }

    private static Set<Integer> draw(RandomGenerator random, int nodes, int count) {
        Set<Integer> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            drawn.add(random.nextInt(nodes));
        }
        return drawn;
    }

    private void addFetched(
            List<SharingRow> rows, int nodes, String when, int lost, List<SharingNetwork.Fetched> fetched) {
        rows.add(row(
                nodes,
                SharingRow.DOWNLOAD + when,
                lost,
                fetched.stream().map(SharingNetwork.Fetched::download).toList()));
        rows.add(row(
                nodes,
                SharingRow.PROVIDE + when,
                lost,
                fetched.stream().map(SharingNetwork.Fetched::provide).toList()));
    }

    private SharingRow row(int nodes, String operation, int lost, List<Operation> tried) {
        List<Operation> done = tried.stream().filter(Operation::done).toList();
        Sample millis = sample(
                done.stream().mapToDouble(each -> each.took().toNanos() / 1e6).toArray());
        Sample findNode = calls(done, Calls::findNode);
        Sample findValue = calls(done, Calls::findValue);
        Sample store = calls(done, Calls::store);
        Sample finds = calls(done, Calls::finds);
        return new SharingRow(
                nodes,
                LayoutNames.of(kind.layout()),
                operation,
                tried.size(),
                done.size(),
                lost,
                millis.percentile(50),
                millis.percentile(90),
                millis.percentile(99),
                findNode.mean(),
                findNode.percentile(50),
                findNode.percentile(99),
                findValue.mean(),
                findValue.percentile(50),
                findValue.percentile(99),
                store.mean(),
                store.percentile(50),
                store.percentile(99),
                finds.mean(),
                finds.percentile(50),
                finds.percentile(99));
    }

    private static Sample calls(List<Operation> done, ToIntFunction<Calls> kind) {
        return sample(
                done.stream().mapToDouble(each -> kind.applyAsInt(each.calls())).toArray());
    }

    /** Of nothing, all is not a number. */
    private static Sample sample(double... values) {
        return new Sample(values.length == 0 ? DoubleStream.of(Double.NaN) : DoubleStream.of(values));
    }
}
