package org.voxelpopuli.tools.console;

import java.net.URI;
import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Makes command lines that treat values and errors alike. Exit codes: 0 done, 1 failed or a bound missed, 2 wrong usage; 130 and 143 are Java's own after Ctrl-C and SIGTERM. */
public final class CommandLines {
    private CommandLines() {}

    /** The command line of a command object. */
    public static CommandLine of(Object command) {
        CommandLine line = new CommandLine(command);
        line.registerConverter(Duration.class, Durations::parse);
        line.registerConverter(HostPort.class, HostPort::parse);
        line.registerConverter(URI.class, CommandLines::httpAddress);
        line.setUsageHelpAutoWidth(true);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((failure, failed, parsed) -> {
            if (!(failure instanceof ToolException)) {
                throw failure;
            }
            failed.getErr().println(failed.getColorScheme().errorText(failure.getMessage()));
            return failed.getCommandSpec().exitCodeOnExecutionException();
        });
        line.setParameterExceptionHandler((wrong, arguments) -> {
            CommandLine failed = wrong.getCommandLine();
            CommandSpec spec = failed.getCommandSpec();
            failed.getErr().println(failed.getColorScheme().errorText(wrong.getMessage()));
            failed.getErr().println("See: " + spec.qualifiedName() + " --help");
            return spec.exitCodeOnInvalidInput();
        });
        return line;
    }

    private static URI httpAddress(String text) {
        URI address = URI.create(text.contains("://") ? text : "http://" + text);
        if (address.getHost() == null || address.getPort() < 0) {
            throw new CommandLine.TypeConversionException("'" + text + "', allowed is host:port or http://host:port");
        }
        return address;
    }
}
