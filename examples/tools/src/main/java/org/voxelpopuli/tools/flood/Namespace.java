package org.voxelpopuli.tools.flood;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.tools.console.ToolException;

/** A network namespace of Linux in which every address of {@value #SUBNET} is this machine's. Ends with its {@link #close}. */
public final class Namespace implements AutoCloseable {
    /** All its addresses. */
    public static final String SUBNET = "10.99.0.0/16";

    private final String name = "voxelpopuli-" + ProcessHandle.current().pid();

    private Namespace() {}

    /**
     * Makes one.
     *
     * @throws ToolException if that is not possible here; the message says what is needed
     */
    public static Namespace open() {
        Namespace namespace = new Namespace();
        run("ip", "netns", "add", namespace.name);
        try {
            run(namespace.inside("ip", "link", "set", "lo", "up").toArray(String[]::new));
            run(namespace
                    .inside("ip", "route", "add", "local", SUBNET, "dev", "lo")
                    .toArray(String[]::new));
        } catch (ToolException e) {
            namespace.close();
            throw e;
        }
        return namespace;
    }

    /** A command that runs in it. */
    public List<String> inside(String... command) {
        List<String> whole = new ArrayList<>(List.of("ip", "netns", "exec", name));
        whole.addAll(List.of(command));
        return whole;
    }

    private static void run(String... command) {
        String problem;
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() == 0) {
                return;
            }
            problem = output.strip();
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
        throw new ToolException("Cannot make a network namespace: '" + String.join(" ", command) + "' says: " + problem
                + ". This measurement needs Linux, iproute2 (on Debian: sudo apt-get install iproute2) and root.");
    }

    @Override
    public void close() {
        run("ip", "netns", "delete", name);
    }
}
