package org.voxelpopuli.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** The place of {@code ./vp p2play} in the list of commands. The script itself runs the shell, whose terminal is the script's, and which explains itself. */
@Command(
        name = "p2play",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        customSynopsis =
                "./vp p2play [--port P] [--bootstrap HOST:PORT] [--dialect cbor|p2play] [--folder DIR] [--execute 'COMMAND; COMMAND']",
        description = {
            "Shares songs, and other files, without a server: a node of the network, and a shell to it.",
            "For example: ./vp p2play --port 4000",
            "and another: ./vp p2play --port 4010 --bootstrap 127.0.0.1:4000"
        })
final class P2PlayCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        throw new ToolException("The shell is run by ./vp p2play " + String.join(" ", arguments));
    }
}
