package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;

/** Temporary folders. */
public final class Folders {
    /** Those among a user's own files that nobody has deleted yet: who stops a program does not want them. */
    private static final Set<Path> AMONG_OTHERS = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Folders::deleteTheRest, "temporary-folders"));
    }

    private Folders() {}

    /** A new folder, which the caller {@link #delete deletes}. */
    public static Path temporary(String prefix) {
        return create(Path.of(System.getProperty("java.io.tmpdir")), prefix);
    }

    /** As {@link #temporary}, in a folder of the user's; if the program is stopped before it is deleted, it goes with it. */
    public static Path temporaryIn(Path folder, String prefix) {
        Path created = create(folder, prefix);
        AMONG_OTHERS.add(created);
        return created;
    }

    private static Path create(Path folder, String prefix) {
        try {
            return Files.createTempDirectory(folder.toAbsolutePath(), prefix);
        } catch (IOException e) {
            throw new ToolException("Cannot make a temporary folder in " + folder + ": " + FileError.words(e), e);
        }
    }

    private static void deleteTheRest() {
        for (Path folder : AMONG_OTHERS) {
            try {
                delete(folder);
            } catch (ToolException e) {
                System.err.println(e.getMessage());
            }
        }
    }

    /** Deletes a folder with all that is in it. */
    public static void delete(Path folder) {
        AMONG_OTHERS.remove(folder);
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
