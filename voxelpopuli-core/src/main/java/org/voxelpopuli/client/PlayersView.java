package org.voxelpopuli.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * The other players, merged from all connections: one name is one player, through however many chunks it is seen (SPEC V6.7). A
 * player is in view as long as one chunk says so; as messages of different servers overtake each other, one that no chunk knows
 * is kept for a moment, in which it may turn up in the next chunk.
 */
final class PlayersView {
    /** Between the DEREGISTER of one server and the REGISTER of the next. */
    static final Duration PASSAGE = Duration.ofMillis(500);

    /** After a reconnect the server names its players within a few ticks. */
    static final Duration RECOUNT = Duration.ofSeconds(1);

    /** A server that is away for longer has dropped its silent players anyway (SPEC V7.1). */
    static final Duration AWAY = Duration.ofSeconds(10);

    /** Names that one server may make us remember for one chunk. */
    private static final int MAX_PER_CHUNK = 1_000;

    private static final long NEVER = Long.MAX_VALUE;

    /** Who hears of it. */
    interface Events {
        void appeared(SeenPlayer player);

        void moved(SeenPlayer player);

        void left(PlayerName player);
    }

    private static final class Entry {
        /** The chunks that say the player is there, and until when that is believed. */
        final Map<ChunkPos, Long> chunks = new HashMap<>();
        /** The chunk that registered the player last. */
        @Nullable
        ChunkPos current;

        SeenPlayer seen;
        long goneAt = NEVER;

        Entry(SeenPlayer seen) {
            this.seen = seen;
        }
    }

    private final Map<PlayerName, Entry> entries = new TreeMap<>();
    private final Map<ChunkPos, Integer> counts = new HashMap<>();
    private final Events events;

    PlayersView(Events events) {
        this.events = events;
    }

    void registered(ChunkPos chunk, PlayerName name, Position position, long now) {
        Entry entry = entries.get(name);
        if (entry != null) {
            entry.current = chunk;
        }
        seen(chunk, name, position, now);
    }

    void seen(ChunkPos chunk, PlayerName name, Position position, long now) {
        Entry entry = entries.get(name);
        if (entry == null || !entry.chunks.containsKey(chunk)) {
            if (counts.getOrDefault(chunk, 0) >= MAX_PER_CHUNK) {
                return;
            }
            counts.merge(chunk, 1, Integer::sum);
        }
        if (entry == null) {
            entry = new Entry(SeenPlayer.met(name, position, now));
            entry.current = chunk;
            entry.chunks.put(chunk, NEVER);
            entries.put(name, entry);
            events.appeared(entry.seen);
            return;
        }
        entry.chunks.put(chunk, NEVER);
        entry.goneAt = NEVER;
        if (entry.current == null || !entry.chunks.containsKey(entry.current)) {
            entry.current = chunk;
        }
        // A late word of the chunk that the player came from must not set it back.
        if (chunk.equals(entry.current)) {
            if (!position.equals(entry.seen.position())) {
                entry.seen = entry.seen.movedTo(position, now);
                events.moved(entry.seen);
            }
        }
    }

    void deregistered(ChunkPos chunk, PlayerName name, long now) {
        Entry entry = entries.get(name);
        if (entry != null) {
            remove(entry, chunk, now);
        }
    }

    private void remove(Entry entry, ChunkPos chunk, long now) {
        if (entry.chunks.remove(chunk) != null) {
            counts.computeIfPresent(chunk, (c, n) -> n > 1 ? n - 1 : null);
            if (entry.chunks.isEmpty()) {
                entry.goneAt = now + PASSAGE.toNanos();
            }
        }
    }

    /** We do not look at this chunk any more. */
    void forget(ChunkPos chunk, long now) {
        entries.values().forEach(entry -> remove(entry, chunk, now));
    }

    /** The chunk's connection broke. */
    void lost(ChunkPos chunk, long now) {
        doubt(chunk, now + AWAY.toNanos());
    }

    /** The chunk's connection is back. */
    void recount(ChunkPos chunk, long now) {
        doubt(chunk, now + RECOUNT.toNanos());
    }

    private void doubt(ChunkPos chunk, long until) {
        entries.values().forEach(entry -> entry.chunks.computeIfPresent(chunk, (c, before) -> until));
    }

    /** Removes who is gone. To be called a few times a second. */
    void expire(long now) {
        for (Iterator<Entry> all = entries.values().iterator(); all.hasNext(); ) {
            Entry entry = all.next();
            for (Map.Entry<ChunkPos, Long> chunk : new LinkedHashMap<>(entry.chunks).entrySet()) {
                if (chunk.getValue() <= now) {
                    remove(entry, chunk.getKey(), now);
                }
            }
            if (entry.goneAt <= now) {
                all.remove();
                events.left(entry.seen.name());
            }
        }
    }

    Map<PlayerName, SeenPlayer> snapshot() {
        Map<PlayerName, SeenPlayer> players = new LinkedHashMap<>();
        entries.forEach((name, entry) -> players.put(name, entry.seen));
        return players;
    }
}
