package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.world.PlayerName;

/** The public API from many threads at once, on sockets. */
@Tag("once")
@DisplayName("N13 Presence is thread-safe")
@Timeout(120)
class ManyThreadsTest {
    private static final int THREADS = 16;
    private static final int CALLS = 300;

    private final long seed = Long.getLong("voxelpopuli.seed", 1);
    private final NodeEnvironment environment = NettyEnvironment.create();
    private final Map<Name, Set<InetSocketAddress>> announced = new ConcurrentHashMap<>();
    private final Queue<CompletableFuture<?>> futures = new ConcurrentLinkedQueue<>();
    private final Queue<Avatar> joined = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final List<Presence> all = new ArrayList<>();

    ManyThreadsTest() {
        System.out.println("Seed " + seed);
        for (int i = 0; i < 3; i++) {
            all.add(Presence.start(
                            environment,
                            Ed25519.generate(0),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                            this::routes,
                            PresenceSettings.DEFAULT)
                    .join());
        }
    }

    @AfterEach
    void close() {
        environment.close();
    }

    private Routes routes(InetSocketAddress bound) {
        return new Routes() {
            @Override
            public void announce(Name prefix) {
                announced
                        .computeIfAbsent(prefix, each -> ConcurrentHashMap.newKeySet())
                        .add(bound);
            }

            @Override
            public void withdraw(Name prefix) {
                announced.getOrDefault(prefix, Set.of()).remove(bound);
            }

            @Override
            public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
                return CompletableFuture.completedFuture(List.copyOf(announced.getOrDefault(prefix, Set.of())));
            }
        };
    }

    /** Calls back whatever can be called, and now and then blocks, which it must not. */
    private final class Meddler implements PresenceListener {
        private final Presence presence;
        private final Random random;

        Meddler(Presence presence, long number) {
            this.presence = presence;
            this.random = new Random(seed + number);
        }

        @Override
        public void appeared(Neighbour neighbour) {
            meddle();
        }

        @Override
        public void moved(Neighbour neighbour) {
            meddle();
        }

        @Override
        public void left(Neighbour neighbour) {
            meddle();
        }

        private void meddle() {
            Avatar avatar = joined.poll();
            switch (random.nextInt(200)) {
                case 0 -> futures.add(presence.status());
                case 1 -> join(presence, random);
                case 2, 3 -> leave(avatar);
                case 4 -> block();
                default -> keep(avatar);
            }
        }

        private void block() {
            try {
                assertThat(new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS))
                        .isFalse();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void keep(Avatar avatar) {
        if (avatar != null) {
            joined.add(avatar);
        }
    }

    private void leave(Avatar avatar) {
        if (avatar != null) {
            futures.add(avatar.leave());
        }
    }

    private void join(Presence presence, Random random) {
        CompletableFuture<Avatar> joining = presence.join(
                new PlayerName("a" + random.nextInt(20)), place(random), new Meddler(presence, random.nextLong()));
        futures.add(joining);
        var unused = joining.thenAccept(joined::add);
    }

    private static Point place(Random random) {
        return new Point(10_000 + random.nextInt(2_000), 10_000, 10_000 + random.nextInt(50));
    }

    private void call(Random random) {
        Presence presence = all.get(random.nextInt(all.size()));
        Avatar avatar = joined.poll();
        int what = random.nextInt(12);
        if (avatar == null || what < 2) {
            join(presence, random);
        } else if (what == 2) {
            leave(avatar);
            return;
        } else if (what == 3) {
            futures.add(presence.status());
        } else if (what == 4) {
            futures.add(presence.trace(avatar.name().path().append("position")));
        } else if (what < 7) {
            avatar.act(new byte[random.nextInt(20)]);
        } else if (what < 9) {
            assertThat(avatar.neighbours()).hasSizeLessThanOrEqualTo(20);
        } else {
            avatar.moveTo(place(random));
        }
        keep(avatar);
    }

    @Test
    @DisplayName(
            "N13 16 threads call all there is, listeners call back, leave and block, and one presence is closed meanwhile: every call is answered, and all goes on")
    void threads() throws Exception {
        CountDownLatch half = new CountDownLatch(THREADS * CALLS / 2);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed * THREADS + i);
            Thread thread = new Thread(() -> {
                try {
                    for (int call = 0; call < CALLS; call++) {
                        call(random);
                        half.countDown();
                    }
                } catch (RuntimeException | Error e) {
                    thrown.add(e);
                }
            });
            threads.add(thread);
            thread.start();
        }
        half.await();
        futures.add(all.get(2).stop());
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(thrown).isEmpty();
        // They go on calling back: until nothing new has come, and all are answered.
        for (CompletableFuture<?> future = futures.poll(); future != null; future = futures.poll()) {
            try {
                future.get(60, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageMatching(
                                "presence is closed|this node already has an avatar named .*|16 names are being traced.*");
            }
        }
        assertThat(all.get(0).status().get(60, TimeUnit.SECONDS).avatars()).hasSizeLessThanOrEqualTo(20);
        for (Presence each : all) {
            each.stop().get(60, TimeUnit.SECONDS);
        }
        for (Avatar avatar : joined) {
            avatar.leave().get(60, TimeUnit.SECONDS);
            assertThat(avatar.neighbours()).isEmpty();
        }
        assertThat(announced.values()).allMatch(Set::isEmpty);
    }
}
