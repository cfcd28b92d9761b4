package org.voxelpopuli.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VpTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int vp(String line) {
        CommandLine vp = Vp.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return vp.execute(line.isEmpty() ? new String[0] : line.strip().split(" ", -1));
    }

    static List<CommandLine> commands() {
        List<CommandLine> all = new ArrayList<>(List.of(Vp.commandLine()));
        for (int i = 0; i < all.size(); i++) {
            all.addAll(all.get(i).getSubcommands().values());
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelp(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        assertThat(vp(name.substring("./vp".length()).strip() + " --help")).isZero();
        assertThat(out.toString())
                .contains("Usage: " + name, "--help")
                .as("a percent sign is written twice")
                .doesNotContain("%%");
        // Picocli warns on the error stream of the process.
        List<String> texts =
                new ArrayList<>(List.of(command.getCommandSpec().usageMessage().description()));
        command.getCommandSpec().options().forEach(option -> texts.addAll(List.of(option.description())));
        assertThat(texts).isNotEmpty().allSatisfy(text -> assertThat(
                        text.replace("${", "").formatted())
                .isNotNull());
    }

    @Test
    void whoMeasuresReplacesNoFigureOfTheProjectWithoutSayingSo() {
        assertThat(commands())
                .flatExtracting(command -> command.getCommandSpec().options())
                .filteredOn(option -> option.longestName().equals("--out"))
                .hasSizeGreaterThan(5)
                .extracting(OptionSpec::defaultValue)
                .containsOnly("voxelpopuli-measurements", "map.svg");
        vp("measure presence --help");
        assertThat(out.toString()).contains("--record=FILE", "voxelpopuli-measurements");
    }

    @Test
    void theHelpNamesTheExitCodes() {
        vp("--help");
        assertThat(out.toString().replaceAll("\\s+", " "))
                .contains(
                        "Exit codes: 0 done, 1 failed or a bound missed, 2 wrong usage; 130 after Ctrl-C, 143 after SIGTERM");
    }

    @Test
    void aCommandMustBeNamed() {
        assertThat(vp("")).isEqualTo(2);
        assertThat(err.toString()).contains("play", "node", "bot", "measure");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    fly                            | fly
                    bot --count 0                  | --count is 0, allowed is 1..500
                    bot --count many               | many
                    bot --behaviour fly            | 'fly', allowed is walk, build, idle, teleport
                    bot --duration 3               | '3', allowed is a number with a unit
                    bot --duration 0s              | --duration in seconds is 0
                    bot --node nowhere             | allowed is host:port
                    bot --radius 5                 | --radius is 5, allowed is 0..4
                    play --port 65535              | --port is 65535, allowed is 1..65514
                    play --http 0                  | --http is 0
                    play --seed x                  | x
                    measure map --bots 21          | --bots is 21, allowed is 0..20
                    measure map --nodes 8080       | allowed is host:port
                    measure dht --nodes 20,1       | --nodes is 1, allowed is 2..2000
                    measure dht --nodes many       | many
                    measure dht --k 65             | --k is 65, allowed is 1..64
                    measure dht --dialect xml      | expected one of [JSON, CBOR, P2PLAY]
                    measure dht --dead 1           | --dead is 1.0, allowed is 0..0.9
                    measure dht --dead NaN         | --dead is NaN, allowed is 0..0.9
                    measure dht --operations 0     | --operations is 0, allowed is 1..100000
                    measure dht --rest 2h          | --rest in seconds is 7200, allowed is 0..600
                    measure rpc --k 0              | --k is 0, allowed is 1..64
                    measure rpc --in-flight 1001   | --in-flight is 1001, allowed is 1..1000
                    measure rpc --duration 31s     | --duration in seconds is 31, allowed is 1..30
                    measure rpc --warm-up 10       | '10', allowed is a number with a unit
                    measure footprint --rounds 0   | --rounds is 0, allowed is 1..50
                    measure footprint --nodes 1    | --nodes is 1, allowed is 2..20
                    measure tangibles --sheep 1001 | --sheep is 1001, allowed is 0..1000
                    measure tangibles --ticks 0    | --ticks is 0, allowed is 1..100000
                    measure presence --max-avatars 9 | --max-avatars is 9, allowed is 10..2000
                    measure presence --seconds 4   | --seconds is 4, allowed is 5..120
                    measure presence --trace FLY   | expected one of [WAYPOINT, CROWD, FLOCK, BOTS]
                    measure presence --watch --avatars 1   | --avatars is 1, allowed is 2..50
                    measure presence --watch --seconds 0   | --seconds is 0
                    measure presence --watch --avatars 51  | --avatars is 51, allowed is 2..50
                    measure presence --watch --avatars few | few
                    measure presence --watch --name a:b    | --name is 'a:b'
                    measure presence --watch --join here   | allowed is host:port
                    measure presence --watch --join h:0    | 'h:0', allowed is host:port with a port of 1..65535
                    measure presence --watch --jobs 2      | --jobs is given with --watch, allowed is without it
                    measure presence --way fly             | 'fly', allowed are presence, not-merged, not-progressive
                    measure presence --way plain,fly       | 'fly'
                    measure presence --watch --way plain   | --way is given with --watch, allowed is without it
                    measure presence --record f --trace FLOCK | --trace is given with --record, allowed is without it
                    measure presence --record f --watch    | --watch is given with --record, allowed is without it
                    measure presence --join 127.0.0.1:4000 | --join is given without --watch, allowed is with it
                    measure presence --max-avatars 2001    | --max-avatars is 2001, allowed is 10..2000
                    measure presence --max-avatars -1      | --max-avatars is -1, allowed is 10..2000
                    measure presence --max-avatars 99999999999 | 99999999999
                    measure presence --seconds 121 | --seconds is 121, allowed is 5..120
                    measure presence --seconds 1e3 | 1e3
                    measure presence --jobs 65     | --jobs is 65, allowed is 0..64
                    measure presence --jobs -1     | --jobs is -1, allowed is 0..64
                    measure presence --trace FLOCK,FLY     | expected one of [WAYPOINT, CROWD, FLOCK, BOTS]
                    measure presence --seed 1.5    | 1.5
                    measure presence --out pom.xml | --out is pom.xml, which is a file; allowed is a folder
                    measure files --size 0         | --size is 0, allowed is 1..16384
                    measure files --rounds 102     | --rounds is 102, allowed is 1..101
                    measure p2play --nodes 9       | --nodes is 9, allowed is 10..10000
                    measure p2play --layout flat   | 'flat', allowed is fixed, splitting, four-in-five
                    measure p2play --part world    | expected one of [SOCKETS, SIMULATOR]
                    measure p2play --files 0       | --files is 0, allowed is 1..1000
                    measure p2play --size 10241    | --size is 10241, allowed is 1..10240
                    measure p2play --providers 6   | --providers is 6, allowed is 1..5
                    measure p2play --dead 0.5      | --dead is 0.5, allowed is 0..0.4
                    measure p2play --runs 10       | --runs is 10, allowed is 1..9
                    measure simulation --max-nodes 19    | --max-nodes is 19, allowed is 20..10000
                    measure simulation --max-nodes 10001 | --max-nodes is 10001, allowed is 20..10000
                    measure simulation --max-nodes many  | many
                    measure simulation --seed x          | x
                    measure simulation --out pom.xml     | --out is pom.xml, which is a file; allowed is a folder
                    """)
    void wrongUsageIsToldWithWhatIsAllowed(String line, String message) {
        assertThat(vp(line)).isEqualTo(2);
        assertThat(err.toString()).contains(message).contains("--help").doesNotContain("Exception");
    }

    @Test
    void aSmallDhtIsMeasuredAndToldAsJson() {
        // With buckets of 2 one network of eight in forty has a node whom somebody cannot find; the ids are random
        // here.
        int code = vp("measure dht --nodes 5,8 --k 4 --operations 5 --warm-up 0s --rest 0s --dead 0.25 --json");
        assertThat(code).as(err.toString()).isZero();
        JsonNode told = new JsonMapper().readTree(out.toString());
        assertThat(told.get("references"))
                .extracting(reference -> reference.get("name").asString())
                .containsExactly("OpenDHT 2.4", "P2Play");
        JsonNode networks = told.get("networks");
        assertThat(networks).extracting(network -> network.get("nodes").asInt()).containsExactly(5, 8);
        for (JsonNode network : networks) {
            Map<String, JsonNode> figures = new LinkedHashMap<>();
            network.get("figures")
                    .forEach(figure -> figures.put(figure.get("key").asString(), figure));
            assertThat(figures)
                    .containsKeys(
                            "join-all",
                            "join-find-node",
                            "put-p50",
                            "put-p99",
                            "put-processor",
                            "get-p50",
                            "get-p99",
                            "get-processor",
                            "heap-per-node",
                            "lookups-per-second",
                            "lookup-processor",
                            "later-get-p50",
                            "later-get-found",
                            "later-put-p50");
            assertThat(figures.get("get-found").get("value").asDouble()).isEqualTo(100);
            JsonNode put = figures.get("put-p50");
            JsonNode comparison = put.get("against").get(0);
            assertThat(comparison.get("ratio").asDouble())
                    .isEqualTo(put.get("value").asDouble()
                            / comparison.get("value").asDouble());
        }
    }

    @Test
    void aSmallDhtIsMeasuredAndToldAsATable() {
        assertThat(vp("measure dht --nodes 3 --k 2 --operations 3 --warm-up 0s --rest 0s --dead 0"))
                .isZero();
        assertThat(out.toString())
                .contains(
                        "3 nodes",
                        "OpenDHT 2.4: 200 nodes, k = 8",
                        "P2Play: 500 nodes, k = 20",
                        "put of 100 bytes, p50")
                .doesNotContain("stopped");
    }

    @Test
    void aFileGoesFromNodeToNodeBesideAPlainServer(@TempDir Path folder) {
        // Whether the bound holds on this machine, now, is not the question.
        assertThat(vp("measure files --size 3 --rounds 1 --json --folder " + folder))
                .isLessThan(2);
        JsonNode told = new JsonMapper().readTree(out.toString());
        JsonNode round = told.get("rounds").get(0);
        assertThat(told.get("ratioToPlain").asDouble())
                .isPositive()
                .isEqualTo(round.get("ratioToPlain").asDouble());
        assertThat(round.get("nodes").get("megabytesPerSecond").asDouble()).isPositive();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    @DisplayName("P7 sharing files is measured on sockets and in the simulator, drawn, and told as JSON")
    void sharingIsMeasuredAndDrawn(@TempDir Path folder) throws IOException {
        int code = vp("measure p2play --nodes 10,12 --layout four-in-five --k 4 --files 3 --size 1 --providers 2"
                + " --warm-up 0s --rest 0s --json --out " + folder);
        assertThat(code).as(err.toString()).isZero();
        JsonNode told = new JsonMapper().readTree(out.toString());
        for (String part : List.of("sockets", "simulator")) {
            assertThat(told.get(part)).hasSize(2 * 6).allSatisfy(row -> assertThat(
                            row.get("done").asInt())
                    .as(row.toString())
                    .isEqualTo(row.get("operations").asInt()));
            String name = "p2play-" + part;
            assertThat(Files.readAllLines(folder.resolve(name + ".csv"))).hasSize(1 + 2 * 6);
            for (String chart : List.of("join", "upload", "download")) {
                assertThat(folder.resolve(name + "-" + chart + "-calls.png")).isNotEmptyFile();
                assertThat(folder.resolve(name + "-" + chart + "-millis.png")).isNotEmptyFile();
            }
            assertThat(folder.resolve(name + "-deaths-millis.png")).isNotEmptyFile();
        }
    }

    @Test
    void whatAPersonCanPutRightIsToldWithoutAStackTrace() {
        assertThat(vp("bot --name a/b")).isEqualTo(1);
        assertThat(err.toString()).contains("player name refused").doesNotContain("\tat ");

        assertThat(vp("measure map --nodes 127.0.0.1:1")).isEqualTo(1);
        assertThat(err.toString()).contains("No node answers at http://127.0.0.1:1/actuator/chunks");
    }
}
