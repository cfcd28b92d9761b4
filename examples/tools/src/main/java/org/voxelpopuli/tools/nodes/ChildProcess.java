package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.voxelpopuli.tools.console.ToolException;

/** A Java program that runs as a child of this one and never outlives it. Thread-safe. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration TIME_TO_STOP = Duration.ofSeconds(12);
    private static final int LINES_OF_A_LAST_WORD = 12;
    private static final long POLL_MILLIS = 20;

    private final Process process;
    private final Path log;

    private ChildProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts {@code java <options> -jar <jar> <arguments>}.
     *
     * @param log takes what the program prints; written anew
     */
    public static ChildProcess start(
            Installation installation, List<String> options, Path jar, List<String> arguments, Path log) {
        return start(List.of(), installation, options, jar, arguments, log);
    }

    /** The same through a command that becomes the program, such as {@code ip netns exec NAME}. */
    public static ChildProcess start(
            List<String> through,
            Installation installation,
            List<String> options,
            Path jar,
            List<String> arguments,
            Path log) {
        List<String> command = new ArrayList<>(through);
        command.add(Installation.java().toString());
        command.add("-javaagent:" + installation.parentWatch());
        command.addAll(options);
        command.add("-jar");
        command.add(jar.toString());
        command.addAll(arguments);
        try {
            Files.createDirectories(log.toAbsolutePath().getParent());
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new ChildProcess(process, log);
        } catch (IOException e) {
            throw new ToolException("Cannot start " + jar.getFileName() + ": " + e.getMessage(), e);
        }
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Completes with the exit code when the process has ended. */
    public CompletableFuture<Integer> onExit() {
        return process.onExit().thenApply(Process::exitValue);
    }

    /** Where its output goes. */
    public Path log() {
        return log;
    }

    /** The last lines that it wrote. */
    public String lastWords() {
        try {
            List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES_OF_A_LAST_WORD), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until it writes a line that begins so, and gives the rest of that line.
     *
     * @throws ToolException with its last words if it ends before, or does not in time
     */
    public String awaitLine(String begin, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            Optional<String> found = lastWords()
                    .lines()
                    .filter(line -> line.startsWith(begin))
                    .map(line -> line.substring(begin.length()))
                    .findFirst();
            if (found.isPresent()) {
                return found.get();
            }
            if (!isAlive() || System.nanoTime() > deadline) {
                throw new ToolException("The node did not start:\n" + lastWords());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Asks it to end in good order. */
    public void requestStop() {
        process.destroy();
    }

    /** Ends it at once, as {@code kill -9} does, and waits until it has ended. */
    public void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks it to end in good order, waits, and after 12 s ends it by force. */
    @Override
    public void close() {
        requestStop();
        try {
            if (!process.waitFor(TIME_TO_STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
