package org.voxelpopuli.p2play;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.voxelpopuli.kademlia.content.SongName;
import org.voxelpopuli.kademlia.id.NodeId;

/** The list of an operator: a line for each song, written as for a command, or its key of 40 hex digits. */
final class RefusedSongs {
    private RefusedSongs() {}

    /**
     * Reads a file in UTF-8.
     *
     * @throws ShellException if a line is neither
     */
    static Set<NodeId> read(Path file, NetworkDialect dialect) throws IOException {
        Set<NodeId> keys = new HashSet<>();
        for (List<String> words : Script.read(Files.readString(file))) {
            keys.add(key(words, dialect));
        }
        return keys;
    }

    private static NodeId key(List<String> words, NetworkDialect dialect) {
        try {
            if (words.size() == 1) {
                return NodeId.parse(words.get(0));
            } else if (words.size() == 2) {
                return dialect.key(new SongName(words.get(0), words.get(1)));
            }
        } catch (IllegalArgumentException e) {
            // Told below.
        }
        throw ShellException.usage(
                "'" + Table.printable(String.join(" ", words)) + "' names no song",
                "Allowed is \"Song\" \"Artist\", or a key of 40 hex digits, in a line each.");
    }
}
