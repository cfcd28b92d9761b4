package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.voxelpopuli.runtime.FileStorage;

/** The names of one download in the folder that the user chose. Used on the writing worker alone. */
final class DownloadFolder {
    private static final int MAX_NAMES = 1_000;

    private final FileStorage files;
    private final Path folder;
    private final String name;

    /**
     * Nothing is looked at yet.
     *
     * @param name of the file, see {@link FileNames}
     */
    DownloadFolder(FileStorage files, Path folder, String name) {
        this.files = files;
        this.folder = folder;
        this.name = name;
    }

    void make() throws IOException {
        files.makeFolder(folder);
    }

    /** Whether the file with this behind its name is there. */
    boolean contains(String suffix) throws IOException {
        return files.list(folder).contains(name + suffix);
    }

    /** The last line: whatever has become of the name, it is one in the folder. */
    Path child(String suffix) {
        String fileName = name + suffix;
        Path child = folder.resolve(fileName);
        if (child.getNameCount() != folder.getNameCount() + 1
                || !child.normalize().startsWith(folder.normalize())) {
            throw new IllegalArgumentException("'" + fileName + "' is no name of a file");
        }
        return child;
    }

    /** Gives a file that is whole its name, with an ending if its first bytes tell one, and with a number if that is taken. */
    Path place(Path whole) throws IOException {
        List<String> taken = files.list(folder);
        String ending = ending(whole);
        for (int number = 1; number <= MAX_NAMES; number++) {
            String suffix = (number == 1 ? "" : " (" + number + ")") + ending;
            if (!taken.contains(name + suffix)) {
                try {
                    files.rename(whole, child(suffix));
                    return child(suffix);
                } catch (FileAlreadyExistsException e) {
                    // Somebody was faster; the next name, then.
                }
            }
        }
        throw new FileAlreadyExistsException(child(ending).toString());
    }

    private String ending(Path whole) throws IOException {
        ByteBuffer beginning = ByteBuffer.allocate(FileEndings.BYTES);
        try (FileChannel file = files.open(whole, false)) {
            while (beginning.hasRemaining() && file.read(beginning, beginning.position()) > 0) {
                // Until all is read.
            }
        }
        String ending = FileEndings.of(beginning.flip());
        return name.toLowerCase(Locale.ROOT).endsWith(ending) ? "" : ending;
    }
}
