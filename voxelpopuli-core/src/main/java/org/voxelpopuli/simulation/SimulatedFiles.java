package org.voxelpopuli.simulation;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.FileStorage;

/**
 * The files of the hosts of one name, in memory, under faults. They outlive a host; when one crashes, each write that was not forced is there or not, as chance has it. Names
 * count at once. Nothing takes virtual time. Folders need not be made, unless a fault forbids to write.
 *
 * <pre>{@code
 * host.files().add(new DiskFault.Full());
 * }</pre>
 */
public final class SimulatedFiles implements FileStorage {
    private final RandomGenerator random;
    private final TreeMap<Path, SimulatedFile> files = new TreeMap<>();
    private final List<DiskFault> faults = new ArrayList<>();

    SimulatedFiles(RandomGenerator random) {
        this.random = random;
    }

    /** Something is wrong from now on. */
    public void add(DiskFault fault) {
        faults.add(fault);
    }

    /** It is right again; does nothing if the fault is not there. */
    public void remove(DiskFault fault) {
        faults.remove(fault);
    }

    /** Makes a file with this content, or replaces it; durable. */
    public void put(Path file, byte[] content) {
        files.put(file, new SimulatedFile(content));
    }

    /**
     * What is in a file.
     *
     * @throws FileNotFoundException if there is none
     */
    public byte[] get(Path file) throws FileNotFoundException {
        return Optional.ofNullable(files.get(file))
                .orElseThrow(() -> new FileNotFoundException(file.toString()))
                .toByteArray();
    }

    @Override
    public FileChannel open(Path file, boolean writable) throws IOException {
        SimulatedFile found = files.get(file);
        if (found == null && !writable) {
            throw new NoSuchFileException(file.toString());
        }
        if (writable) {
            requireWritable(file);
        }
        return new SimulatedFileChannel(
                this, file, writable, files.computeIfAbsent(file, f -> new SimulatedFile(new byte[0])));
    }

    @Override
    public List<String> list(Path folder) {
        return files.keySet().stream()
                .filter(file -> folder.equals(file.getParent()))
                .map(file -> String.valueOf(file.getFileName()))
                .sorted()
                .toList();
    }

    @Override
    public void makeFolder(Path folder) throws IOException {
        requireWritable(folder);
    }

    @Override
    public void rename(Path file, Path to) throws IOException {
        requireWritable(file);
        if (files.containsKey(to)) {
            throw new FileAlreadyExistsException(to.toString());
        }
        @Nullable SimulatedFile found = files.remove(file);
        if (found == null) {
            throw new NoSuchFileException(file.toString());
        }
        files.put(to, found);
    }

    @Override
    public void delete(Path file) throws IOException {
        requireWritable(file);
        files.remove(file);
    }

    void requireWritable(Path file) throws FileSystemException {
        require(file, fault -> fault.commitError(random));
    }

    void requireReadable(Path file) throws FileSystemException {
        require(file, fault -> fault.readError(random));
    }

    private void require(Path file, Function<DiskFault, Optional<String>> question) throws FileSystemException {
        for (DiskFault fault : faults) {
            Optional<String> error = question.apply(fault);
            if (error.isPresent()) {
                throw new FileSystemException(file.toString(), null, error.get());
            }
        }
    }

    /** The host has lost its power. */
    void crash() {
        files.values().forEach(file -> file.crash(random));
    }
}
