package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.judge.Finding;
import org.voxelpopuli.kademlia.judge.Judge;
import org.voxelpopuli.kademlia.judge.Scenario;
import org.voxelpopuli.kademlia.judge.Shrinker;
import org.voxelpopuli.kademlia.judge.Verdict;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Lets the judge of the durable world run for as long as it is asked to, and shrinks what fails. */
@Command(
        name = "judge",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Plays random worlds in virtual time, with crashes, bad disks, cut networks and wrong clocks, and checks that no acknowledged edit is lost, that copies are"
                    + " equal, that each chunk has one owner, that clients see the truth and that nothing leaks. Ends with the first that fails, makes it"
                    + " smaller, and prints the command that repeats it."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:all held",
            "10:something threw what nobody expected",
            "11:a truth does not hold",
            "12:too little happened"
        })
final class JudgeCommand implements Callable<Integer> {
    private static final int MOST_THREADS = 64;
    private static final int OF_EACH_TRUTH = 2;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--seeds",
            defaultValue = "1..200",
            paramLabel = "FROM..TO",
            description = "Which scenarios, such as 17, or 1..200. Default: ${DEFAULT-VALUE}.")
    private String seeds = "";

    @Option(
            names = "--duration",
            description = "Goes on with the next seeds for so long, whatever --seeds ends with, such as 10m.")
    private @Nullable Duration duration;

    @Option(names = "--threads", description = "Scenarios at the same time, 1..64. Default: one for each processor.")
    private int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "PIECE",
            description =
                    "Pieces of the scenario to leave out: kinds of fault (crash), faults (f3), clients (c4), nodes (n5), edits (e17).")
    private List<String> without = new ArrayList<>();

    @Option(names = "--all", description = "Does not end with the first that fails, and shrinks nothing.")
    private boolean all;

    @Option(
            names = "--clean",
            description = "Plays each scenario without what goes wrong too, and checks that enough is acknowledged.")
    private boolean clean;

    private final AtomicLong next = new AtomicLong();
    private final AtomicLong played = new AtomicLong();
    private final List<Verdict> failures = new ArrayList<>();
    private long acknowledged;
    private double virtualSeconds;

    @Override
    public Integer call() {
        Ranges.require(spec, "--threads", threads, 1, MOST_THREADS);
        long[] range = range();
        next.set(range[0]);
        long last = duration == null ? range[1] : Long.MAX_VALUE;
        try (StopSignal stop = StopSignal.install()) {
            play(last, stop);
            failures.sort(Comparator.comparingLong(verdict -> verdict.scenario().seed()));
            say("%d scenarios, %.0f s of virtual time, %d edits acknowledged, %d failed%s"
                    .formatted(
                            played.get(),
                            virtualSeconds,
                            acknowledged,
                            failures.size(),
                            failures.isEmpty() ? "" : ": " + named(failures)));
            if (failures.isEmpty()) {
                return 0;
            }
            if (all) {
                failures.forEach(this::tell);
            } else {
                tell(shrink(failures.get(0), stop));
            }
            return failures.stream()
                    .map(Verdict::outcome)
                    .min(Comparator.naturalOrder())
                    .orElseThrow()
                    .exitCode();
        }
    }

    private static String named(List<Verdict> verdicts) {
        Function<Verdict, String> why = verdict -> verdict.findings().get(0).truth();
        return verdicts.stream().collect(Collectors.groupingBy(why)).entrySet().stream()
                .map(each -> each.getKey() + " (seeds "
                        + each.getValue().stream()
                                .map(verdict -> "" + verdict.scenario().seed())
                                .collect(Collectors.joining(", "))
                        + ")")
                .sorted()
                .collect(Collectors.joining("; "));
    }

    private long[] range() {
        String[] ends = seeds.split("\\.\\.", -1);
        try {
            long[] numbers = Arrays.stream(ends).mapToLong(Long::parseLong).toArray();
            if (numbers.length <= 2 && numbers[numbers.length - 1] >= numbers[0]) {
                return new long[] {numbers[0], numbers[numbers.length - 1]};
            }
        } catch (NumberFormatException e) {
            // Told below.
        }
        throw new ParameterException(
                spec.commandLine(), "--seeds is '" + seeds + "', allowed is a number, or two as in 1..200");
    }

    private void play(long last, StopSignal stop) {
        long began = System.nanoTime();
        PrintWriter err = spec.commandLine().getErr();
        Duration limit = duration;
        try (Progress progress = limit == null
                ? new Progress(err, "Scenarios", last - next.get() + 1, "")
                : new Progress(err, "Scenarios", limit)) {
            Judge judge = new Judge();
            Runnable work = () -> {
                while (!stop.isWanted() && (all || !hasFailed())) {
                    long seed = next.getAndIncrement();
                    Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
                    if (seed > last || (limit != null && elapsed.compareTo(limit) >= 0)) {
                        return;
                    }
                    Scenario scenario = Scenario.draw(seed).without(without);
                    done(judge.judge(scenario));
                    if (clean) {
                        done(judge.judge(scenario.clean()));
                    }
                    synchronized (this) {
                        long steps = limit == null ? played.incrementAndGet() : elapsed.toSeconds();
                        if (limit != null) {
                            played.incrementAndGet();
                        }
                        progress.show(steps, "seed " + seed + ", " + failures.size() + " failed");
                    }
                }
            };
            List<Thread> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread worker = new Thread(work, "judge-" + i);
                workers.add(worker);
                worker.start();
            }
            workers.forEach(JudgeCommand::join);
        }
    }

    private static void join(Thread worker) {
        boolean interrupted = false;
        while (worker.isAlive()) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean hasFailed() {
        return !failures.isEmpty();
    }

    private synchronized void done(Verdict verdict) {
        acknowledged += verdict.acknowledged();
        virtualSeconds += verdict.virtual().toMillis() / 1_000.0;
        if (!verdict.held()) {
            failures.add(verdict);
        }
    }

    private Verdict shrink(Verdict failing, StopSignal stop) {
        int pieces = failing.scenario().pieces().size();
        try (Progress progress = new Progress(spec.commandLine().getErr(), "Shrinking", pieces, " pieces")) {
            return new Shrinker(new Judge(), () -> !stop.isWanted(), smaller -> {
                        int left = smaller.scenario().pieces().size();
                        progress.show(pieces - left, left + " left");
                    })
                    .shrink(failing);
        }
    }

    private void tell(Verdict verdict) {
        say(verdict.scenario().toString());
        verdict.findings().stream().collect(Collectors.groupingBy(Finding::truth)).values().stream()
                .flatMap(findings -> findings.stream().limit(OF_EACH_TRUTH))
                .sorted(Comparator.comparing(Finding::outcome))
                .forEach(finding -> say("  " + finding));
        String gone = String.join(",", verdict.scenario().removed());
        say("Repeat it: ./vp measure judge --all --seeds " + verdict.scenario().seed()
                + (gone.isEmpty() ? "" : " --without " + gone));
    }

    private void say(String text) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(Locale.ROOT, "%s%n", text);
        out.flush();
    }
}
