package org.voxelpopuli.tools.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tools.console.CommandLines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("M13 ./vp measure tangibles")
final class TangiblesCommandTest {
    private static String run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = CommandLines.of(new MeasureCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        assertThat(code).as(err.toString()).isZero();
        return out.toString();
    }

    @Test
    @DisplayName(
            "M13 differences are smaller than the same as JSON, all that is close, and Java serialization; the same seed tells the same")
    void sizes() {
        String[] arguments = {"tangibles", "--sheep", "5", "--ticks", "400", "--json"};
        String json = run(arguments);
        assertThat(run(arguments)).isEqualTo(json);
        JsonNode sizes = JsonMapper.shared().readTree(json);
        double differences = sizes.get("differences").get("perTick").asDouble();
        assertThat(differences).isPositive();
        for (String other : new String[] {"json", "fullGraph", "javaSerialization"}) {
            assertThat(sizes.get(other).get("perTick").asDouble()).as(other).isGreaterThan(differences * 2);
        }
        assertThat(run("tangibles", "--sheep", "5", "--ticks", "400"))
                .contains("differences", "JSON", "all that is close", "Java serialization");
    }

    @Test
    @DisplayName("M11 a client follows a chest and sheep over a socket")
    void watch() {
        String shown = run("tangibles", "--watch", "--frames", "4", "--sheep", "3");
        assertThat(shown)
                .contains("farmer", "chest", "1 shears, 12 apple", "sheep")
                .containsPattern("[1-9][0-9]* transmissions, [1-9][0-9]* bytes")
                .doesNotContain("not synchronised");
    }
}
