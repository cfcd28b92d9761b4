package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The example of sharing files")
class ShareFilesTest {
    private static final Example EXAMPLE = new Example(ShareFiles.class);

    @Test
    @DisplayName("P3 what one process puts another one gets, and is told how far it is")
    void whatOneProcessPutsAnotherOneGets(@TempDir Path folder) throws Exception {
        Path song = Files.write(folder.resolve("song"), new byte[700_001]);
        try (TypedProgram first = new TypedProgram(EXAMPLE);
                TypedProgram second = new TypedProgram(EXAMPLE, first.address())) {
            assertThat(first.says("put,Imagine,John Lennon," + song)).isEqualTo("version 1");
            assertThat(first.says("put,Imagine,John Lennon," + folder.resolve("none")))
                    .endsWith("none cannot be read: it does not exist");
            assertThat(first.says("fetch")).startsWith("write 'put");
            List<String> told = new ArrayList<>();
            String line = second.says("get,Imagine,John Lennon," + folder.resolve("got"));
            while (line.startsWith("Imagine - ")) {
                told.add(line);
                line = second.nextLine();
            }
            Path got = folder.resolve("got/Imagine - John Lennon");
            assertThat(line).isEqualTo("it is in " + got);
            assertThat(told).last().isEqualTo("Imagine - John Lennon: 700001 of 700001 bytes");
            assertThat(Files.mismatch(song, got)).isEqualTo(-1);
            assertThat(second.endsAtEndOfInput()).isZero();
            assertThat(first.endsAtEndOfInput()).isZero();
        }
    }

    @Test
    void thePageShowsTheSameLines() throws IOException {
        List<String> lines = EXAMPLE.lines("share");
        assertThat(lines).hasSizeLessThanOrEqualTo(45);
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../docs/content.md"))))
                .contains(Example.unwrapped(lines));
    }
}
