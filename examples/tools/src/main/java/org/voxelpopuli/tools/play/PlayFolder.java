package org.voxelpopuli.tools.play;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;

/** The folder in which a world is kept from one {@code ./vp play} to the next, for one of them at a time. */
final class PlayFolder implements AutoCloseable {
    private final Path path;
    private final boolean isNew;
    private final FileChannel lockFile;

    private PlayFolder(Path path, boolean isNew, FileChannel lockFile) {
        this.path = path;
        this.isNew = isNew;
        this.lockFile = lockFile;
    }

    /** @throws ToolException if it cannot be made, or is in use */
    static PlayFolder open(Path folder) {
        Path path = folder.toAbsolutePath().normalize();
        boolean isNew = !Files.exists(path.resolve("a"));
        try {
            Files.createDirectories(path);
            FileChannel lockFile =
                    FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(lockFile)) {
                return new PlayFolder(path, isNew, lockFile);
            }
            lockFile.close();
        } catch (IOException e) {
            throw new ToolException(
                    "Cannot use the folder " + path + ": " + FileError.words(e) + ". Choose another with --data.", e);
        }
        throw new ToolException(
                "Another ./vp play is using " + path + ". End it first, or choose another folder with --data.");
    }

    private static boolean tryLock(FileChannel file) throws IOException {
        try {
            FileLock lock = file.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    Path path() {
        return path;
    }

    /** Whether no world was kept here before. */
    boolean isNew() {
        return isNew;
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw new ToolException("Cannot let go of " + path + ": " + FileError.words(e), e);
        }
    }
}
