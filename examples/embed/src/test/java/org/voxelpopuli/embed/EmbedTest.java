package org.voxelpopuli.embed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;

class EmbedTest {
    private static final Example EXAMPLE = new Example(Embed.class);
    private static final Example IN_NETWORK = new Example(EmbedInNetwork.class);

    @Test
    @DisplayName(
            "A game of ten lines starts a node, changes a block, hears of it, and finds the block again when it runs once more")
    void tenLinesAreEnough(@TempDir Path folder) throws Exception {
        assertThat(run(EXAMPLE, folder))
                .contains("has a block of type 0 at 3,30,-7")
                .contains("3,30,-7 was 0, is 1");

        assertThat(run(EXAMPLE, folder)).contains("has a block of type 1 at 3,30,-7");
    }

    @Test
    @DisplayName("With one line more the node is part of a network, and finds a block that another node serves")
    void oneLineMoreJoinsANetwork(@TempDir Path folder) throws Exception {
        DirectoryProvider network =
                KademliaDirectory.provider(KademliaSettings.builder().build());
        try (VoxelNode other = VoxelNode.builder()
                .port(0)
                .data(folder.resolve("other"))
                .directory(network)
                .start()
                .join()) {
            other.world()
                    .setBlock(new BlockPos(3, 30, -7), BlockType.STONE.id())
                    .join();
            String address = "127.0.0.1:" + other.port();

            assertThat(run(IN_NETWORK, Files.createDirectory(folder.resolve("one")), address))
                    .contains("There is a block of type 1 at 3,30,-7");
        }
    }

    @Test
    void theReadmeShowsTheSameLinesWithTheirImports() throws IOException {
        List<String> lines = EXAMPLE.lines("embed");
        assertThat(lines).hasSizeLessThanOrEqualTo(10);

        List<String> importsOfNetwork = new ArrayList<>(IN_NETWORK.imports());
        importsOfNetwork.removeAll(EXAMPLE.imports());
        assertThat(Example.unwrapped(Files.readAllLines(Path.of("../../README.md"))))
                .contains(Example.unwrapped(EXAMPLE.imports()), Example.unwrapped(lines))
                .contains(Example.unwrapped(importsOfNetwork), Example.unwrapped(IN_NETWORK.lines("network")));
    }

    @Test
    void theReadmeNamesTheVersionsThatThePomHas() throws IOException {
        String pom = Files.readString(Path.of("../../pom.xml"));
        String readme = Example.unwrapped(Files.readAllLines(Path.of("../../README.md")));
        assertThat(readme)
                .contains("<artifactId>sqlite-jdbc</artifactId> <version>" + property(pom, "sqlite-jdbc"))
                .contains("For Spring Boot " + property(pom, "spring-boot").replaceFirst("\\.\\d+$", "") + ":");
    }

    private static String property(String pom, String library) {
        Matcher version = Pattern.compile("<" + library + "\\.version>([^<]+)<").matcher(pom);
        assertThat(version.find()).as(library).isTrue();
        return version.group(1);
    }

    /** In a process of its own, so that the test sees whether it ends. */
    private static String run(Example example, Path folder, String... arguments) throws Exception {
        Path output = folder.resolve("output.txt");
        Process process = example.process(arguments)
                .directory(folder.toFile())
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as("it ends by itself; it wrote: %s", text).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }
}
