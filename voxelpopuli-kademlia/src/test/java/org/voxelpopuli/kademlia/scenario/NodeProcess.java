package org.voxelpopuli.kademlia.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;

/** The main class of a node in a process of its own: port, data folder, bootstrap or nothing. It obeys lines on its standard input. */
final class NodeProcess {
    private NodeProcess() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        KademliaSettings.Builder settings = KademliaSettings.builder();
        if (args.length > 2) {
            settings.bootstrap(args[2]);
        }
        try (VoxelNode node = VoxelNode.builder()
                .port(Integer.parseInt(args[0]))
                .data(Path.of(args[1]))
                .directory(KademliaDirectory.provider(settings.build()))
                .start()
                .join()) {
            node.ready().join();
            out.println("> ready");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            // The end of the input is the end of the parent: no process outlives the test.
            for (String line = in.readLine(); line != null && !line.equals("stop"); line = in.readLine()) {
                out.println("> "
                        + node.chunks().join().stream()
                                .map(chunk -> chunk.position().toString())
                                .collect(Collectors.joining(" ")));
            }
        }
        out.println("> stopped");
    }
}
