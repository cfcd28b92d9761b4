package org.voxelpopuli.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.nodes.Installation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** The help of {@code ./vp node}. The script itself runs the node in its own place, so that signals reach it. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        customSynopsis = "./vp node [--PROPERTY=VALUE ...]",
        description = {
            "Runs one node: the reference node, with all arguments passed on.",
            "For example: ./vp node --voxelpopuli.port=4000 --server.port=8080 --voxelpopuli.data=./a",
            "and a second: ./vp node --voxelpopuli.port=4010 --server.port=8081 --voxelpopuli.data=./b"
                    + " --voxelpopuli.bootstrap=127.0.0.1:4000"
        })
final class NodeCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() {
        throw new ToolException("A node is run by ./vp node, or by: java -jar "
                + Installation.find().referenceNode() + " " + String.join(" ", arguments));
    }
}
