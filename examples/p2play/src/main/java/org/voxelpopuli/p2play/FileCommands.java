package org.voxelpopuli.p2play;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.voxelpopuli.kademlia.content.ContentException;
import org.voxelpopuli.kademlia.content.ContentStatus;
import org.voxelpopuli.kademlia.content.Download;
import org.voxelpopuli.kademlia.content.DownloadProgress;
import org.voxelpopuli.kademlia.content.KadFile;
import org.voxelpopuli.kademlia.content.ProvidedFile;
import org.voxelpopuli.kademlia.content.SongName;

/** put, get and withdraw. */
final class FileCommands {
    private static final Pattern LIKE_A_FILE = Pattern.compile("\\.[A-Za-z][A-Za-z0-9]{1,4}$");

    private final Peer peer;
    private final Console console;
    private final Foreground foreground;
    private final LongSupplier nanos;
    /** What the user waits for, and need not be told of once more. */
    private final Set<SongName> waitedFor = ConcurrentHashMap.newKeySet();

    FileCommands(Peer peer, Console console, Foreground foreground, LongSupplier nanos) {
        this.peer = peer;
        this.console = console;
        this.foreground = foreground;
        this.nanos = nanos;
    }

    List<Command> all() {
        return List.of(
                new Command(
                        "put",
                        "\"Song\" \"Artist\" FILE",
                        3,
                        3,
                        "shares a file with everybody",
                        List.of(
                                "The file stays where it is, and must stay as it is; it is offered as long as this shell runs, and again when it",
                                "is started with the same --folder. Under a name that exists, another file takes the place of what was there."),
                        this::put),
                new Command(
                        "get",
                        "\"Song\" \"Artist\" [FOLDER]",
                        2,
                        3,
                        "fetches a song, from several of those who have it",
                        List.of(
                                "Without FOLDER it goes to the folder \"downloads\" in that of --folder. The file is named after the song; one that is",
                                "there already is never replaced. Ctrl-C gives it up; what is there is kept, and the same get goes on from there.",
                                "You share what you have fetched."),
                        this::get),
                new Command(
                        "withdraw",
                        "\"Song\" \"Artist\"",
                        2,
                        2,
                        "shares a song no longer; the file stays",
                        List.of(),
                        this::withdraw));
    }

    boolean isWaitedFor(SongName name) {
        return waitedFor.contains(name);
    }

    private void put(List<String> arguments) {
        SongName name = name(arguments);
        Path file = path(arguments.get(2));
        if (!Files.isRegularFile(file)) {
            throw new ShellException(
                    ExitCode.FAILED,
                    file
                            + (Files.isDirectory(file)
                                    ? " is a folder"
                                    : Files.exists(file) ? " is no plain file" : " does not exist"),
                    "Name a file; relative names start at " + Path.of("").toAbsolutePath() + ".");
        }
        if (console.isLive()) {
            console.draw(Table.cut("Reading " + file + " ...", console.width()));
        }
        KadFile told;
        try {
            told = foreground.await(peer.content().put(file, name.song(), name.artist()));
        } catch (CancellationException e) {
            throw new ShellException(
                    ExitCode.CANCELLED, "no longer waited for; it goes on by itself", "withdraw takes it back.");
        } catch (ContentException e) {
            throw new ShellException(ExitCode.FAILED, String.valueOf(e.getMessage()), "");
        } finally {
            if (console.isLive()) {
                console.erase();
            }
        }
        // Peers of P2Play are not told which content it is.
        console.result(
                console.styled(Style.GOOD, "Shared ") + Table.printable(name.toString())
                        + told.content()
                                .map(content -> ", " + Units.bytes(content.length()))
                                .orElse("") + ", version " + told.version(),
                told.version()
                        + told.content()
                                .map(content -> "\t" + content.length() + "\t" + content.root())
                                .orElse("\t\t"));
        if (peer.status().contacts() == 0) {
            console.remark("Nobody else is here yet, so only this node knows it. Others join with --bootstrap "
                    + peer.status().address());
        }
    }

    private void get(List<String> arguments) {
        SongName name = name(arguments);
        Path folder = arguments.size() > 2 ? folder(arguments.get(2)) : peer.downloads();
        waitedFor.add(name);
        try {
            requireKnown(name);
            fetch(name, folder);
        } finally {
            waitedFor.remove(name);
        }
    }

    private void requireKnown(SongName name) {
        Optional<KadFile> found;
        try {
            found = foreground.await(peer.content().find(name.song(), name.artist()));
        } catch (CancellationException e) {
            throw cancelled("");
        }
        if (found.isEmpty()) {
            throw unknown(name);
        }
    }

    /** What to say when no node knows a song. */
    ShellException unknown(SongName name) {
        ContentStatus status = peer.content().status().join();
        Collection<String> known = new TreeSet<>();
        status.known().forEach(file -> known.add(file.name().toString()));
        status.provided().forEach(file -> known.add(file.name().toString()));
        known.remove(name.toString());
        String next = Similar.to(name.toString(), known)
                .map(similar -> "Did you mean " + Table.printable(similar) + "?")
                .orElse(
                        peer.status().contacts() == 0
                                ? "This node knows no other node, so it could ask nobody: see info."
                                : "A song is found by its exact name and artist, capitals included. search lists what this node"
                                        + " knows.");
        return new ShellException(ExitCode.NOT_FOUND, "no node knows " + Table.printable(name.toString()), next);
    }

    private void fetch(SongName name, Path folder) {
        Set<Path> before = peer.content().status().join().provided().stream()
                .map(ProvidedFile::path)
                .collect(Collectors.toSet());
        Download download;
        try {
            download = peer.content().get(name.song(), name.artist(), folder);
        } catch (IllegalStateException e) {
            throw new ShellException(ExitCode.FAILED, String.valueOf(e.getMessage()), "Wait until one has ended.");
        }
        ProgressLine line = new ProgressLine(name.toString(), console.isUnicode());
        long begin = nanos.getAsLong();
        Path file;
        try {
            file = foreground.await(download.result(), download::cancel, () -> draw(line, download.progress()));
        } catch (CancellationException e) {
            throw cancelled(kept(download.progress()));
        } catch (ContentException e) {
            if (peer.isClosed()) {
                throw cancelled(kept(download.progress()));
            }
            throw new ShellException(
                    ExitCode.FAILED,
                    Table.printable(name.toString()) + " was not fetched: " + e.getMessage(),
                    kept(download.progress()));
        } finally {
            if (console.isLive()) {
                console.erase();
            }
        }
        // One that had gone is fetched again to where it was.
        if (before.contains(file) && download.progress().bytes() == 0) {
            console.result(
                    Table.printable(name.toString()) + " is here already: "
                            + console.styled(Style.STRONG, file.toString()),
                    file.toString());
            return;
        }
        if (peer.settings().dialect() == NetworkDialect.P2PLAY) {
            console.remark("Nobody vouches for it: peers of P2Play do not tell which bytes it should have.");
        }
        console.result(
                console.styled(Style.GOOD, "Fetched ") + Table.printable(name.toString())
                        + cost(download.progress(), Duration.ofNanos(nanos.getAsLong() - begin)) + " to "
                        + console.styled(Style.STRONG, file.toString()),
                file.toString());
    }

    private void draw(ProgressLine line, DownloadProgress progress) {
        if (console.isLive()) {
            console.draw(console.styled(Style.NAME, line.show(progress, nanos.getAsLong(), console.width())));
        }
    }

    private static String cost(DownloadProgress progress, Duration time) {
        long fetched = progress.bytes() - progress.resumed();
        if (progress.length() == 0 || fetched <= 0 || time.isZero()) {
            return "";
        }
        return " (" + Units.bytes(fetched) + " in " + Units.duration(time) + ", "
                + Units.bytes(Math.round(fetched * 1e9 / time.toNanos())) + "/s"
                + (progress.resumed() > 0 ? "; " + Units.bytes(progress.resumed()) + " were here before" : "") + ")";
    }

    private String kept(DownloadProgress progress) {
        // Among peers of P2Play a file comes as a whole or not at all.
        return progress.bytes() == 0 || peer.settings().dialect() == NetworkDialect.P2PLAY
                ? ""
                : Units.bytes(progress.bytes()) + " of " + Units.bytes(progress.length())
                        + " are kept: the same get goes on from there.";
    }

    private static ShellException cancelled(String next) {
        return new ShellException(ExitCode.CANCELLED, "cancelled", next);
    }

    private void withdraw(List<String> arguments) {
        SongName name = name(arguments);
        if (!peer.content().withdraw(name.song(), name.artist()).join()) {
            throw new ShellException(
                    ExitCode.NOT_FOUND,
                    Table.printable(name.toString()) + " is not shared here",
                    "storage lists what is.");
        }
        console.result("Withdrawn " + Table.printable(name.toString()) + "; the file stays", name.toString());
    }

    /** The first two words as a name. */
    static SongName name(List<String> arguments) {
        try {
            return new SongName(arguments.get(0), arguments.get(1));
        } catch (IllegalArgumentException e) {
            throw ShellException.usage(String.valueOf(e.getMessage()), "");
        }
    }

    /** Where to fetch to: a name like that of a file would become a folder, which is hardly what is meant. */
    private static Path folder(String word) {
        Path folder = path(word);
        if (LIKE_A_FILE.matcher(word).find() && !Files.exists(folder)) {
            throw ShellException.usage(
                    "a folder is wanted, and '" + Table.printable(word) + "' looks like a file",
                    "The file is named after the song. For a folder of that name write " + Table.printable(word) + "/");
        }
        return folder;
    }

    /** A path as a shell would have it. */
    static Path path(String word) {
        try {
            boolean atHome = word.equals("~") || word.startsWith("~/");
            return Path.of(atHome ? System.getProperty("user.home") + word.substring(1) : word)
                    .toAbsolutePath()
                    .normalize();
        } catch (InvalidPathException e) {
            throw ShellException.usage("'" + word + "' is no path: " + e.getReason(), "");
        }
    }
}
