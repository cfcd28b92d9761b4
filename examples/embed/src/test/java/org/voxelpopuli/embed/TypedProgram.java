package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A process that runs an example which tells its address and then obeys what is typed. */
final class TypedProgram implements AutoCloseable {
    private static final String HELLO = "this node is ";

    private final Process process;
    private final BufferedReader output;
    private final PrintStream input;
    private final String hello;

    TypedProgram(Example example, String... bootstrap) throws Exception {
        process = example.process(bootstrap).start();
        output = process.inputReader(StandardCharsets.UTF_8);
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        String line = nextLine();
        assertThat(line).startsWith(HELLO);
        hello = line.substring(HELLO.length());
    }

    String address() {
        return hello.split(",", 2)[0];
    }

    /** Its address and, with some programs, how joining goes. */
    String hello() {
        return hello;
    }

    void types(String command) {
        input.println(command);
    }

    /** The answer to a command. */
    String says(String command) throws Exception {
        types(command);
        return nextLine();
    }

    /** The next line of its output. */
    String nextLine() throws Exception {
        String line = CompletableFuture.supplyAsync(() -> {
                    try {
                        return output.readLine();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(60, TimeUnit.SECONDS);
        assertThat(line).as("the program goes on").isNotNull();
        return line;
    }

    int endsAtEndOfInput() throws InterruptedException {
        input.close();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
