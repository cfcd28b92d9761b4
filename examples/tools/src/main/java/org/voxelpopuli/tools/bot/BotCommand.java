package org.voxelpopuli.tools.bot;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.voxelpopuli.client.Dialect;
import org.voxelpopuli.tools.console.Count;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.JsonOutput;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Sends bots into a world and reports what they saw. */
@Command(
        name = "bot",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Sends bots into a running world. They behave like people, and report what they saw: how long changes and moves took,"
                    + " bytes, lost connections. Ctrl-C ends them early."
        })
public final class BotCommand implements Callable<Integer> {
    private static final int MOST_BOTS = 500;
    private static final int MOST_CHUNKS = 4;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--node",
            defaultValue = "127.0.0.1:4000",
            paramLabel = "HOST:PORT",
            description = "The node through which they find the world. Default: ${DEFAULT-VALUE}.")
    private HostPort node = new HostPort("127.0.0.1", 4000);

    @Option(
            names = "--count",
            defaultValue = "1",
            description = "How many, 1.." + MOST_BOTS + ". Default: ${DEFAULT-VALUE}.")
    private int count;

    @Option(
            names = "--behaviour",
            defaultValue = "walk",
            paramLabel = "KIND",
            converter = BehaviourConverter.class,
            description = "What they do: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private BehaviourKind behaviour = BehaviourKind.WALK;

    @Option(
            names = "--duration",
            defaultValue = "30s",
            description = "How long, as in 20s or 5m. Default: ${DEFAULT-VALUE}.")
    private Duration duration = Duration.ZERO;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Decides their plans; the same seed, the same plans. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--name",
            defaultValue = "bot",
            description = "Their name; several get a number behind it. Default: ${DEFAULT-VALUE}.")
    private String name = "";

    @Option(
            names = "--radius",
            defaultValue = "2",
            description = "How far they see, in chunks, 0.." + MOST_CHUNKS + ". Default: ${DEFAULT-VALUE}.")
    private int radius;

    @Option(
            names = "--dialect",
            defaultValue = "frames",
            paramLabel = "DIALECT",
            description = "How they talk to servers: frames (protocol v2), seed. Default: ${DEFAULT-VALUE}.")
    private Dialect dialect = Dialect.FRAMES;

    @Option(names = "--json", description = "Print the report as JSON.")
    private boolean json;

    @Override
    public Integer call() {
        Ranges.require(spec, "--count", count, 1, MOST_BOTS);
        Ranges.require(spec, "--radius", radius, 0, MOST_CHUNKS);
        Ranges.require(
                spec,
                "--duration in seconds",
                duration.toSeconds(),
                1,
                Duration.ofDays(7).toSeconds());
        PrintWriter err = spec.commandLine().getErr();
        SplittableRandom seeds = new SplittableRandom(seed);
        try (StopSignal stop = StopSignal.install();
                BotCrew crew = new BotCrew()) {
            for (int i = 1; i <= count; i++) {
                crew.add(count == 1 ? name : name + "-" + i, behaviour, seeds.nextLong(), node, radius, dialect);
            }
            crew.enter();
            watch(crew, stop, err);
            BotReport report = crew.report();
            PrintWriter out = spec.commandLine().getOut();
            out.print(json ? JsonOutput.write(report) + System.lineSeparator() : report.text());
            out.flush();
        }
        return 0;
    }

    private void watch(BotCrew crew, StopSignal stop, PrintWriter err) {
        long begin = System.nanoTime();
        String task = count == 1 ? name + " is in the world" : count + " bots are in the world";
        try (Progress progress = new Progress(err, task, duration)) {
            Duration elapsed = Duration.ZERO;
            while (elapsed.compareTo(duration) < 0) {
                Duration left = duration.minus(elapsed);
                Duration pause = left.compareTo(Duration.ofSeconds(1)) < 0 ? left : Duration.ofSeconds(1);
                if (stop.await(pause)) {
                    return;
                }
                elapsed = Duration.ofNanos(System.nanoTime() - begin);
                BotReport now = crew.report();
                progress.show(
                        elapsed,
                        Count.of(now.chunksSeen(), "chunk") + " seen, " + Count.of(now.disconnects(), "disconnect"));
            }
        }
    }
}
