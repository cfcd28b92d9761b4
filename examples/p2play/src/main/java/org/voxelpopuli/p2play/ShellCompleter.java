package org.voxelpopuli.p2play;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;
import org.voxelpopuli.kademlia.content.ContentStatus;
import org.voxelpopuli.kademlia.content.SongName;

/** Completes commands, files, and the songs that this node knows. */
final class ShellCompleter implements Completer {
    private final Shell shell;

    ShellCompleter(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        List<String> words = line.words();
        int index = line.wordIndex();
        String typed = line.word().substring(0, line.wordCursor());
        if (index == 0) {
            commands(candidates);
            return;
        }
        switch (words.get(0)) {
            case "help" -> {
                if (index == 1) {
                    commands(candidates);
                }
            }
            case "put" -> {
                if (index == 3) {
                    paths(typed, true, candidates);
                }
            }
            case "get", "providers", "withdraw" -> {
                if (index == 1) {
                    songs().forEach(name -> add(candidates, name.song(), name.artist()));
                } else if (index == 2) {
                    songs().stream()
                            .filter(name -> name.song().equals(words.get(1)))
                            .forEach(name -> add(candidates, name.artist(), ""));
                } else if (index == 3 && words.get(0).equals("get")) {
                    paths(typed, false, candidates);
                }
            }
            default -> {}
        }
    }

    private void commands(List<Candidate> candidates) {
        shell.commands().forEach(command -> add(candidates, command.name(), command.summary()));
    }

    private static void add(List<Candidate> candidates, String value, String description) {
        candidates.add(new Candidate(value, value, null, description.isEmpty() ? null : description, null, null, true));
    }

    private List<SongName> songs() {
        try {
            ContentStatus status = shell.peer().content().status().get(1, TimeUnit.SECONDS);
            List<SongName> names = new ArrayList<>();
            status.known().forEach(file -> names.add(file.name()));
            status.provided().forEach(file -> names.add(file.name()));
            return names.stream().distinct().toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException | TimeoutException e) {
            return List.of();
        }
    }

    /** What is in the folder that has been typed so far. */
    static void paths(String typed, boolean filesToo, List<Candidate> candidates) {
        int slash = typed.lastIndexOf('/');
        String before = typed.substring(0, slash + 1);
        boolean hidden = typed.startsWith(".", slash + 1);
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(FileCommands.path(before.isEmpty() ? "." : before))) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                boolean folder = Files.isDirectory(entry);
                if ((folder || filesToo) && (hidden || !name.startsWith("."))) {
                    String shown = folder ? name + "/" : name;
                    candidates.add(new Candidate(before + shown, shown, null, null, null, null, !folder));
                }
            }
        } catch (IOException | ShellException e) {
            // Nothing to complete.
        }
    }
}
