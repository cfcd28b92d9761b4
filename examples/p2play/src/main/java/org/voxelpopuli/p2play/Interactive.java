package org.voxelpopuli.p2play;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.voxelpopuli.kademlia.KademliaStatus;

/** Somebody at a terminal: a prompt with history and completion. Ctrl-C gives up a command or a line, Ctrl-D leaves. */
final class Interactive {
    private static final String HISTORY = "history";
    private static final int HISTORY_LINES = 1_000;

    private Interactive() {}

    /**
     * Reads and obeys until the user leaves. Blocks.
     *
     * @param open opens the shell on a console
     */
    static ExitCode run(Map<String, String> environment, Function<Console, Shell> open) {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).nativeSignals(true).build()) {
            boolean unicode = StandardCharsets.UTF_8.equals(terminal.encoding());
            Console console = Console.ofTerminal(terminal.writer(), environment, unicode, terminal::getWidth);
            Shell shell = open.apply(console);
            terminal.handle(Terminal.Signal.INT, signal -> shell.giveUp());
            LineReader reader = reader(terminal, shell);
            console.showNotices(reader::printAbove);
            welcome(shell);
            while (!shell.isOver()) {
                try {
                    obey(shell, terminal, reader.readLine(prompt(shell)));
                } catch (UserInterruptException e) {
                    if (e.getPartialLine().isEmpty()) {
                        console.remark("quit, or Ctrl-D, leaves.");
                    }
                } catch (EndOfFileException e) {
                    break;
                }
            }
            console.showNotices(line -> {});
            return ExitCode.DONE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LineReader reader(Terminal terminal, Shell shell) {
        return LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("p2play")
                .parser(new LastCommandParser())
                .completer(new ShellCompleter(shell))
                .variable(LineReader.HISTORY_FILE, shell.peer().folder().resolve(HISTORY))
                .variable(LineReader.HISTORY_SIZE, HISTORY_LINES)
                .variable(LineReader.HISTORY_FILE_SIZE, HISTORY_LINES)
                // An exclamation mark is a part of names here.
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .build();
    }

    private static void obey(Shell shell, Terminal terminal, String line) {
        // What is typed meanwhile comes after the next prompt, not into the progress bar.
        boolean echo = terminal.echo(false);
        try {
            var unused = shell.obey(line);
        } finally {
            terminal.echo(echo);
        }
    }

    private static void welcome(Shell shell) {
        Console console = shell.console();
        KademliaStatus status = shell.peer().status();
        String others = status.contacts() == 0 ? "" : ", " + Units.count(status.contacts(), "node") + " known";
        console.print(console.styled(Style.STRONG, "P2Play") + " at " + status.address() + ": " + status.bootstrap()
                + others);
        console.remark("help lists the commands, Tab completes, Ctrl-D leaves.");
        int resumed = shell.peer().content().downloads().size();
        if (resumed > 0) {
            console.remark(Units.count(resumed, "download") + " of the last time goes on.");
        }
    }

    private static String prompt(Shell shell) {
        boolean alone = shell.peer().status().contacts() == 0;
        return shell.console().styled(Style.NAME, alone ? "p2play (alone)> " : "p2play> ");
    }
}
