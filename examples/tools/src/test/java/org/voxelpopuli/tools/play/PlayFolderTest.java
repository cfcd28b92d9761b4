package org.voxelpopuli.tools.play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.tools.console.ToolException;

class PlayFolderTest {
    @TempDir
    private Path temp;

    @Test
    void isForOneAtATime() {
        Path path = temp.resolve("world");
        try (PlayFolder folder = PlayFolder.open(path)) {
            assertThat(folder.isNew()).isTrue();
            assertThatThrownBy(() -> PlayFolder.open(path))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContainingAll(path.toString(), "--data");
        }
        PlayFolder.open(path).close();
    }

    @Test
    void whatIsNoFolderIsRefused() throws Exception {
        Path file = Files.createFile(temp.resolve("file"));
        assertThatThrownBy(() -> PlayFolder.open(file))
                .isInstanceOf(ToolException.class)
                .hasMessageContainingAll(file + " is there already, and is no folder", "--data");
    }
}
