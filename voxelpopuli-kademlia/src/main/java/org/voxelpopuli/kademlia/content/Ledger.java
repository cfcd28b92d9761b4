package org.voxelpopuli.kademlia.content;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.JsonValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.store.RecordTable;
import org.voxelpopuli.store.StoredRecord;

/** What a content node remembers over a restart: the files that it provides, with the hashes of their pieces, and the downloads that have not ended. Belongs to the content worker. */
final class Ledger {
    private static final Logger log = LoggerFactory.getLogger(Ledger.class);
    /** Of hashes in one text. */
    private static final int CHUNK = 16 * 1024;

    private static final int MAX_PATH = 8_192;

    /** A download that has not ended. */
    record Wish(SongName name, Path folder) {
        NodeId key() {
            return NodeId.sha1Of(name + "\n" + folder);
        }

        /** The name that the file is to get. */
        Path file() {
            return folder.resolve(FileNames.of(name));
        }

        /** Whether both would be written to the same file, also where capitals count as small letters. */
        boolean isSameFile(Wish other) {
            return file().toString().equalsIgnoreCase(other.file().toString());
        }
    }

    /** Reads a row. */
    private interface Reader<T> {
        T read(Map<String, WireValue> fields) throws BadValueException;
    }

    /** Downloads to be taken up at the next start; what was wanted beyond that is forgotten. */
    private static final int MAX_WISHES = 256;

    private final RecordTable table;
    private final String providedKind;
    private final String wantedKind;
    private final NodeClock clock;
    private final Set<NodeId> wishes = new HashSet<>();

    Ledger(RecordTable table, Sharing sharing, NodeClock clock) {
        this.table = table;
        this.providedKind = sharing.prefix() + "provided file";
        this.wantedKind = sharing.prefix() + "wanted file";
        this.clock = clock;
    }

    CompletableFuture<List<LocalFile>> provided() {
        return read(providedKind, Ledger::readFile);
    }

    CompletableFuture<List<Wish>> wanted() {
        return read(wantedKind, fields -> new Wish(name(fields), path(fields, "folder")));
    }

    void add(LocalFile file) {
        Map<String, WireValue> fields = fields(file.name(), "path", file.path());
        fields.put("length", WireValue.of(file.content().length()));
        List<WireValue> hashes = new ArrayList<>();
        byte[] all = file.manifest().hashes();
        for (int from = 0; from < all.length; from += CHUNK) {
            hashes.add(WireValue.of(Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(Arrays.copyOfRange(all, from, Math.min(all.length, from + CHUNK)))));
        }
        fields.put("hashes", new WireValue.Items(hashes));
        put(providedKind, file.name().key(), fields);
    }

    void remove(SongName name) {
        var unused = table.remove(providedKind, name.key().toString());
    }

    void add(Wish wish) {
        if (wishes.size() >= MAX_WISHES && !wishes.contains(wish.key())) {
            return;
        }
        wishes.add(wish.key());
        put(wantedKind, wish.key(), fields(wish.name(), "folder", wish.folder()));
    }

    void remove(Wish wish) {
        wishes.remove(wish.key());
        var unused = table.remove(wantedKind, wish.key().toString());
    }

    private static Map<String, WireValue> fields(SongName name, String what, Path path) {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("song", WireValue.of(name.song()));
        fields.put("artist", WireValue.of(name.artist()));
        fields.put(what, WireValue.of(path.toString()));
        return fields;
    }

    private void put(String kind, NodeId key, Map<String, WireValue> fields) {
        String text = JsonValues.write(new WireValue.Fields(fields));
        var unused = table.put(new StoredRecord(kind, key.toString(), text, clock.wallMillis()))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        log.warn("A {} could not be written to disk: {}", kind, failure.getMessage());
                    }
                });
    }

    /** Rows that cannot be read are told and left alone: they name files of the user. */
    private <T> CompletableFuture<List<T>> read(String kind, Reader<T> reader) {
        return table.all(kind).thenApply(rows -> {
            List<T> all = new ArrayList<>();
            for (StoredRecord row : rows) {
                try {
                    all.add(reader.read(WireReader.fields(JsonValues.read(row.value()), "a " + kind)));
                } catch (BadValueException | IllegalArgumentException e) {
                    log.warn("Passed over an unreadable {} from disk, {}: {}", kind, row.key(), e.getMessage());
                }
            }
            return all;
        });
    }

    private static LocalFile readFile(Map<String, WireValue> fields) throws BadValueException {
        long length = WireReader.integer(
                fields.getOrDefault("length", WireValue.NULL), "the length", 0, ContentId.MAX_LENGTH);
        byte[] hashes = new byte[Manifest.pieces(length) * Manifest.HASH_BYTES];
        int filled = 0;
        for (WireValue text : WireReader.items(fields.getOrDefault("hashes", WireValue.NULL), "the hashes")) {
            byte[] part = WireReader.bytes(text, "a part of the hashes", hashes.length - filled)
                    .toByteArray();
            System.arraycopy(part, 0, hashes, filled, part.length);
            filled += part.length;
        }
        Manifest manifest = Manifest.of(length, Arrays.copyOf(hashes, filled));
        return new LocalFile(name(fields), manifest.id(), path(fields, "path"), manifest);
    }

    private static SongName name(Map<String, WireValue> fields) throws BadValueException {
        return new SongName(text(fields, "song"), text(fields, "artist"));
    }

    private static String text(Map<String, WireValue> fields, String name) throws BadValueException {
        return WireReader.text(fields.getOrDefault(name, WireValue.NULL), "the " + name, MAX_PATH);
    }

    /** @throws InvalidPathException which is an {@link IllegalArgumentException} */
    private static Path path(Map<String, WireValue> fields, String name) throws BadValueException {
        return Path.of(text(fields, name));
    }
}
