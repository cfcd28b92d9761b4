package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Those who told where they are and then fell silent: asked again for some minutes, seldom, one after another. A network that was cut heals for all of them at once, so the first answer is
 * a reason to ask everybody. Of the presence's worker.
 */
final class LostFriends {
    /** So many are remembered. */
    static final int MAX = 32;

    /** For so long. */
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** However many they are, one is asked so often at most. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    private final PresenceTimes times;
    private final NodeClock clock;
    private final Worker worker;
    private final LocalFace face;
    private final RouteKeeper routes;
    private final Consumer<List<AvatarName>> returned;

    /** Who is asked next is first. */
    private final LinkedHashMap<AvatarName, Friend> friends = new LinkedHashMap<>();

    private Worker.@Nullable Timer timer;

    /** @param returned is told, when one has answered, of all; the one that has comes first */
    LostFriends(
            PresenceTimes times,
            NodeClock clock,
            Worker worker,
            LocalFace face,
            RouteKeeper routes,
            Consumer<List<AvatarName>> returned) {
        this.times = times;
        this.clock = clock;
        this.worker = worker;
        this.face = face;
        this.routes = routes;
        this.returned = returned;
    }

    /** One has fallen silent. */
    void lost(AvatarName name) {
        if (friends.containsKey(name)) {
            return;
        }
        if (friends.size() == MAX) {
            friends.entrySet().stream()
                    .min(Comparator.comparing((Map.Entry<AvatarName, Friend> each) -> each.getValue().until - now()))
                    .ifPresent(oldest -> found(oldest.getKey()));
        }
        Friend friend = new Friend(now() + REMEMBERED.toNanos());
        friends.put(name, friend);
        routes.want(name.prefix(), RouteKeeper.Kind.ONE, friend.onWay);
        schedule();
    }

    /** One has told where it is; it is not lost, or not any more. */
    void found(AvatarName name) {
        Friend friend = friends.remove(name);
        if (friend != null) {
            friend.withdraw();
            routes.release(name.prefix(), friend.onWay);
        }
    }

    private long now() {
        return clock.nanos();
    }

    private void schedule() {
        if (timer == null && !friends.isEmpty()) {
            Duration each = times.discoveryInterval().dividedBy(friends.size());
            timer = worker.schedule(each.compareTo(LEAST) > 0 ? each : LEAST, this::askNext);
        }
    }

    private void askNext() {
        timer = null;
        long now = now();
        for (AvatarName name : List.copyOf(friends.keySet())) {
            Friend friend = friends.get(name);
            if (friend != null && friend.until - now <= 0) {
                found(name);
            }
        }
        if (!friends.isEmpty()) {
            AvatarName name = friends.keySet().iterator().next();
            Friend friend = friends.remove(name);
            friends.put(name, friend);
            friend.withdraw();
            friend.question = face.expressInterest(
                    Interest.builder(name.path().append("position"))
                            .mustBeFresh()
                            .lifetime(times.positionTimeout())
                            .hopLimit(PositionReader.MAX_HOPS)
                            .build(),
                    (data, from) -> answered(name),
                    () -> {});
        }
        schedule();
    }

    private void answered(AvatarName name) {
        if (friends.containsKey(name)) {
            List<AvatarName> all = new ArrayList<>(friends.keySet());
            all.remove(name);
            all.add(0, name);
            returned.accept(all);
        }
    }

    void close() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        List.copyOf(friends.keySet()).forEach(this::found);
    }

    private static final class Friend {
        private final long until;
        private final Runnable onWay = new Runnable() {
            @Override
            public void run() {
                // It is asked in its turn.
            }
        };

        private @Nullable Runnable question;

        Friend(long until) {
            this.until = until;
        }

        void withdraw() {
            if (question != null) {
                question.run();
                question = null;
            }
        }
    }
}
