package org.voxelpopuli.p2play;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.kademlia.BootstrapAddress;
import org.voxelpopuli.kademlia.content.Download;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.simulation.SeededRandom;

/** Two shells on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ShellTest {
    private static final Map<String, String> COLOURFUL = Map.of("TERM", "xterm-256color");

    /** A shell, and what it has written since it was asked last. */
    private static final class Seat {
        private final StringWriter out = new StringWriter();
        private final StringWriter err = new StringWriter();
        private final Peer peer;
        private final Shell script;
        private final Shell terminal;

        Seat(Path folder, List<BootstrapAddress> bootstrap) {
            this(folder, bootstrap, NetworkDialect.CBOR, Set.of());
        }

        Seat(Path folder, List<BootstrapAddress> bootstrap, NetworkDialect dialect, Set<NodeId> refused) {
            peer = Peer.open(new Peer.Settings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    Optional.empty(),
                    bootstrap,
                    dialect,
                    refused,
                    folder));
            peer.node().bootstrap().join();
            Console plain = Console.ofScript(new PrintWriter(out), new PrintWriter(err), false, false, COLOURFUL, true);
            Console rich = Console.ofTerminal(new PrintWriter(out), COLOURFUL, true, () -> 100);
            // Each would be told what the other does.
            plain.showNotices(line -> {});
            rich.showNotices(line -> {});
            script = new Shell(peer, plain, () -> 0);
            terminal = new Shell(peer, rich, System::nanoTime);
        }

        String out() {
            return taken(out);
        }

        String err() {
            return taken(err);
        }

        private static String taken(StringWriter writer) {
            String text = writer.toString();
            writer.getBuffer().setLength(0);
            return text;
        }

        List<String> complete(String line) {
            ParsedLine parsed = new LastCommandParser().parse(line, line.length(), Parser.ParseContext.COMPLETE);
            List<Candidate> candidates = new ArrayList<>();
            // The reader is for the settings of completers that need some.
            new ShellCompleter(script).complete(null, parsed, candidates);
            return candidates.stream()
                    .map(Candidate::value)
                    .filter(value -> value.startsWith(parsed.word()))
                    .toList();
        }
    }

    private Path folder;
    private Path file;
    private Seat giver;
    private Seat taker;

    @BeforeAll
    void open(@TempDir Path temporary) throws Exception {
        folder = temporary;
        byte[] bytes = new byte[700_001];
        SeededRandom.of(1, "song").nextBytes(bytes);
        file = Files.write(temporary.resolve("a song.mp3"), bytes);
        giver = new Seat(temporary.resolve("giver"), List.of());
        taker = new Seat(
                temporary.resolve("taker"),
                List.of(BootstrapAddress.parse(giver.peer.status().address())));
        assertThat(giver.script.obey("put 'Hey; Jude' \"The Beatles\" '" + file + "'"))
                .as(giver.err())
                .isEqualTo(ExitCode.DONE);
    }

    @BeforeEach
    void forget() {
        giver.out();
        giver.err();
        taker.out();
        taker.err();
    }

    @AfterAll
    void close() {
        taker.peer.close();
        giver.peer.close();
    }

    @Test
    void putInOneAndGetInTheOther() throws Exception {
        byte[] bytes = new byte[600_001];
        SeededRandom.of(2, "song").nextBytes(bytes);
        Path other = Files.write(folder.resolve("other.mp3"), bytes);
        assertThat(giver.script.obey("put Imagine 'John Lennon' \"" + other + "\""))
                .isEqualTo(ExitCode.DONE);
        assertThat(giver.out()).matches("1\t600001\t[\\w-]{43}\\R");
        assertThat(taker.script.obey(
                        "get Imagine 'John Lennon' \"" + folder.resolve("got") + "\"; providers Imagine 'John Lennon'"))
                .as(taker.err())
                .isEqualTo(ExitCode.DONE);
        String[] lines = taker.out().split("\\R", -1);
        assertThat(lines[0])
                .isEqualTo(folder.resolve("got/Imagine - John Lennon").toString());
        assertThat(Files.mismatch(other, Path.of(lines[0]))).isEqualTo(-1);
        assertThat(lines[1]).startsWith("Imagine\tJohn Lennon\t127.0.0.1:");
        assertThat(taker.err()).isEmpty();
        assertThat(giver.script.obey("get Imagine 'John Lennon'"))
                .as("who has it gets it from himself")
                .isEqualTo(ExitCode.DONE);
        assertThat(giver.out().strip()).isEqualTo(other.toString());
    }

    @Test
    void aTerminalGetsSentencesAndColours() {
        assertThat(taker.terminal.obey("get 'Hey; Jude' 'The Beatles'")).isEqualTo(ExitCode.DONE);
        assertThat(taker.out())
                .contains("\u001b[32mFetched \u001b[0mHey; Jude - The Beatles")
                .contains("700 kB in");
        assertThat(taker.terminal.obey("get 'Hey; Jude' 'The Beatles' /elsewhere"))
                .isEqualTo(ExitCode.DONE);
        assertThat(taker.out())
                .contains("Hey; Jude - The Beatles is here already: ")
                .contains("Hey; Jude - The Beatles\u001b[0m")
                .doesNotContain("Fetched")
                .doesNotContain("/elsewhere");
        taker.terminal.obey("search hey; storage; table; info; providers");
        assertThat(taker.out())
                .contains("song       artist")
                .contains("Hey; Jude  The Beatles  700 kB")
                .contains("shared here")
                .contains("joined")
                .contains("this node");
    }

    @Test
    void aScriptGetsFieldsWithoutColours() {
        assertThat(giver.script.obey("search; storage; table; info; providers; help; help put"))
                .isEqualTo(ExitCode.DONE);
        assertThat(giver.out())
                .doesNotContain("\u001b")
                .contains("Hey; Jude\tThe Beatles\t700001\t")
                .contains("shared\tHey; Jude\tThe Beatles\t700001\t" + file)
                .contains("network\tjoined")
                .contains("put \"Song\" \"Artist\" FILE");
        assertThat(giver.err()).isEmpty();
    }

    @Test
    void noColourIsRespected() {
        StringWriter out = new StringWriter();
        Console console =
                Console.ofTerminal(new PrintWriter(out), Map.of("TERM", "xterm", "NO_COLOR", "1"), true, () -> 100);
        new Shell(giver.peer, console, () -> 0).obey("help; info; nothing");
        assertThat(out.toString()).doesNotContain("\u001b").contains("there is no command 'nothing'");
        assertThat(Console.ofTerminal(new PrintWriter(out), Map.of("TERM", "dumb"), true, () -> 0)
                        .isLive())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            gte a b             | USAGE     | there is no command 'gte'           | Did you mean get?
            get a               | USAGE     | this is not how get is written      | get "Song" "Artist" [FOLDER]
            get a b no/song.mp3 | USAGE     | 'no/song.mp3' looks like a file     | write no/song.mp3/
            put a b c d         | USAGE     | it got 4 words                      | stands in quotes
            get "" b            | USAGE     | the song has 0 bytes                | ~~
            get 'a              | USAGE     | is not closed                       | Close it
            providers a         | USAGE     | a song without an artist            | providers "Song" "Artist"
            help me             | USAGE     | there is no command 'me'            | help lists all
            put a b nowhere     | FAILED    | nowhere does not exist              | Name a file
            put a b .           | FAILED    | is a folder                         | Name a file
            get nobody knows    | NOT_FOUND | no node knows nobody - knows        | exact name
            get "hey; jude" 'the beatles' | NOT_FOUND | no node knows             | Did you mean Hey; Jude - The Beatles?
            providers nobody x  | NOT_FOUND | no node knows nobody - x            | exact name
            search xyzzy        | NOT_FOUND | knows no song with 'xyzzy'          | Others may
            withdraw a b        | NOT_FOUND | a - b is not shared here            | storage
            """)
    void whatGoesWrongIsToldWithWhatToDoNext(String command, ExitCode code, String message, String next) {
        assertThat(giver.script.obey(command)).isEqualTo(code);
        assertThat(giver.err()).contains(message).contains(next).doesNotContain("Exception");
        assertThat(giver.out()).isEmpty();
    }

    @Test
    void aScriptIsCheckedBeforeAnythingIsDoneAndEndsWithTheFirstFailure() {
        assertThat(giver.script.obey("info; gte a b")).isEqualTo(ExitCode.USAGE);
        assertThat(giver.out()).isEmpty();
        assertThat(giver.script.obey("help quit; get nobody knows; info")).isEqualTo(ExitCode.NOT_FOUND);
        assertThat(giver.out()).contains("leaves the network").doesNotContain("folder");
    }

    @Test
    void whatIsWithdrawnIsNotShared() {
        assertThat(giver.script.obey("put Gone Soon '" + file + "'; withdraw Gone Soon; search gone"))
                .isEqualTo(ExitCode.DONE);
        assertThat(giver.out()).contains("Gone - Soon").contains("Gone\tSoon\t700001\t1\t\n");
    }

    @Test
    void commandsSongsAndFilesAreCompleted() {
        assertThat(giver.complete("s")).containsExactly("search", "storage");
        assertThat(giver.complete("help pro")).containsExactly("providers");
        assertThat(giver.complete("info; get He")).containsExactly("Hey; Jude");
        assertThat(giver.complete("get 'Hey; Jude' ")).containsExactly("The Beatles");
        assertThat(giver.complete("put a b " + folder + "/")).contains(file.toString(), folder + "/giver/");
        assertThat(giver.complete("get a b " + folder + "/")).doesNotContain(file.toString());
        assertThat(giver.complete("put a b /nowhere/")).isEmpty();
    }

    @Test
    void amongPeersOfP2PlayNothingIsVerified(@TempDir Path other) throws Exception {
        Path list = Files.writeString(
                other.resolve("list"), "# not here\n\"No Such\" \"Song\"\n0123456789abcdef0123456789abcdef01234567\n");
        Set<NodeId> refused = RefusedSongs.read(list, NetworkDialect.P2PLAY);
        assertThat(refused).hasSize(2);
        Seat first = new Seat(other.resolve("first"), List.of(), NetworkDialect.P2PLAY, refused);
        Seat second = new Seat(
                other.resolve("second"),
                List.of(BootstrapAddress.parse(first.peer.status().address())),
                NetworkDialect.P2PLAY,
                Set.of());
        try {
            assertThat(first.script.obey("put Let 'It Be' '" + file + "'"))
                    .as(first.err())
                    .isEqualTo(ExitCode.DONE);
            assertThat(second.script.obey("get Let 'It Be'")).as(second.err()).isEqualTo(ExitCode.DONE);
            assertThat(Files.mismatch(file, Path.of(second.out().strip()))).isEqualTo(-1);
            assertThat(second.terminal.obey("search; info")).isEqualTo(ExitCode.DONE);
            assertThat(second.out()).contains("shared here, unverified").contains("not verified");
            assertThat(first.script.obey("put 'No Such' Song '" + file + "'")).isEqualTo(ExitCode.FAILED);
            assertThat(first.err()).contains("is on the list of what this node refuses");
        } finally {
            second.peer.close();
            first.peer.close();
        }
    }

    @Test
    void whoLeavesIsNotToldThatHisDownloadsEnd(@TempDir Path other) {
        Seat gone = new Seat(other.resolve("gone"), List.of());
        Seat leaving = new Seat(
                other.resolve("leaving"),
                List.of(BootstrapAddress.parse(gone.peer.status().address())));
        assertThat(gone.script.obey("put Never Here '" + file + "'"))
                .as(gone.err())
                .isEqualTo(ExitCode.DONE);
        gone.peer.close();
        List<String> notices = new CopyOnWriteArrayList<>();
        leaving.script.console().showNotices(notices::add);
        Download download = leaving.peer.content().get("Never", "Here", other.resolve("got"));
        leaving.peer.close();
        assertThat(download.result()).isCompletedExceptionally();
        assertThat(notices).isEmpty();
    }

    @Test
    void aFolderHasOneNode() {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = P2Play.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute("--port", "0", "--folder", giver.peer.folder().toString(), "--execute", "info");
        assertThat(code).isEqualTo(1);
        assertThat(err.toString()).contains("is in use by another node");
    }
}
