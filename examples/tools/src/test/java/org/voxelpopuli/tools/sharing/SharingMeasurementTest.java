package org.voxelpopuli.tools.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.tools.simulation.SharingRow;

@DisplayName("What sharing files costs, in virtual time")
class SharingMeasurementTest {
    private static final int NODES = 40;
    private static final int FILES = 8;
    private static final int PROVIDERS = 2;
    private static final int K = 8;

    private final List<Long> steps = new ArrayList<>();

    private Map<String, SharingRow> measure(long seed) {
        SharingKind kind = new SharingKind(TableLayout.FOUR_IN_FIVE, K, 5_000);
        SharingMeasurement measurement =
                new SharingMeasurement(kind, FILES, PROVIDERS, 0.3, seed, (done, news) -> steps.add(done));
        return measurement.measure(new SimulatedSharing(kind, seed), NODES).stream()
                .collect(Collectors.toMap(SharingRow::operation, Function.identity()));
    }

    @Test
    @DisplayName(
            "P7 time and calls of joining, uploading and downloading are measured, also while 30 % of the nodes are dead")
    void eachOperationIsMeasured() {
        Map<String, SharingRow> rows = measure(3);
        SharingRow join = rows.get(SharingRow.JOIN);
        assertThat(join.done()).isEqualTo(10);
        assertThat(join.findNodeP50()).isPositive();
        assertThat(join.findValue()).isZero();

        SharingRow upload = rows.get(SharingRow.UPLOAD);
        assertThat(upload.done()).isEqualTo(upload.operations()).isEqualTo(FILES);
        assertThat(upload.findNodeP50()).as("a lookup of the k closest").isGreaterThanOrEqualTo(K - 1);
        assertThat(upload.findValueP99()).as("each of them is asked").isBetween(K - 1.0, (double) K);
        assertThat(upload.storeP99()).as("and told").isBetween(K - 1.0, (double) K);

        SharingRow download = rows.get(SharingRow.DOWNLOAD);
        assertThat(download.done()).isEqualTo(download.operations()).isEqualTo(FILES * (PROVIDERS - 1));
        assertThat(download.finds()).as("fewer than an upload").isLessThan(upload.finds());
        assertThat(download.millisP50()).isPositive().isLessThanOrEqualTo(download.millisP99());

        SharingRow late = rows.get(SharingRow.DOWNLOAD + SharingRow.AFTER_DEATHS);
        assertThat(late.operations() + late.lost()).isEqualTo(FILES);
        assertThat(late.done()).as("of what is left, everything is found").isEqualTo(late.operations());
        assertThat(rows.get(SharingRow.PROVIDE + SharingRow.AFTER_DEATHS).done())
                .isEqualTo(late.done());

        assertThat(steps).isSorted().last().isEqualTo(SharingMeasurement.steps(NODES, FILES, PROVIDERS));
    }

    @Test
    @DisplayName("P7 the same seed gives the same numbers, another gives others")
    void theSameSeedGivesTheSame() {
        assertThat(measure(5)).isEqualTo(measure(5)).isNotEqualTo(measure(6));
    }
}
