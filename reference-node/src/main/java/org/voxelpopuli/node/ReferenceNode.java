package org.voxelpopuli.node;

import java.util.Optional;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Runs one node of a VoxelPopuli world, with a web server for those who look inside.
 *
 * <pre>{@code
 * java -jar reference-node.jar --voxelpopuli.port=4000 --server.port=8080 --voxelpopuli.data=./a
 * }</pre>
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(WhereToLook.class)
public final class ReferenceNode {
    private ReferenceNode() {}

    /**
     * Starts the node; it ends with the process. A node that cannot be started ends the process with a code that is not 0.
     *
     * @param args properties, each as {@code --name=value}
     */
    public static void main(String[] args) {
        if (CommandLine.asksForHelp(args)) {
            System.out.println(CommandLine.USAGE);
            return;
        }
        Optional<String> complaint = CommandLine.complaint(args);
        if (complaint.isPresent()) {
            System.err.println(complaint.get());
            System.exit(2);
        }
        SpringApplication.run(ReferenceNode.class, args);
    }
}
