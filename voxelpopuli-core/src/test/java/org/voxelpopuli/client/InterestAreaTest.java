package org.voxelpopuli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.Position;

class InterestAreaTest {
    private final InterestArea area = new InterestArea(2, 1);
    private final ChunkPos centre = new ChunkPos(-1, 0, 5);

    @Test
    void theNearestComeFirst() {
        List<ChunkPos> wanted = area.wanted(centre);
        assertThat(wanted).hasSize(5 * 3 * 5).doesNotHaveDuplicates().first().isEqualTo(centre);
        assertThat(wanted).isSortedAccordingTo(InterestArea.nearestFirst(centre));
        assertThat(wanted.subList(1, 7))
                .allMatch(c -> Math.abs(c.x() + 1) + Math.abs(c.y()) + Math.abs(c.z() - 5) == 1);
    }

    @Test
    void whatIsLoadedStaysForOneChunkMore() {
        assertThat(area.keeps(centre, new ChunkPos(-4, 2, 8))).isTrue();
        assertThat(area.keeps(centre, new ChunkPos(-5, 0, 5))).isFalse();
        assertThat(area.keeps(centre, new ChunkPos(-1, 3, 5))).isFalse();
        assertThat(area.keeps(centre, new ChunkPos(-1, 0, 9))).isFalse();
    }

    @Test
    void theWorldEndsAtItsEdge() {
        ChunkPos corner = new ChunkPos(ChunkPos.MAX, ChunkPos.MIN, ChunkPos.MAX);
        assertThat(area.wanted(corner)).hasSize(3 * 2 * 3);
    }

    @Test
    void whoCrossesABorderChangesAtOnceAndWhoTremblesChangesOnce() {
        Residence residence = new Residence(new Position(31.999, 10, 16));
        assertThat(residence.moved(new Position(32, 10, 16))).isTrue();
        assertThat(residence.chunk()).isEqualTo(new ChunkPos(1, 0, 0));
        for (int i = 0; i < 10; i++) {
            assertThat(residence.moved(new Position(31.5, 10, 16))).isFalse();
            assertThat(residence.moved(new Position(32.5, 10, 16))).isFalse();
        }
        // One block away from every border, it is at home there, and the next crossing counts at once again.
        assertThat(residence.moved(new Position(33, 10, 16))).isFalse();
        assertThat(residence.moved(new Position(31.999, 10, 16))).isTrue();
    }

    @Test
    void whoTurnsBackForGoodChangesBack() {
        Residence residence = new Residence(new Position(31, 10, 16));
        assertThat(residence.moved(new Position(32.2, 10, 16))).isTrue();
        assertThat(residence.moved(new Position(31, 10, 16))).isTrue();
        assertThat(residence.chunk()).isEqualTo(new ChunkPos(0, 0, 0));
    }

    @Test
    void tremblingAroundACornerChangesAtMostOnce() {
        for (long seed = 1; seed <= 100; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Residence residence = new Residence(new Position(-0.2, -0.2, -0.2));
            int changes = 0;
            for (int i = 0; i < 1_000; i++) {
                Position near = new Position(
                        random.nextDouble(-0.9, 0.9), random.nextDouble(-0.9, 0.9), random.nextDouble(-0.9, 0.9));
                changes += residence.moved(near) ? 1 : 0;
            }
            assertThat(changes).as("seed %d", seed).isEqualTo(1);
        }
    }

    @Test
    void wherverThePlayerGoesTheResidenceIsAtMostABlockAway() {
        SplittableRandom random = new SplittableRandom(4);
        Residence residence = new Residence(Position.SPAWN);
        for (int i = 0; i < 100_000; i++) {
            Position next = new Position(
                    random.nextDouble(-100, 100), random.nextDouble(-100, 100), random.nextDouble(-100, 100));
            residence.moved(next);
            ChunkPos home = residence.chunk();
            List<Double> outside = new ArrayList<>();
            outside.add(home.x() * 32 - next.x());
            outside.add(next.x() - home.x() * 32 - 32);
            outside.add(home.y() * 32 - next.y());
            outside.add(next.y() - home.y() * 32 - 32);
            outside.add(home.z() * 32 - next.z());
            outside.add(next.z() - home.z() * 32 - 32);
            assertThat(outside.stream().max(Double::compare))
                    .hasValueSatisfying(d -> assertThat(d).isLessThan(1));
        }
    }

    @Test
    void pausesGrowToTheLongestAndBeginAnew() {
        Backoff backoff = new Backoff(Duration.ofMillis(200), Duration.ofSeconds(10));
        SplittableRandom random = new SplittableRandom(1);
        assertThat(backoff.nextNanos(random)).isBetween(100_000_000L, 200_000_000L);
        assertThat(backoff.nextNanos(random)).isBetween(200_000_000L, 400_000_000L);
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.nextNanos(random)).isBetween(200_000_000L, 10_000_000_000L);
        }
        assertThat(backoff.nextNanos(random)).isGreaterThanOrEqualTo(5_000_000_000L);
        backoff.reset();
        assertThat(backoff.nextNanos(random)).isLessThanOrEqualTo(200_000_000L);
    }
}
