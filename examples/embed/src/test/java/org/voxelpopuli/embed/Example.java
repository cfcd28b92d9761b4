package org.voxelpopuli.embed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An example program: how it is run in a process of its own, and which of its lines the documentation shows. */
final class Example {
    private final Class<?> program;

    Example(Class<?> program) {
        this.program = program;
    }

    ProcessBuilder process(String... arguments) {
        ProcessBuilder process = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName());
        process.command().addAll(List.of(arguments));
        // Newer JVMs warn on the error stream of native libraries; a program's answers are on its output.
        return process.redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** The lines between {@code tag} and {@code end}. */
    List<String> lines(String tag) throws IOException {
        List<String> source = source();
        int begin = indexOf(source, "// tag::" + tag);
        return source.subList(begin + 1, indexOf(source, "// end::" + tag));
    }

    private List<String> source() throws IOException {
        return Files.readAllLines(Path.of("src/main/java", program.getName().replace('.', '/') + ".java"));
    }

    /** What it imports, a line each. */
    List<String> imports() throws IOException {
        return source().stream().filter(line -> line.startsWith("import ")).toList();
    }

    private static int indexOf(List<String> lines, String marker) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().equals(marker)) {
                return i;
            }
        }
        throw new AssertionError("there is no line " + marker);
    }

    /** Indentation, and where the formatter wraps a line, are the code's and not the page's. */
    static String unwrapped(List<String> lines) {
        return String.join(" ", lines).replaceAll("\\s+", " ").strip();
    }
}
