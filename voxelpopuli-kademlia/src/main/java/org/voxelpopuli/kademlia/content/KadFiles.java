package org.voxelpopuli.kademlia.content;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.RecordKind;
import org.voxelpopuli.kademlia.records.RecordLimits;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.CborValues;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * Kad-files as records: {@code {"song": s, "artist": a, "version": n, "id": i, "root": r, "length": n, "providers": [[id, host, port], ...]}}. Ids and the root are base64url texts, so
 * that a record has one form in all dialects. Other fields are kept, but not read. Those of peers of P2Play have neither root nor length.
 */
final class KadFiles {
    static final RecordKind KIND = new RecordKind(
            "file", RecordLimits.of(50_000, 32 << 20), RecordKind.ALL, KadFileRule.SIGNED, KadFiles::requireVerified);

    /** Those of P2Play. What others call their songs is theirs: names that ours could not have are kept as well. */
    static final RecordKind P2PLAY_KIND = new RecordKind(
            "p2play file",
            RecordLimits.of(50_000, 32 << 20),
            RecordKind.ALL,
            KadFileRule.UNSIGNED,
            KadFiles::requireUnverified);

    /** What decides between two kad-files. */
    record Rank(long version, NodeId id) {}

    private KadFiles() {}

    static WireValue write(KadFile file) {
        Map<String, WireValue> fields = new LinkedHashMap<>();
        fields.put("song", WireValue.of(file.name().song()));
        fields.put("artist", WireValue.of(file.name().artist()));
        fields.put("version", WireValue.of(file.version()));
        fields.put("id", id(file.id()));
        file.content().ifPresent(content -> {
            fields.put("root", WireValue.of(content.root()));
            fields.put("length", WireValue.of(content.length()));
        });
        fields.put(
                "providers",
                new WireValue.Items(
                        file.providers().stream().map(KadFiles::write).toList()));
        return new WireValue.Fields(fields);
    }

    private static WireValue write(Provider provider) {
        return WireValue.items(
                id(provider.peer()),
                WireValue.of(WireReader.host(provider.address().getAddress())),
                WireValue.of(provider.address().getPort()));
    }

    private static WireValue id(NodeId id) {
        return WireValue.of(Base64.getUrlEncoder().withoutPadding().encodeToString(id.bytes()));
    }

    /** A kad-file with as many of the providers, from the first, as fit into a record. */
    static KadFile fitting(
            SongName name, long version, NodeId id, Optional<ContentId> content, List<Provider> providers) {
        for (int count = Math.min(KadFile.MAX_PROVIDERS, providers.size()); ; count--) {
            KadFile file = new KadFile(name, version, id, content, providers.subList(0, count));
            if (count == 1 || CborValues.write(write(file)).length <= DhtRecord.MAX_VALUE_BYTES) {
                return file;
            }
        }
    }

    private static void requireVerified(WireValue value) throws BadValueException {
        if (!read(value).isVerified()) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "a kad-file has no root");
        }
    }

    private static void requireUnverified(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "a kad-file");
        if (fields.containsKey("root")) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "a kad-file of P2Play has a root, allowed is none");
        }
        rank(value);
        text(fields, "song");
        text(fields, "artist");
        providers(fields);
    }

    /** What is needed of a kad-file to order it, whatever else it says. */
    static Rank rank(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "a kad-file");
        return new Rank(
                WireReader.integer(field(fields, "version"), "a kad-file's version", 1, Long.MAX_VALUE),
                id(field(fields, "id"), "a kad-file's id"));
    }

    static KadFile read(WireValue value) throws BadValueException {
        Map<String, WireValue> fields = WireReader.fields(value, "a kad-file");
        try {
            List<Provider> providers = providers(fields);
            SongName name = new SongName(text(fields, "song"), text(fields, "artist"));
            if (!name.song().equals(text(fields, "song")) || !name.artist().equals(text(fields, "artist"))) {
                throw new BadValueException(Rejection.WRONG_SHAPE, "a kad-file's song or artist is not in form NFC");
            }
            Rank rank = rank(value);
            return new KadFile(name, rank.version(), rank.id(), content(fields), providers);
        } catch (IllegalArgumentException e) {
            throw new BadValueException(Rejection.OUT_OF_RANGE, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<ContentId> content(Map<String, WireValue> fields) throws BadValueException {
        if (!fields.containsKey("root")) {
            return Optional.empty();
        }
        return Optional.of(new ContentId(
                WireReader.text(field(fields, "root"), "a kad-file's root", 64),
                WireReader.integer(field(fields, "length"), "a kad-file's length", 0, ContentId.MAX_LENGTH)));
    }

    private static List<Provider> providers(Map<String, WireValue> fields) throws BadValueException {
        List<Provider> providers = new ArrayList<>();
        List<WireValue> items = WireReader.items(field(fields, "providers"), "a kad-file's providers");
        for (WireValue item : items.subList(0, Math.min(items.size(), KadFile.MAX_PROVIDERS + 1))) {
            providers.add(provider(item));
        }
        if (providers.isEmpty()) {
            throw new BadValueException(Rejection.WRONG_SHAPE, "a kad-file has no providers");
        }
        return providers;
    }

    private static Provider provider(WireValue item) throws BadValueException {
        List<WireValue> parts = WireReader.items(item, "a provider", 3);
        return new Provider(
                id(parts.get(0), "a provider's id"),
                new InetSocketAddress(WireReader.address(parts.get(1), "a provider's host"), (int)
                        WireReader.integer(parts.get(2), "a provider's port", 1, 65_535)));
    }

    private static WireValue field(Map<String, WireValue> fields, String name) {
        return fields.getOrDefault(name, WireValue.NULL);
    }

    private static String text(Map<String, WireValue> fields, String name) throws BadValueException {
        return WireReader.text(field(fields, name), "a kad-file's " + name, SongName.MAX_BYTES);
    }

    private static NodeId id(WireValue value, String what) throws BadValueException {
        return NodeId.of(WireReader.bytesOf(value, what, NodeId.BYTES).toByteArray());
    }
}
