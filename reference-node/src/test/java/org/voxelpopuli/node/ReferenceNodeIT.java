package org.voxelpopuli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar, run as a person runs it. */
final class ReferenceNodeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern UDP = Pattern.compile("listens on UDP (\\d+) and TCP");
    private static final Pattern ID = Pattern.compile("\"id\":\"([0-9a-f]{40})\"");

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s in %s", pattern, text).isTrue();
        return matcher.group(1);
    }

    @Test
    void twoNodesMeetAndAThirdOnTheSameFolderOrPortIsRefused(@TempDir Path folder) throws Exception {
        String dataOfA = "--voxelpopuli.data=" + folder.resolve("a");
        try (NodeProcess a = NodeProcess.start(folder.resolve("a.log"), "--voxelpopuli.port=0", dataOfA)) {
            await().atMost(PATIENCE).until(a::serves);
            String port = find(UDP, a.output());
            try (NodeProcess b = NodeProcess.start(
                            folder.resolve("b.log"),
                            "--voxelpopuli.port=0",
                            "--voxelpopuli.data=" + folder.resolve("b"),
                            "--voxelpopuli.bootstrap=127.0.0.1:" + port);
                    NodeProcess sameFolder =
                            NodeProcess.start(folder.resolve("folder.log"), "--voxelpopuli.port=0", dataOfA);
                    NodeProcess samePort = NodeProcess.start(
                            folder.resolve("port.log"), "--voxelpopuli.port=" + port, "--voxelpopuli.store=memory")) {
                await().atMost(PATIENCE).until(b::serves);
                theyKnowEachOther(a, b);

                assertThat(sameFolder.exitCode(PATIENCE)).isNotZero();
                assertThat(sameFolder.output())
                        .contains("in use by another node")
                        .contains("voxelpopuli.data");
                assertThat(samePort.exitCode(PATIENCE)).isNotZero();
                assertThat(samePort.output()).contains("127.0.0.1:" + port).contains("another node on this machine");

                b.terminate();
                a.terminate();
                assertThat(b.exitCode(Duration.ofSeconds(10))).isEqualTo(143);
                assertThat(a.exitCode(Duration.ofSeconds(10))).isEqualTo(143);
                assertThat(a.output()).contains("everything is saved").doesNotContain("WARN");
            }
        }
    }

    private static void theyKnowEachOther(NodeProcess a, NodeProcess b) throws Exception {
        await().atMost(PATIENCE)
                .until(() -> ID.matcher(a.get("dht")).find()
                        && ID.matcher(b.get("dht")).find());
        String idOfA = find(ID, a.get("dht"));
        String idOfB = find(ID, b.get("dht"));
        await().atMost(PATIENCE)
                .until(() -> a.get("dht").contains(idOfB) && b.get("dht").contains(idOfA));
        assertThat(a.get("health")).contains("\"status\":\"UP\"");
        assertThat(b.get("health")).contains("\"status\":\"UP\"");
        assertThat(a.get("info")).contains("voxelpopuli");
        assertThat(a.get("chunks/0,0,x")).contains("no integer");
    }

    @Test
    void aBadPropertyEndsTheProcessWithWordsThatHelp(@TempDir Path folder) throws Exception {
        try (NodeProcess node =
                NodeProcess.start(folder.resolve("log"), "--voxelpopuli.port=65535", "--voxelpopuli.prot=1")) {
            assertThat(node.exitCode(PATIENCE)).isNotZero();
            assertThat(node.output())
                    .contains("voxelpopuli.port is '65535'")
                    .contains("1..65534")
                    .contains("did you mean voxelpopuli.port?");
        }
    }
}
