package org.voxelpopuli.tools.nodes;

import java.nio.file.Path;
import java.util.List;

/**
 * How to start a node.
 *
 * @param name for people, such as {@code A}
 * @param ports that it takes
 * @param folder for its data and its log
 * @param bootstrap UDP ports of nodes on this machine that it joins
 */
public record NodeSpec(String name, Ports ports, Path folder, List<Integer> bootstrap) {
    /** What the node and its virtual machine wrote. */
    public Path log() {
        return folder.resolve("node.log");
    }

    List<String> arguments() {
        List<String> common = List.of(
                "--voxelpopuli.port=" + ports.udp(),
                "--server.port=" + ports.http(),
                "--voxelpopuli.data=" + folder.resolve("data"));
        if (bootstrap.isEmpty()) {
            return common;
        }
        String hosts = String.join(
                ",", bootstrap.stream().map(port -> "127.0.0.1:" + port).toList());
        return List.of(common.get(0), common.get(1), common.get(2), "--voxelpopuli.bootstrap=" + hosts);
    }
}
