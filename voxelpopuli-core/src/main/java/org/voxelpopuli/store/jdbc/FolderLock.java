package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.voxelpopuli.store.StoreException;

/**
 * Keeps a second node out of a data folder. The lock is the operating system's on {@code node.lock}, so it ends with its process however
 * that ends; the file stays and holds the process id for people.
 */
final class FolderLock implements AutoCloseable {
    private static final String FILE = "node.lock";
    /** Away from the text, since some systems forbid others to read what is locked. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    /**
     * Folders locked by this process. POSIX drops all locks of a process on a file when any of its descriptors is closed, so a second try
     * from the same process must not even open the file.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** @throws StoreException if another live process, or another store of this one, has the folder */
    static FolderLock take(Path folder) throws IOException {
        Path real = folder.toRealPath();
        if (!HELD.add(real)) {
            throw inUse(real, ProcessHandle.current().pid() + ", this process");
        }
        FileChannel channel = null;
        try {
            Path file = real.resolve(FILE);
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock == null) {
                throw inUse(real, Files.readString(file).trim());
            }
            byte[] pid = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
            channel.truncate(0).write(ByteBuffer.wrap(pid));
            return new FolderLock(real, channel);
        } catch (IOException | RuntimeException e) {
            HELD.remove(real);
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    private static StoreException inUse(Path folder, String pid) {
        return new StoreException(
                "the data folder " + folder + " is in use by another node (process " + pid
                        + "). Stop that one, or give this one a folder of its own",
                null);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        HELD.remove(folder);
    }
}
