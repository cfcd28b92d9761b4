package org.voxelpopuli.p2play;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.BootstrapAddress;
import org.voxelpopuli.kademlia.KademliaStatus;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program behind {@code ./vp p2play}. */
@CommandLine.Command(
        name = "./vp p2play",
        mixinStandardHelpOptions = true,
        versionProvider = P2Play.Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Shares songs, and other files, without a server: a node of the network, and a shell to it.",
            "For example: ./vp p2play --port 4000",
            "and another: ./vp p2play --port 4010 --bootstrap 127.0.0.1:4000"
        },
        footer = {
            "",
            "At a terminal it prompts; else it obeys the lines of its standard input, up to the first that fails. Results are on"
                    + " standard output, with tabs between fields where that is no terminal.",
            ExitCode.ALL
        })
public final class P2Play implements Callable<Integer> {
    /** Read by the configuration of the log. */
    private static final String LOG_PROPERTY = "p2play.log";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--port",
            defaultValue = "4000",
            paramLabel = "P",
            description = "UDP and TCP port, 1..65535, or 0 for any that is free. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            paramLabel = "H",
            description =
                    "Address to listen on. ${DEFAULT-VALUE}, the default, is reached from this machine alone; 0.0.0.0 is all.")
    private String host = "";

    @Option(
            names = "--advertise",
            paramLabel = "H",
            description = "Host under which others reach this node; needed with --host 0.0.0.0.")
    private @Nullable String advertise;

    @Option(
            names = "--bootstrap",
            split = ",",
            paramLabel = "HOST:PORT",
            description =
                    "Nodes to join the network through; any that runs will do. Default: none, others join through this one.")
    private List<String> bootstrap = new ArrayList<>();

    @Option(
            names = "--dialect",
            defaultValue = "cbor",
            paramLabel = "cbor|p2play",
            description =
                    "Whose network it is: cbor, the default, is ours; p2play that of the public implementation, in which nobody"
                            + " vouches for what is fetched.")
    private NetworkDialect dialect = NetworkDialect.CBOR;

    @Option(
            names = "--refuse",
            paramLabel = "FILE",
            description =
                    "Songs that this node has nothing to do with: it neither keeps nor serves them. A line each, \"Song\" \"Artist\" or"
                            + " a key of 40 hex digits; # begins a comment.")
    private @Nullable Path refuse;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Folder for the node's key, what it keeps, the history, and what it fetches. Default: ./p2play-PORT.")
    private @Nullable Path folder;

    @Option(
            names = "--execute",
            paramLabel = "'COMMAND; COMMAND'",
            description = "Obeys these instead of prompting, up to the first that fails, whose exit code it ends with.")
    private List<String> execute = new ArrayList<>();

    @Option(names = "--stay", description = "After the commands, stays in the network and serves others until Ctrl-C.")
    private boolean stay;

    private P2Play() {}

    /** Runs the shell and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new P2Play());
        line.setUsageHelpAutoWidth(true);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setParameterExceptionHandler((wrong, arguments) -> {
            PrintWriter err = wrong.getCommandLine().getErr();
            err.println(wrong.getCommandLine().getColorScheme().errorText(wrong.getMessage()));
            err.println("See: ./vp p2play --help");
            return ExitCode.USAGE.number();
        });
        return line;
    }

    @Override
    public Integer call() {
        Peer.Settings settings = settings();
        System.setProperty(LOG_PROPERTY, settings.folder().resolve("p2play.log").toString());
        boolean prompts = execute.isEmpty() && isTerminal(SystemStream.Input) && isTerminal(SystemStream.Output);
        return (prompts ? prompt(settings) : script(settings)).number();
    }

    private Peer.Settings settings() {
        if (port < 0 || port > 65_535) {
            throw wrong("--port is " + port + ", allowed is 0..65535");
        }
        try {
            List<BootstrapAddress> addresses =
                    bootstrap.stream().map(BootstrapAddress::parse).toList();
            InetAddress address = InetAddress.getByName(host);
            if (address.isAnyLocalAddress() && advertise == null) {
                throw wrong("--host is " + host
                        + ", which is all addresses: needed is --advertise, the one that others use");
            }
            Path chosen = folder == null ? Path.of("p2play-" + port) : folder;
            return new Peer.Settings(
                    new InetSocketAddress(address, port),
                    Optional.ofNullable(advertise),
                    addresses,
                    dialect,
                    refuse == null ? Set.of() : RefusedSongs.read(refuse, dialect),
                    chosen.toAbsolutePath().normalize());
        } catch (UnknownHostException e) {
            throw wrong("--host is '" + host + "', allowed is an address of this machine, or a name of one");
        } catch (IllegalArgumentException e) {
            throw wrong("--bootstrap: " + e.getMessage());
        } catch (ShellException e) {
            throw wrong("--refuse: " + e.words() + ". " + e.next());
        } catch (IOException e) {
            throw wrong("--refuse: " + refuse
                    + (e instanceof NoSuchFileException
                            ? " does not exist"
                            : " cannot be read (" + e.getMessage() + ")"));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** Whether a stream of this process is a terminal; Java 17 itself cannot tell. */
    private static boolean isTerminal(SystemStream stream) {
        try {
            return TerminalProvider.load("jni").isSystemStream(stream);
        } catch (IOException | LinkageError e) {
            return false;
        }
    }

    private ExitCode prompt(Peer.Settings settings) {
        Opened opened = new Opened();
        try {
            return Interactive.run(System.getenv(), console -> {
                try {
                    if (!settings.bootstrap().isEmpty() && console.isLive()) {
                        console.draw("Joining through " + String.join(", ", bootstrap) + " ...");
                    }
                    Shell shell = opened.open(settings, console);
                    boolean joined = shell.peer().node().bootstrap().join();
                    if (console.isLive()) {
                        console.erase();
                    }
                    if (!joined && !settings.bootstrap().isEmpty()) {
                        console.failure(notJoined(shell.peer().status()));
                    }
                    return shell;
                } catch (ShellException e) {
                    throw wrapped(e, console);
                }
            });
        } catch (Told e) {
            return e.code;
        } finally {
            opened.close();
        }
    }

    private static Told wrapped(ShellException failure, Console console) {
        if (console.isLive()) {
            console.erase();
        }
        console.failure(failure);
        return new Told(failure.code());
    }

    private ExitCode script(Peer.Settings settings) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Console console = Console.ofScript(
                out,
                err,
                isTerminal(SystemStream.Output),
                isTerminal(SystemStream.Error),
                System.getenv(),
                Charset.defaultCharset().equals(StandardCharsets.UTF_8));
        Opened opened = new Opened();
        try {
            Shell shell = opened.open(settings, console);
            boolean joined = shell.peer().node().bootstrap().join();
            if (!joined && !settings.bootstrap().isEmpty()) {
                throw notJoined(shell.peer().status());
            }
            ExitCode code = execute.isEmpty() ? obeyInput(shell) : shell.obey(String.join("\n", execute));
            if (stay && code == ExitCode.DONE && !shell.isOver()) {
                console.remark("At " + shell.peer().status().address() + ", until Ctrl-C");
                new CountDownLatch(1).await();
            }
            return code;
        } catch (ShellException e) {
            console.failure(e);
            return e.code();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.CANCELLED;
        } finally {
            opened.close();
        }
    }

    private static ExitCode obeyInput(Shell shell) {
        try {
            BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            ExitCode code = ExitCode.DONE;
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                code = shell.obey(line);
                if (code != ExitCode.DONE) {
                    shell.console().error("That was line " + number + "; nothing behind it was done.");
                    break;
                } else if (shell.isOver()) {
                    break;
                }
            }
            return code;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ShellException notJoined(KademliaStatus status) {
        return new ShellException(
                ExitCode.NO_NETWORK,
                "no bootstrap node has answered: " + status.bootstrap(),
                "Check that it runs, that its UDP port is open, and that it is of this network: of the same --dialect.");
    }

    /** What has to be closed when the process ends, however it does. */
    private static final class Opened implements AutoCloseable {
        private final Thread hook = new Thread(this::closePeer, "p2play-end");
        private volatile @Nullable Peer peer;

        Shell open(Peer.Settings settings, Console console) {
            Peer opened = Peer.open(settings);
            peer = opened;
            Runtime.getRuntime().addShutdownHook(hook);
            return new Shell(opened, console, System::nanoTime);
        }

        private void closePeer() {
            Peer open = peer;
            if (open != null) {
                open.close();
            }
        }

        @Override
        public void close() {
            closePeer();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The process is ending already.
            }
        }
    }

    /** A failure that the user has been told of. */
    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final ExitCode code;

        Told(ExitCode code) {
            this.code = code;
        }
    }

    /** That of the jar. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = P2Play.class.getPackage().getImplementationVersion();
            return new String[] {"VoxelPopuli P2Play " + (version == null ? "(not built as a jar)" : version)};
        }
    }
}
