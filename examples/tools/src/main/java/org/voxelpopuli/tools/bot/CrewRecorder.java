package org.voxelpopuli.tools.bot;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * Measures for a crew: how long from a change of a block until its server has shown it to the author, and how long from a bot's move
 * until another bot of the crew sees it. Thread-safe; the lock is the recorder's own and held for a moment.
 */
final class CrewRecorder {
    private static final long LONGEST_MICROS = 3_600_000_000L;
    private static final int MOVES_REMEMBERED = 600;

    /** A move that was made, counted from 1 for each player. */
    private record Move(long number, long nanos) {}

    private record Sight(PlayerName observer, PlayerName player) {}

    private final LongSupplier nanoTime;
    private final Histogram changes = new Histogram(LONGEST_MICROS, 3);
    private final Histogram sightings = new Histogram(LONGEST_MICROS, 3);
    private final Map<PlayerName, Map<Position, Move>> moves = new HashMap<>();
    private final Map<PlayerName, Long> moveCounts = new HashMap<>();
    private final Map<Sight, Long> lastSeen = new HashMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private long failedChanges;

    /** A recorder that takes its time, in nanoseconds, from there. */
    CrewRecorder(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A bot has set a block. */
    void change(CompletableFuture<Integer> shown) {
        long begin = nanoTime.getAsLong();
        var unused = shown.whenComplete((type, failure) -> changed(begin, failure == null));
    }

    private synchronized void changed(long begin, boolean shown) {
        if (shown) {
            changes.recordValue(micros(begin));
        } else {
            failedChanges++;
        }
    }

    /** A bot goes there. */
    synchronized void moved(PlayerName player, Position to) {
        long number = moveCounts.merge(player, 1L, Long::sum);
        Map<Position, Move> recent = moves.computeIfAbsent(player, name -> new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Position, Move> eldest) {
                return size() > MOVES_REMEMBERED;
            }
        });
        // Out and in again, so that the eldest of the map is the eldest in time.
        recent.remove(to);
        recent.put(to, new Move(number, nanoTime.getAsLong()));
    }

    /** A bot sees another player there. Positions are repeated on the wire: only the first sight of a move counts. */
    synchronized void sighted(PlayerName observer, PlayerName player, Position at) {
        Move move = moves.getOrDefault(player, Map.of()).get(at);
        if (move == null) {
            return;
        }
        Sight sight = new Sight(observer, player);
        if (move.number() > lastSeen.getOrDefault(sight, 0L)) {
            lastSeen.put(sight, move.number());
            sightings.recordValue(micros(move.nanos()));
        }
    }

    /** A server said no. */
    synchronized void refused(String reason) {
        refusals.merge(reason, 1, Integer::sum);
    }

    private long micros(long begin) {
        return Math.max(0, Math.min(LONGEST_MICROS, (nanoTime.getAsLong() - begin) / 1000));
    }

    synchronized BotReport.Latency changes() {
        return BotReport.Latency.of(changes);
    }

    synchronized BotReport.Latency moves() {
        return BotReport.Latency.of(sightings);
    }

    synchronized long failedChanges() {
        return failedChanges;
    }

    synchronized Map<String, Integer> refusals() {
        return new TreeMap<>(refusals);
    }
}
