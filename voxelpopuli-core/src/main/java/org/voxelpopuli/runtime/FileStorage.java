package org.voxelpopuli.runtime;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * Large files of a user, as a port: what a node keeps for itself goes into its store. All methods, and those of the channels, block, so they are called on a worker
 * that may wait. Thread-safe. What is wrong is told by an {@link IOException} that names the file.
 */
public interface FileStorage {
    /**
     * Opens a file for reading, or for reading and writing at given positions, in which case it is made if it is not there. A link is not followed when writing.
     *
     * @return knows positional reads and writes, {@code size}, {@code truncate}, {@code force} and {@code close}; other methods need not be there
     */
    FileChannel open(Path file, boolean writable) throws IOException;

    /** The names of what is in a folder, sorted; none if there is no such folder. */
    List<String> list(Path folder) throws IOException;

    /** Makes a folder and those above it; does nothing if it is there. */
    void makeFolder(Path folder) throws IOException;

    /**
     * Gives a file another name in the same folder, at once or not at all.
     *
     * @throws java.nio.file.FileAlreadyExistsException if that name is taken; what has it is left alone
     */
    void rename(Path file, Path to) throws IOException;

    /** Removes a file; does nothing if it is not there. */
    void delete(Path file) throws IOException;
}
