package org.voxelpopuli.p2play;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.SongName;

/** Obeys commands. One thread may use it; Ctrl-C comes from any. */
final class Shell {
    private static final Map<String, String> OTHER_NAMES = Map.of("exit", "quit", "?", "help");

    private final Peer peer;
    private final Console console;
    private final Foreground foreground = new Foreground();
    private final Map<String, Command> commands = new LinkedHashMap<>();
    private boolean over;

    Shell(Peer peer, Console console, LongSupplier nanos) {
        this.peer = peer;
        this.console = console;
        FileCommands files = new FileCommands(peer, console, foreground, nanos);
        files.all().forEach(this::add);
        new LookCommands(peer, console, foreground, files).all().forEach(this::add);
        add(new Command("help", "[COMMAND]", 0, 1, "lists the commands, or explains one", List.of(), this::help));
        add(new Command("quit", "", 0, 0, "leaves the network; so does Ctrl-D", List.of(), arguments -> over = true));
        peer.content().addListener(new ContentListener() {
            @Override
            public void downloaded(SongName name, Path file) {
                if (!files.isWaitedFor(name)) {
                    console.notice("Fetched " + Table.printable(name.toString()) + " to " + file);
                }
            }

            @Override
            public void failed(SongName name, String reason) {
                // What ends because we leave goes on at the next start.
                if (!files.isWaitedFor(name) && !over && !peer.isClosed()) {
                    console.notice(Table.printable(name.toString()) + " was not fetched: " + reason);
                }
            }
        });
    }

    private void add(Command command) {
        commands.put(command.name(), command);
    }

    Peer peer() {
        return peer;
    }

    Console console() {
        return console;
    }

    List<Command> commands() {
        return List.copyOf(commands.values());
    }

    /** Whether the user wants to leave. */
    boolean isOver() {
        return over;
    }

    /** Gives up what runs. */
    void giveUp() {
        foreground.giveUp();
    }

    /** Obeys a text of commands, up to the first that fails; none if one of them is not written as it has to be. What goes wrong is told, and is the result. */
    ExitCode obey(String text) {
        try {
            List<Runnable> actions = new ArrayList<>();
            for (List<String> words : Script.read(text)) {
                Command command = find(words.get(0));
                List<String> arguments = words.subList(1, words.size());
                command.check(arguments);
                actions.add(() -> command.action().run(arguments));
            }
            for (Runnable action : actions) {
                if (!over) {
                    action.run();
                }
            }
            return ExitCode.DONE;
        } catch (ShellException e) {
            console.failure(e);
            return e.code();
        }
    }

    private Command find(String name) {
        Command command = commands.get(OTHER_NAMES.getOrDefault(name, name));
        if (command == null) {
            throw ShellException.usage(
                    "there is no command '" + Table.printable(name) + "'",
                    Similar.to(name, commands.keySet())
                            .map(similar -> "Did you mean " + similar + "? help lists all.")
                            .orElse("help lists all."));
        }
        return command;
    }

    private void help(List<String> arguments) {
        if (!arguments.isEmpty()) {
            Command command = find(arguments.get(0));
            console.print(console.styled(Style.STRONG, command.synopsis()) + "   " + command.summary());
            command.details().forEach(console::print);
            return;
        }
        int width = commands.values().stream()
                .mapToInt(command -> command.synopsis().length())
                .max()
                .orElseThrow();
        for (Command command : commands.values()) {
            String blanks = " ".repeat(width - command.synopsis().length() + 2);
            console.print(console.styled(Style.STRONG, command.synopsis()) + blanks + command.summary());
        }
        console.remark("Names with blanks stand in quotes; a semicolon separates commands. help COMMAND tells more.");
    }
}
