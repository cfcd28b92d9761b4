package org.voxelpopuli.runtime.netty;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.voxelpopuli.runtime.FileStorage;

/** The files of this machine. */
final class LocalFiles implements FileStorage {
    static final LocalFiles INSTANCE = new LocalFiles();

    private LocalFiles() {}

    @Override
    public FileChannel open(Path file, boolean writable) throws IOException {
        return writable
                ? FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)
                : FileChannel.open(file, StandardOpenOption.READ);
    }

    @Override
    public List<String> list(Path folder) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
            }
        }
        Collections.sort(names);
        return names;
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        // createDirectories alone refuses a link to a folder.
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder);
        }
    }

    @Override
    public void rename(Path file, Path to) throws IOException {
        try {
            // A move replaces, or looks first and moves then; a second name does neither.
            Files.createLink(to, file);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            // Some file systems know no second names.
            if (Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(to.toString());
            }
            Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
            forceNames(to);
            return;
        }
        Files.delete(file);
        forceNames(to);
    }

    /** A name outlives the loss of power, too, where folders can be forced; Windows keeps names by itself. */
    private static void forceNames(Path file) {
        try (FileChannel folder =
                FileChannel.open(file.toAbsolutePath().normalize().resolveSibling(""), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // There is nothing else that could be done.
        }
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }
}
