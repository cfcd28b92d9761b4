package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;

/** Temporary folders. */
public final class Folders {
    private Folders() {}

    /** A new folder, which the caller {@link #delete deletes}. */
    public static Path temporary(String prefix) {
        try {
            return Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new ToolException("Cannot make a temporary folder: " + FileError.words(e), e);
        }
    }

    /** Deletes a folder with all that is in it. */
    public static void delete(Path folder) {
        try (Stream<Path> content = Files.walk(folder)) {
            List<Path> deepestFirst = content.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new ToolException("Cannot delete " + folder + ": " + FileError.words(e), e);
        }
    }
}
