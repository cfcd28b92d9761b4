package org.voxelpopuli.node;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What may stand behind the name of the program. Spring Boot skips what it does not understand, and its user waits for an effect. */
final class CommandLine {
    static final String USAGE = """
            Runs one node of a VoxelPopuli world. Takes properties, each as --name=value, such as
              --voxelpopuli.port=4000                 UDP port of the DHT; the game port (TCP) is one higher
              --voxelpopuli.bootstrap=127.0.0.1:4000  a node to join the network through
              --voxelpopuli.data=./a                  folder of the store
              --server.port=8080                      port of the web server for those who look inside
            docs/configuration.md lists them all.""";

    /** Spring Boot's own switches; the names of all other properties have a dot. */
    private static final List<String> SWITCHES = List.of("debug", "trace");

    private CommandLine() {}

    static boolean asksForHelp(String[] args) {
        return Arrays.stream(args).anyMatch(arg -> arg.equals("--help") || arg.equals("-h"));
    }

    /** What is wrong with the first argument that would have no effect; empty if there is none. */
    static Optional<String> complaint(String[] args) {
        return Arrays.stream(args)
                .filter(arg -> !isProperty(arg))
                .findFirst()
                .map(arg -> "'" + arg + "' is not understood; allowed are properties, each as --name=value, such as "
                        + "--voxelpopuli.port=4000. --help tells more.");
    }

    private static boolean isProperty(String arg) {
        String name = arg.startsWith("--") ? arg.substring(2).replaceFirst("=.*", "") : "";
        return name.indexOf('.') > 0 || SWITCHES.contains(name);
    }
}
