package org.voxelpopuli.tools.measure;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.voxelpopuli.tools.console.Ranges;
import org.voxelpopuli.tools.console.StopSignal;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.tools.dht.ServedNode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The other side of {@link RpcCommand}, which starts it. */
@Command(
        name = "rpc-server",
        hidden = true,
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = "Serves ./vp measure rpc, which starts it, until it is stopped.")
final class RpcServerCommand implements Callable<Integer> {
    /** What it prints once it can be asked begins so. */
    static final String READY = "Ready, with ";

    private static final Duration LONGEST = Duration.ofHours(1);

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--port", required = true, description = "UDP port, 1..65535.")
    private int port;

    @Option(names = "--k", required = true, description = "Size of an answer, 1..64.")
    private int k;

    @Option(names = "--nodes", required = true, description = "Nodes around the one that is asked, 1..1000.")
    private int nodes;

    @Override
    public Integer call() {
        Ranges.require(spec, "--port", port, 1, 65_535);
        Ranges.require(spec, "--k", k, 1, 64);
        Ranges.require(spec, "--nodes", nodes, 1, 1_000);
        PrintWriter out = spec.commandLine().getOut();
        try (StopSignal stop = StopSignal.install();
                ServedNode served = new ServedNode(port, k, nodes)) {
            out.println(READY + served.contacts() + " contacts");
            out.flush();
            stop.await(LONGEST);
        }
        return 0;
    }
}
