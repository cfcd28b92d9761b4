package org.voxelpopuli.p2play;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.content.ContentId;
import org.voxelpopuli.kademlia.content.ContentStatus;
import org.voxelpopuli.kademlia.content.Download;
import org.voxelpopuli.kademlia.content.DownloadProgress;
import org.voxelpopuli.kademlia.content.KadFile;
import org.voxelpopuli.kademlia.content.ProvidedFile;
import org.voxelpopuli.kademlia.content.Provider;
import org.voxelpopuli.kademlia.content.SongName;

/** search, providers, storage, table and info. */
final class LookCommands {
    private final Peer peer;
    private final Console console;
    private final Foreground foreground;
    private final FileCommands files;

    LookCommands(Peer peer, Console console, Foreground foreground, FileCommands files) {
        this.peer = peer;
        this.console = console;
        this.foreground = foreground;
        this.files = files;
    }

    List<Command> all() {
        return List.of(
                new Command(
                        "search",
                        "[TEXT]",
                        0,
                        1,
                        "lists the songs that this node knows",
                        List.of(
                                "Those that it shares, and those of which it keeps the kad-file for the network: a part of all songs. get finds the",
                                "others, too, by their exact names."),
                        this::search),
                new Command(
                        "providers",
                        "[\"Song\" \"Artist\"]",
                        0,
                        2,
                        "asks the network who has a song, or lists what is known of all",
                        List.of(),
                        this::providers),
                new Command(
                        "storage",
                        "",
                        0,
                        0,
                        "lists what this node shares, fetches, and keeps for the network",
                        List.of(),
                        arguments -> storage()),
                new Command(
                        "table",
                        "",
                        0,
                        0,
                        "lists the nodes in the routing table",
                        List.of(
                                "A bucket holds those whose distance to this node's id is in its range, the nearest first."),
                        arguments -> table()),
                new Command("info", "", 0, 0, "tells about this node", List.of(), arguments -> info()));
    }

    private void search(List<String> arguments) {
        String wanted = arguments.isEmpty() ? "" : arguments.get(0).toLowerCase(Locale.ROOT);
        ContentStatus status = peer.content().status().join();
        Map<String, KadFile> known = status.known().stream()
                .collect(Collectors.toMap(file -> file.name().toString(), file -> file));
        Map<String, ProvidedFile> provided = status.provided().stream()
                .collect(Collectors.toMap(file -> file.name().toString(), file -> file));
        Map<String, SongName> names = new TreeMap<>();
        status.known().forEach(file -> names.put(file.name().toString(), file.name()));
        status.provided().forEach(file -> names.put(file.name().toString(), file.name()));
        Table table = new Table("song", "artist", "size", "version", "");
        names.forEach((text, name) -> {
            if (text.toLowerCase(Locale.ROOT).contains(wanted)) {
                Optional<KadFile> file = Optional.ofNullable(known.get(text));
                Optional<ProvidedFile> here = Optional.ofNullable(provided.get(text));
                table.row(
                        Table.Cell.of(name.song()),
                        Table.Cell.of(name.artist()),
                        size(here.map(ProvidedFile::content).or(() -> file.flatMap(KadFile::content))),
                        file.map(found -> Table.Cell.number(found.version())).orElse(new Table.Cell("", "", true)),
                        marks(here.isPresent(), file));
            }
        });
        if (!table.isEmpty()) {
            table.print(console);
        } else if (wanted.isEmpty()) {
            console.remark("This node knows no song yet. get finds those that others keep, by their exact names.");
        } else {
            throw new ShellException(
                    ExitCode.NOT_FOUND,
                    "this node knows no song with '" + Table.printable(arguments.get(0)) + "' in its name",
                    "Others may: get asks the whole network, by the exact name.");
        }
    }

    private void providers(List<String> arguments) {
        if (arguments.size() == 1) {
            throw ShellException.usage("a song without an artist", "Write: providers \"Song\" \"Artist\"");
        }
        List<KadFile> found;
        if (arguments.isEmpty()) {
            found = peer.content().status().join().known();
        } else {
            SongName name = FileCommands.name(arguments);
            try {
                found = foreground.await(peer.content().find(name.song(), name.artist())).stream()
                        .toList();
            } catch (CancellationException e) {
                throw new ShellException(ExitCode.CANCELLED, "cancelled", "");
            }
            if (found.isEmpty()) {
                throw files.unknown(name);
            }
        }
        Table table = new Table("song", "artist", "provider", "node", "");
        for (KadFile file : found) {
            for (Provider provider : file.providers()) {
                boolean self = provider.peer().equals(peer.node().id());
                table.row(
                        Table.Cell.of(file.name().song()),
                        Table.Cell.of(file.name().artist()),
                        Table.Cell.of(provider.toString()),
                        id(provider.peer().toString()),
                        Table.Cell.of(self ? "this node" : "", self ? "self" : ""));
            }
        }
        if (table.isEmpty()) {
            console.remark("This node keeps no kad-file yet. Name a song to ask the others.");
        } else {
            table.print(console);
        }
    }

    private static Table.Cell marks(boolean shared, Optional<KadFile> file) {
        boolean unverified = file.isPresent() && !file.get().isVerified();
        String marks = shared ? (unverified ? "shared,unverified" : "shared") : unverified ? "unverified" : "";
        return Table.Cell.of(marks.replace("shared", "shared here").replace(",", ", "), marks);
    }

    /** Peers of P2Play do not tell it. */
    private static Table.Cell size(Optional<ContentId> content) {
        return content.map(known -> Table.Cell.bytes(known.length())).orElse(new Table.Cell("", "", true));
    }

    private static Table.Cell id(String digits) {
        return Table.Cell.of(digits.substring(0, 12) + "…", digits);
    }

    private void storage() {
        ContentStatus status = peer.content().status().join();
        Table table = new Table("what", "song", "artist", "size", "where");
        for (ProvidedFile file : status.provided()) {
            table.row(
                    Table.Cell.of("shared"),
                    Table.Cell.of(file.name().song()),
                    Table.Cell.of(file.name().artist()),
                    Table.Cell.bytes(file.content().length()),
                    Table.Cell.of(file.path().toString()));
        }
        for (Download download : peer.content().downloads()) {
            DownloadProgress progress = download.progress();
            String far = progress.length() == 0 ? "looked for" : 100 * progress.bytes() / progress.length() + " % here";
            table.row(
                    Table.Cell.of("fetched", "fetching"),
                    Table.Cell.of(download.name().song()),
                    Table.Cell.of(download.name().artist()),
                    Table.Cell.bytes(progress.length()),
                    Table.Cell.of(far, Long.toString(progress.bytes())));
        }
        for (KadFile file : status.known()) {
            int count = file.providers().size();
            table.row(
                    Table.Cell.of("kad-file"),
                    Table.Cell.of(file.name().song()),
                    Table.Cell.of(file.name().artist()),
                    size(file.content()),
                    Table.Cell.of("with " + Units.count(count, "provider"), Integer.toString(count)));
        }
        if (table.isEmpty()) {
            console.remark("Nothing yet: put shares a file, get fetches one.");
        } else {
            table.print(console);
        }
    }

    private void table() {
        KademliaStatus status = peer.status();
        Table table = new Table("bucket", "node", "address", "heard", "round trip", "");
        for (KademliaStatus.Bucket bucket : status.buckets()) {
            for (KademliaStatus.ContactStatus contact : bucket.contacts()) {
                Duration trip = contact.roundTrip();
                table.row(
                        Table.Cell.of(bucket.range()),
                        id(contact.id()),
                        Table.Cell.of(contact.address()),
                        Table.Cell.of(
                                Units.duration(contact.sinceHeard()) + " ago",
                                Long.toString(contact.sinceHeard().toMillis())),
                        trip == null
                                ? Table.Cell.of("")
                                : Table.Cell.of(
                                        String.format(Locale.ROOT, "%.1f ms", trip.toNanos() / 1e6),
                                        Long.toString(trip.toNanos() / 1000)),
                        Table.Cell.of(
                                contact.timeouts() > 0
                                        ? "silent " + Units.count(contact.timeouts(), "time")
                                        : contact.answered() ? "" : "has not answered yet",
                                contact.timeouts() > 0 ? "silent" : contact.answered() ? "" : "new"));
            }
        }
        if (table.isEmpty()) {
            console.remark("The table is empty: this node knows no other. " + status.bootstrap() + ".");
        } else {
            table.print(console);
        }
    }

    private void info() {
        KademliaStatus status = peer.status();
        ContentStatus content = peer.content().status().join();
        long shared = content.provided().stream()
                .mapToLong(file -> file.content().length())
                .sum();
        List<String[]> facts = new ArrayList<>();
        facts.add(new String[] {"node", status.id(), status.id()});
        facts.add(new String[] {"address", content.address() + " (UDP and TCP)", content.address()});
        facts.add(new String[] {
            "network", status.bootstrap(), status.state().name().toLowerCase(Locale.ROOT)
        });
        facts.add(new String[] {
            "dialect",
            peer.settings().dialect() == NetworkDialect.P2PLAY ? "p2play: what is fetched is not verified" : "cbor",
            peer.settings().dialect().toString()
        });
        facts.add(new String[] {"nodes known", "" + status.contacts(), "" + status.contacts()});
        facts.add(new String[] {
            "shared",
            Units.count(content.provided().size(), "file") + ", " + Units.bytes(shared),
            content.provided().size() + "\t" + shared
        });
        int fetched = peer.content().downloads().size();
        facts.add(new String[] {"being fetched", Units.count(fetched, "file"), "" + fetched});
        int kept = content.known().size();
        facts.add(new String[] {"kept for all", Units.count(kept, "kad-file"), "" + kept});
        facts.add(new String[] {
            "served",
            Units.bytes(peer.servedBytes()) + " since the start, " + Units.count(content.connections(), "connection")
                    + " now",
            peer.servedBytes() + "\t" + content.connections()
        });
        String folder = peer.folder().toString();
        facts.add(new String[] {"folder", folder, folder});
        for (String[] fact : facts) {
            console.result(console.styled(Style.FAINT, "%-14s".formatted(fact[0])) + fact[1], fact[0] + "\t" + fact[2]);
        }
    }
}
