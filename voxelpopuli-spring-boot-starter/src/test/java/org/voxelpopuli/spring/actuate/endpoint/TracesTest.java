package org.voxelpopuli.spring.actuate.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;

final class TracesTest {
    private static final NodeId KEY = NodeId.sha1Of("a key");
    private static final LookupTrace TRACE = new LookupTrace(KEY, List.of(), List.of(), Duration.ZERO);

    private static int status(Traces traces) {
        return traces.answer(KEY, Answer::ok).getStatus();
    }

    @Test
    void fourRunAtOnceAndOneMoreIsToldToAskAgain() throws Exception {
        CountDownLatch begun = new CountDownLatch(Traces.AT_ONCE);
        CompletableFuture<Optional<LookupTrace>> end = new CompletableFuture<>();
        Traces traces = new Traces(key -> {
            begun.countDown();
            return end.join();
        });
        ExecutorService web = Executors.newFixedThreadPool(Traces.AT_ONCE);
        try {
            List<CompletableFuture<Integer>> running = IntStream.range(0, Traces.AT_ONCE)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> status(traces), web))
                    .toList();
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();

            WebEndpointResponse<Object> refused = traces.answer(KEY, Answer::ok);
            assertThat(refused.getStatus()).isEqualTo(429);
            assertThat(String.valueOf(refused.getBody())).contains("4 lookups are being traced already");

            end.complete(Optional.of(TRACE));
            for (CompletableFuture<Integer> each : running) {
                assertThat(each.get(60, TimeUnit.SECONDS)).isEqualTo(200);
            }
            assertThat(status(traces)).isEqualTo(200);
        } finally {
            web.shutdownNow();
        }
    }

    @Test
    void oneThatFailsGivesItsPlaceBack() {
        Traces traces = new Traces(key -> {
            throw new IllegalStateException("failed");
        });
        for (int i = 0; i < 2 * Traces.AT_ONCE; i++) {
            assertThat(catchThrowable(() -> status(traces))).hasMessage("failed");
        }
    }

    @Test
    void withoutADhtThereIsNothingToTrace() {
        assertThat(status(new Traces(key -> Optional.empty()))).isEqualTo(404);
    }
}
