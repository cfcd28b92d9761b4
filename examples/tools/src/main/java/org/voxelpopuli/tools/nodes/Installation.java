package org.voxelpopuli.tools.nodes;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.tools.console.ToolException;

/**
 * Where the built jars are.
 *
 * @param home the root of the source tree
 */
public record Installation(Path home) {
    /** The property with which {@code ./vp} tells the root of the source tree. */
    public static final String HOME_PROPERTY = "voxelpopuli.home";

    /** The installation that {@code ./vp} belongs to, else the working folder. */
    public static Installation find() {
        return new Installation(
                Path.of(System.getProperty(HOME_PROPERTY, ".")).toAbsolutePath().normalize());
    }

    /** The runnable jar of a node. */
    public Path referenceNode() {
        return theJar(home.resolve("reference-node/target"), "reference-node-*.jar");
    }

    /** The runnable jar of the Spring Boot application with nothing in it. */
    public Path bareBoot() {
        return theJar(home.resolve("examples/bare-boot/target"), "bare-boot-*.jar");
    }

    /** The runnable jar of these tools. */
    public Path tools() {
        return theJar(home.resolve("examples/tools/target"), "tools.jar");
    }

    /** The agent that ends a child with its parent. */
    public Path parentWatch() {
        return theJar(home.resolve("examples/tools/target"), "tools-parent-watch.jar");
    }

    /** The java program that runs us. */
    public static Path java() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    private static Path theJar(Path folder, String pattern) {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, pattern)) {
                jars.forEach(found::add);
            } catch (IOException e) {
                throw new ToolException("Cannot read " + folder + ": " + FileError.words(e), e);
            }
        }
        if (found.isEmpty()) {
            throw new ToolException("There is no " + pattern + " in " + folder + ". Run ./vp, which builds it.");
        }
        return Collections.min(found);
    }
}
