package org.voxelpopuli.tools.bot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.client.ClientStats;
import org.voxelpopuli.client.Dialect;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientBuilder;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.tools.console.HostPort;
import org.voxelpopuli.tools.console.ToolException;

/** Bots that are in the world together, measured together. One timer moves them all. */
public final class BotCrew implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(BotCrew.class);
    private static final Duration TIME_TO_LEAVE = Duration.ofSeconds(5);

    private final NodeEnvironment environment = NettyEnvironment.create();
    private final CrewRecorder recorder = new CrewRecorder(System::nanoTime);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "bots");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Bot> bots = new ArrayList<>();
    private long entered = System.nanoTime();

    /**
     * One more bot, which is not in the world yet.
     *
     * @param steppingStone a node, by either of its ports
     * @param radius how far it sees, in chunks
     * @param dialect how it talks to servers
     */
    public Bot add(String name, BehaviourKind kind, long seed, HostPort steppingStone, int radius, Dialect dialect) {
        WorldClientBuilder builder;
        try {
            builder = WorldClient.builder(environment).player(name);
        } catch (IllegalArgumentException e) {
            throw new ToolException(String.valueOf(e.getMessage()), e);
        }
        WorldClient client = builder.steppingStone(steppingStone.host(), steppingStone.port())
                .radius(radius, 1)
                .dialect(dialect)
                .build();
        Bot bot = new Bot(client, kind.create(new SplittableRandom(seed)), recorder);
        bots.add(bot);
        return bot;
    }

    /** The bots, in the order in which they were added. */
    public List<Bot> bots() {
        return List.copyOf(bots);
    }

    /**
     * Brings all bots into the world and lets them move. Blocks till they are in.
     *
     * @throws ToolException if one cannot enter
     */
    public void enter() {
        try {
            CompletableFuture.allOf(bots.stream().map(Bot::enter).toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new ToolException("A bot could not enter the world: " + cause.getMessage(), e);
        }
        entered = System.nanoTime();
        long period = 1000 / Behaviour.STEPS_PER_SECOND;
        for (Bot bot : bots) {
            var unused = timer.scheduleAtFixedRate(() -> step(bot), 0, period, TimeUnit.MILLISECONDS);
        }
    }

    private static void step(Bot bot) {
        try {
            bot.step();
        } catch (RuntimeException e) {
            // One bot that stumbles must not stop, or all others would walk on in a wrong measurement without a word.
            log.error("{} stumbled: {}", bot.name(), e.getMessage(), e);
        }
    }

    /** What the crew has seen so far. */
    public BotReport report() {
        List<ClientStats> stats = bots.stream().map(bot -> bot.client().stats()).toList();
        return new BotReport(
                bots.size(),
                (System.nanoTime() - entered) / 1e9,
                bots.stream().mapToInt(Bot::placed).sum(),
                recorder.failedChanges(),
                recorder.changes(),
                recorder.moves(),
                bots.stream().mapToDouble(Bot::walked).sum(),
                bots.stream().mapToInt(Bot::seenChunks).sum(),
                stats.stream().mapToLong(ClientStats::bytesIn).sum(),
                stats.stream().mapToLong(ClientStats::bytesOut).sum(),
                stats.stream().mapToLong(ClientStats::connects).sum(),
                stats.stream().mapToLong(ClientStats::disconnects).sum(),
                (int) bots.stream().filter(Bot::wasDisplaced).count(),
                recorder.refusals());
    }

    /** All bots leave the world. */
    @Override
    public void close() {
        timer.shutdownNow();
        try {
            CompletableFuture.allOf(
                            bots.stream().map(bot -> bot.client().closeAsync()).toArray(CompletableFuture[]::new))
                    .get(TIME_TO_LEAVE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            log.warn("Not all bots could say goodbye: {}", e.getMessage());
        }
        environment.close();
    }
}
