package org.voxelpopuli.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Node;

/**
 * What a stranger gets: the published modules are deployed into a folder, and a project outside the tree is built with what lies there.
 * Maven downloads into a repository of the test's own, in which everything that is not ours is a link to the usual one.
 * Once in CI: the files are the same on each Java.
 */
@Tag("once")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class PublishedArtifactsIT {
    private static final List<String> MODULES =
            List.of("voxelpopuli-core", "voxelpopuli-kademlia", "voxelpopuli-spring-boot-starter");
    private static final String VERSION = System.getProperty("voxelpopuli.version");

    @TempDir
    private static Path temp;

    private Path folder;
    private Path localRepository;

    @BeforeAll
    void deploy() throws Exception {
        folder = temp.resolve("published");
        localRepository = ownRepository(Path.of(System.getProperty("maven.localRepository")));
        Path home = Path.of(System.getProperty("voxelpopuli.home")).toRealPath();
        maven(
                home,
                "deploy",
                "--projects=" + String.join(",", MODULES),
                "-DaltDeploymentRepository=folder::" + folder.toUri(),
                "-Dmaven.install.skip=true",
                "-Dmaven.test.skip=true",
                "-Dspotless.check.skip=true");
    }

    private Path ownRepository(Path usual) throws IOException {
        Path own = Files.createDirectories(temp.resolve("repository"));
        linkChildren(usual, own, "org");
        linkChildren(usual.resolve("org"), Files.createDirectories(own.resolve("org")), "voxelpopuli");
        return own;
    }

    private static void linkChildren(Path from, Path to, String except) throws IOException {
        try (Stream<Path> children = Files.list(from)) {
            for (Path child : children.toList()) {
                if (!child.getFileName().toString().equals(except)) {
                    Files.createSymbolicLink(to.resolve(child.getFileName().toString()), child);
                }
            }
        }
    }

    @AfterAll
    void unlink() throws IOException {
        for (Path parent : List.of(localRepository, localRepository.resolve("org"))) {
            try (Stream<Path> children = Files.list(parent)) {
                for (Path link : children.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
    }

    private String maven(Path directory, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("--batch-mode", "--no-transfer-progress", "-Dmaven.repo.local=" + localRepository));
        command.addAll(List.of(arguments));
        return run(directory, command);
    }

    private String run(Path directory, List<String> command) throws Exception {
        Path output = Files.createTempFile(temp, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(12, TimeUnit.MINUTES);
        process.destroyForcibly();
        String text = Files.readString(output);
        assertThat(ended && process.exitValue() == 0)
                .as("%s\n%s", command, text)
                .isTrue();
        return text;
    }

    private Path published(String module, String ending) throws IOException {
        Path place = folder.resolve("org/voxelpopuli").resolve(module).resolve(VERSION);
        try (Stream<Path> files = Files.walk(place, FileVisitOption.FOLLOW_LINKS)) {
            String stem = module + "-" + VERSION.replace("-SNAPSHOT", "");
            return files.filter(file -> file.getFileName().toString().matches(stem + "(-[0-9.]+-[0-9]+)?" + ending))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("there is no *" + ending + " in " + place));
        }
    }

    @Test
    void eachModuleComesWithSourcesAndJavadoc() throws Exception {
        for (String module : MODULES) {
            assertThat(entries(published(module, "\\.jar"))).as(module).anyMatch(name -> name.endsWith(".class"));
            assertThat(entries(published(module, "-sources\\.jar")))
                    .as(module)
                    .anyMatch(name -> name.endsWith(".java"));
            assertThat(entries(published(module, "-javadoc\\.jar"))).as(module).contains("index.html");
        }
    }

    private static List<String> entries(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList();
        }
    }

    @Test
    void eachPomStandsAloneAndSaysWhatItIs() throws Exception {
        for (String module : MODULES) {
            Document pom = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(published(module, "\\.pom").toFile());
            assertThat(texts(pom, "parent")).as("%s needs no parent", module).isEmpty();
            assertThat(texts(pom, "name").get(0)).as(module).startsWith("VoxelPopuli");
            assertThat(texts(pom, "description").get(0)).as(module).isNotBlank();
            assertThat(texts(pom, "license").get(0)).as(module).contains("Apache-2.0");
            assertThat(texts(pom, "scm").get(0)).as(module).contains("scm:git:");
            assertThat(texts(pom, "developer")).as(module).isNotEmpty();
        }
    }

    /** The texts of the project's own elements of that name, or of the elements in its lists. */
    private static List<String> texts(Document pom, String name) {
        List<String> texts = new ArrayList<>();
        for (Node child = pom.getDocumentElement().getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeName().equals(name) || child.getNodeName().equals(name + "s")) {
                texts.add(child.getTextContent().strip());
            }
        }
        return texts;
    }

    @Test
    void aProjectOutsideTheTreeBuildsAndRunsWithKademliaAlone() throws Exception {
        String classPath = build("consumer");
        assertThat(classPath).contains("voxelpopuli-kademlia").doesNotContain("spring", "sqlite", "native-epoll");
        assertThat(java(classPath, "consumer.Consumer", freePort(), freePort()))
                .contains("state: JOINED", "holders: 2", "found: hello");
    }

    @Test
    void aSpringBootApplicationWithBootsOwnVersionsBuildsAndRuns() throws Exception {
        String classPath = build("boot-consumer");
        assertThat(classPath).contains("voxelpopuli-spring-boot-starter").doesNotContain("native-epoll");
        assertThat(java(
                        classPath,
                        "consumer.Game",
                        "--voxelpopuli.port=0",
                        "--voxelpopuli.data=" + temp.resolve("boot-world"),
                        "--logging.level.org.voxelpopuli=info"))
                .contains("block: 1")
                .as("that there is no epoll is nothing to tell")
                .doesNotContainIgnoringCase("epoll");
    }

    /** Compiles one of our test projects with what is published. Answers with its class path. */
    private String build(String name) throws Exception {
        Path project = temp.resolve(name);
        copy(Path.of("src/test/resources", name), project);
        maven(
                project,
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + project.resolve("classpath.txt"),
                "-Dpublished=" + folder.toUri(),
                "-Dvoxelpopuli.version=" + VERSION,
                "-Dspring-boot.version=" + System.getProperty("spring-boot.version"));
        return project.resolve("target/classes")
                + File.pathSeparator
                + Files.readString(project.resolve("classpath.txt")).strip();
    }

    /** What the program printed before it ended. */
    private String java(String classPath, String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        return run(temp, command);
    }

    private static String freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0)) {
            return Integer.toString(socket.getLocalPort());
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
