package org.voxelpopuli.tools.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.voxelpopuli.presence.Point;

@DisplayName("N12 Ways of knowing who is near, compared")
class ComparisonTest {
    private static final LookupCosts COSTS = LookupCosts.measure(10, 1);

    private static PresenceRow run(Way way, TraceKind trace, int avatars, int updates) {
        return new Comparison(way, trace, avatars, updates, 5, 1, 1).run(COSTS, part -> {});
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("N12 the same seed gives the same moves, another gives others, and nobody jumps")
    void traces(TraceKind kind) {
        assertThat(places(kind, 7)).isEqualTo(places(kind, 7)).isNotEqualTo(places(kind, 8));
        Trace trace = kind.of(20, 7);
        for (int avatar = 0; avatar < 20; avatar++) {
            Point before = trace.next(avatar);
            for (int step = 0; step < 200; step++) {
                Point now = trace.next(avatar);
                assertThat(now.distance(before))
                        .as("step %d of %s", step, kind)
                        .isLessThan(50.0 / Trace.STEPS_PER_SECOND);
                before = now;
            }
        }
    }

    private static List<Point> places(TraceKind kind, long seed) {
        Trace trace = kind.of(5, seed);
        List<Point> places = new ArrayList<>();
        for (int step = 0; step < 50; step++) {
            for (int avatar = 0; avatar < 5; avatar++) {
                places.add(trace.next(avatar));
            }
        }
        return places;
    }

    @Test
    @Tag("once")
    @DisplayName("N12 who ends a comparison early has the rows until then, in the plan's order")
    void rowsSoFar() {
        Plan plan = new Plan(EnumSet.allOf(Way.class), Set.of(TraceKind.FLOCK), 10, Set.of(Plan.SELDOM), 5, 1);
        List<List<PresenceRow>> soFar = new ArrayList<>();
        List<Long> done = new ArrayList<>();
        List<PresenceRow> rows = new PresenceMeasurement(plan, 2, (steps, news) -> done.add(steps), soFar::add).run();
        assertThat(done)
                .as("told within a run, too")
                .hasSizeGreaterThan(10 * rows.size())
                .isSorted()
                .last()
                .isEqualTo(PresenceMeasurement.steps(plan));
        assertThat(soFar).hasSameSizeAs(rows).last().isEqualTo(rows);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(soFar.get(i)).hasSize(i + 1).isSubsetOf(rows);
        }
        assertThat(rows.stream().map(PresenceRow::way))
                .containsExactlyElementsOf(
                        plan.comparisons().stream().map(Comparison::way).toList());
    }

    @Test
    @DisplayName("N12 ways that are chosen run where they run among all, and no others")
    void chosenWays() {
        Set<Way> chosen = Set.of(Way.SERVER, Way.PRESENCE, Way.NOT_LISTED, Way.THESIS);
        assertThat(plan(chosen).comparisons())
                .containsExactlyElementsOf(plan(EnumSet.allOf(Way.class)).comparisons().stream()
                        .filter(each -> chosen.contains(each.way()))
                        .toList())
                .extracting(Comparison::way)
                .containsOnly(Way.SERVER, Way.PRESENCE, Way.NOT_LISTED, Way.THESIS);
        for (Way way : Way.values()) {
            assertThat(plan(Set.of(way)).comparisons()).as("%s", way).isNotEmpty();
        }
    }

    private static Plan plan(Set<Way> ways) {
        return new Plan(ways, EnumSet.allOf(TraceKind.class), 300, Plan.UPDATES, 5, 1);
    }

    @Test
    @DisplayName("N12 an aim about which the chosen ways say nothing is told as such")
    void unjudged() {
        assertThat(Aims.unjudged(EnumSet.allOf(Way.class))).isEmpty();
        assertThat(Aims.unjudged(Set.of(Way.PRESENCE, Way.PLAIN))).isEmpty();
        assertThat(Aims.unjudged(Set.of(Way.PRESENCE)))
                .containsExactly("3 times fewer bytes than without the optimisations: --way leaves out plain");
        assertThat(Aims.unjudged(Set.of(Way.PLAIN)))
                .containsExactly("all aims, which are the presence's: --way leaves out presence");
    }

    @ParameterizedTest
    @EnumSource(names = {"PRESENCE", "SERVER", "DHT", "CHUNKS"})
    @Tag("once")
    @DisplayName("N12 each way has the avatars drawn that are near, and costs something")
    void ways(Way way) {
        PresenceRow row = run(way, TraceKind.FLOCK, 8, 25);
        assertThat(row.neighbours()).isBetween(2.0, 7.0);
        assertThat(row.drawnPercent()).as("%s", row).isBetween(75.0, 100.0);
        assertThat(row.strayPercent()).as("%s", row).isLessThan(5);
        assertThat(row.ageP50()).as("%s", row).isBetween(20.0, 100.0);
        assertThat(row.bytes()).isBetween(500.0, row.bytesMost());
        assertThat(row.mean()).isCloseTo(row.discovery() + row.positions() + row.directory(), within(0.01));
        assertThat(row.joined()).isPositive();
    }

    @Test
    @Tag("once")
    @DisplayName("N12 the same run gives the same figures, but for processor time")
    void repeatable() {
        assertThat(run(Way.PRESENCE, TraceKind.CROWD, 6, 3))
                .usingRecursiveComparison()
                .ignoringFields("cpuMicros")
                .isEqualTo(run(Way.PRESENCE, TraceKind.CROWD, 6, 3));
    }

    @Test
    @Tag("once")
    @DisplayName("N12 an aim is judged by the worst that was measured, and told with the number")
    void aims() {
        PresenceRow row = run(Way.PRESENCE, TraceKind.WAYPOINT, 10, 25);
        assertThat(Aims.judge(List.of(row))).anySatisfy(aim -> {
            assertThat(aim.toString())
                    .contains("position age p99 below 100 ms at 25/s, waypoint: at most", "10 avatars");
            assertThat(aim.met()).isEqualTo(row.ageP99() < 100);
        });
    }
}
