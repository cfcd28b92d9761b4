package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The example of who is near")
class WhoIsNearTest {
    private static final Example EXAMPLE = new Example(WhoIsNear.class);

    @Test
    @DisplayName("N13 two processes that share nothing but a network see each other come, act and go")
    void twoProcessesSeeEachOther() throws Exception {
        try (TypedProgram anna = new TypedProgram(EXAMPLE, "anna");
                TypedProgram bert = new TypedProgram(EXAMPLE, "bert", anna.address())) {
            assertThat(anna.nextLine()).isEqualTo("bert appeared at Point[x=1000.0, y=64.0, z=1000.0]");
            assertThat(bert.nextLine()).isEqualTo("anna appeared at Point[x=1000.0, y=64.0, z=1000.0]");
            assertThat(bert.says("go,30000,64,1000")).isEqualTo("anna went away");
            assertThat(anna.nextLine()).isEqualTo("bert went away");
            assertThat(bert.says("go,1010,64,1000")).startsWith("anna appeared");
            assertThat(anna.nextLine()).isEqualTo("bert appeared at Point[x=1010.0, y=64.0, z=1000.0]");
            bert.types("wave");
            assertThat(anna.nextLine()).isEqualTo("bert did wave");
            assertThat(bert.endsAtEndOfInput()).isZero();
            assertThat(anna.nextLine()).isEqualTo("bert went away");
            assertThat(anna.endsAtEndOfInput()).isZero();
        }
    }

    @Test
    void thePageShowsTheSameLines() throws IOException {
        List<String> lines = EXAMPLE.lines("near");
        assertThat(lines).hasSizeLessThanOrEqualTo(60);
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../docs/presence.md"))))
                .contains(Example.unwrapped(lines));
    }
}
