package org.voxelpopuli.kademlia.directory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Whether game servers live, by pinging them; what was learned holds for a few seconds, and who asks meanwhile shares the ping.
 * Used on the node's worker alone.
 */
final class ServerLiveness {
    /** Shorter than a ping takes to fail: whoever found a server dead asks us next, and must not be sent back to it. */
    private static final Duration ALIVE_FRESH = Duration.ofSeconds(2);

    private static final Duration DEAD_FRESH = Duration.ofSeconds(5);
    private static final int MAX_KNOWN = 4_096;

    private record Known(boolean alive, long since) {
        boolean isFresh(long now) {
            return now - since < (alive ? ALIVE_FRESH : DEAD_FRESH).toNanos();
        }
    }

    private final GameServers servers;
    private final Worker worker;
    private final NodeClock clock;
    private final Map<ServerAddress, Known> known = new HashMap<>();
    private final Map<ServerAddress, List<Consumer<Boolean>>> asking = new HashMap<>();

    ServerLiveness(GameServers servers, Worker worker, NodeClock clock) {
        this.servers = servers;
        this.worker = worker;
        this.clock = clock;
    }

    void check(ServerAddress server, Consumer<Boolean> alive) {
        Known fresh = known.get(server);
        if (fresh != null && fresh.isFresh(clock.nanos())) {
            alive.accept(fresh.alive());
            return;
        }
        List<Consumer<Boolean>> waiting = asking.get(server);
        if (waiting != null) {
            waiting.add(alive);
            return;
        }
        asking.put(server, new ArrayList<>(List.of(alive)));
        var unused = servers.ping(server).thenAcceptAsync(answer -> answered(server, answer), worker);
    }

    private void answered(ServerAddress server, boolean alive) {
        note(server, alive);
        List<Consumer<Boolean>> waiting = asking.remove(server);
        if (waiting != null) {
            waiting.forEach(consumer -> consumer.accept(alive));
        }
    }

    /** It was learned in another way. */
    void note(ServerAddress server, boolean alive) {
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        known.put(server, new Known(alive, clock.nanos()));
    }

    /** The first of these that lives; they are asked at once. Empty if none does. */
    void firstAlive(List<ServerAddress> candidates, Consumer<Optional<ServerAddress>> found) {
        new Race(candidates, found).begin();
    }

    /** Asks all, and waits only for those that come before the first that lives. */
    private final class Race {
        private final List<ServerAddress> candidates;
        private final Consumer<Optional<ServerAddress>> found;
        private final Boolean[] answers;
        private boolean over;

        Race(List<ServerAddress> candidates, Consumer<Optional<ServerAddress>> found) {
            this.candidates = candidates;
            this.found = found;
            this.answers = new Boolean[candidates.size()];
        }

        void begin() {
            for (int i = 0; i < answers.length && !over; i++) {
                int at = i;
                check(candidates.get(i), alive -> {
                    answers[at] = alive;
                    decide();
                });
            }
            decide();
        }

        @SuppressWarnings("NullAway") // Not answered yet is null.
        private void decide() {
            int first = 0;
            while (first < answers.length && Boolean.FALSE.equals(answers[first])) {
                first++;
            }
            if (!over && (first == answers.length || answers[first] != null)) {
                over = true;
                found.accept(first == answers.length ? Optional.empty() : Optional.of(candidates.get(first)));
            }
        }
    }
}
