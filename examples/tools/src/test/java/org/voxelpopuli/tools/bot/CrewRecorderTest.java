package org.voxelpopuli.tools.bot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

class CrewRecorderTest {
    private static final PlayerName ALBA = new PlayerName("Alba");
    private static final PlayerName BRUNO = new PlayerName("Bruno");

    private final AtomicLong nanos = new AtomicLong();
    private final CrewRecorder recorder = new CrewRecorder(nanos::get);

    private void pass(long millis) {
        nanos.addAndGet(millis * 1_000_000);
    }

    @Test
    void measuresAChangeUntilItsServerShowsIt() {
        CompletableFuture<Integer> shown = new CompletableFuture<>();
        recorder.change(shown);
        pass(40);
        shown.complete(1);

        assertThat(recorder.changes().count()).isEqualTo(1);
        assertThat(recorder.changes().p50()).isBetween(40.0, 40.1);
    }

    @Test
    void countsChangesThatNoServerConfirms() {
        recorder.change(CompletableFuture.failedFuture(new IllegalStateException("lost")));

        assertThat(recorder.failedChanges()).isEqualTo(1);
        assertThat(recorder.changes().count()).isZero();
    }

    @Test
    void measuresAMoveUntilAnotherSeesItAndCountsItsRepetitionsNot() {
        recorder.moved(ALBA, new Position(1, 2, 3));
        pass(30);
        recorder.sighted(BRUNO, ALBA, new Position(1, 2, 3));
        pass(3_000);
        recorder.sighted(BRUNO, ALBA, new Position(1, 2, 3));

        assertThat(recorder.moves().count()).isEqualTo(1);
        assertThat(recorder.moves().max()).isBetween(30.0, 30.1);
    }

    @Test
    void ignoresPlayersWhoAreNotOfTheCrew() {
        recorder.sighted(BRUNO, new PlayerName("stranger"), new Position(0, 0, 0));

        assertThat(recorder.moves().count()).isZero();
    }
}
