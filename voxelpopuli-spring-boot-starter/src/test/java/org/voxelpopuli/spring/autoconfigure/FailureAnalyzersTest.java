package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.mock.env.MockEnvironment;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;

/** What a person reads when the application does not start, as Spring Boot would choose it among all its analyzers. */
final class FailureAnalyzersTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(VoxelNodeAutoConfiguration.class))
            .withPropertyValues("voxelpopuli.port=0", "voxelpopuli.store=memory");

    private FailureAnalysis analysis(String... properties) {
        FailureAnalysis[] found = new FailureAnalysis[1];
        runner.withPropertyValues(properties).run(context -> {
            assertThat(context).hasFailed();
            found[0] = analyze(context.getStartupFailure());
        });
        return found[0];
    }

    static FailureAnalysis analyze(Throwable failure) {
        return analyze(failure, new StandardEnvironment());
    }

    private static FailureAnalysis analyze(Throwable failure, Environment environment) {
        List<FailureAnalyzer> all = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(BeanFactory.class, new DefaultListableBeanFactory())
                                .and(Environment.class, environment),
                        FailureHandler.handleMessage((message, missingClass) -> {}));
        return all.stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port             | 70000
            port             | abc
            port             | 4e3
            bootstrap        | nowhere
            bootstrap        | nosuchhost.invalid:4000
            host             | nosuchhost.invalid
            store            | postgres
            jdbc.url         | jdbc:mysql://host/database
            world.seed       | 1.5
            world.day-length | never
            world.day-length | 30s
            dht.k            | 0
            dht.disjoint-paths | 17
            dht.timeout      | 1h
            dht.layout       | round
            dht.dialect      | xml
            dht.max-per-subnet-in-bucket | 65
            dht.max-per-subnet-in-table  | 0
            dht.dialect      | json
            dht.puzzle-bits  | 25
            compatibility    | some
            compatibility    | p2play
            dht.dialect      | p2play
            """)
    void aBadPropertyIsNamedWithItsValueAndWhatIsAllowed(String name, String value) {
        Property property = Property.of("voxelpopuli." + name).orElseThrow();
        FailureAnalysis analysis = analysis(property.key() + "=" + value);
        assertThat(analysis.getDescription())
                .contains(property.key())
                .contains(value)
                .contains(property.allowed());
        assertThat(analysis.getAction()).contains("--" + property.key() + "=").contains("VOXELPOPULI_");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port         | 70000
            port         | abc
            host         | nosuchhost.invalid
            bootstrap    | nowhere
            bootstrap[0] | nowhere
            dht.k        | 0
            """)
    void whereABadValueIsSetIsTold(String name, String value) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("file of the test", Map.of("voxelpopuli." + name, value)));
        runner.withInitializer(context -> context.setEnvironment(environment)).run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure(), environment);
            assertThat(analysis.getDescription())
                    .contains("is '" + value + "'")
                    .contains("It comes from \"voxelpopuli." + name + "\" from property source \"file of the test\".");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"maybe", "yes", ""})
    void enabledThatIsNeitherTrueNorFalseIsNoQuietNo(String value) {
        MockEnvironment environment = new MockEnvironment().withProperty("voxelpopuli.enabled", value);
        assertThatThrownBy(() -> EnabledPropertyListener.check(environment))
                .satisfies(failure -> assertThat(analyze(failure).getDescription())
                        .contains("voxelpopuli.enabled is '" + value + "'")
                        .contains("true or false"));
        MockEnvironment presence = new MockEnvironment().withProperty("voxelpopuli.presence.enabled", value);
        assertThatThrownBy(() -> EnabledPropertyListener.check(presence))
                .hasMessageContaining("voxelpopuli.presence.enabled is '" + value + "'");
        EnabledPropertyListener.check(new MockEnvironment().withProperty("voxelpopuli.enabled", "FALSE"));
        EnabledPropertyListener.check(new MockEnvironment());
    }

    @Test
    void theOneBadEntryOfAListIsNamed() {
        assertThat(analysis("voxelpopuli.bootstrap=127.0.0.1:4000,127.0.0.1:x").getDescription())
                .contains("voxelpopuli.bootstrap is '127.0.0.1:x'");
    }

    @Test
    void aUdpPortInUseIsNamedWithTheLikelyCause() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = Math.min(65_534, taken.getLocalPort());
            FailureAnalysis analysis = analysis("voxelpopuli.port=" + port);
            assertThat(analysis.getDescription())
                    .contains("UDP")
                    .contains(String.valueOf(port))
                    .contains("another node on this machine");
            assertThat(analysis.getAction()).contains("voxelpopuli.port");
        }
    }

    @Test
    void aGamePortInUseIsNamedToo() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FailureAnalysis analysis = analysis("voxelpopuli.port=" + (taken.getLocalPort() - 1));
            assertThat(analysis.getDescription()).contains("TCP").contains(String.valueOf(taken.getLocalPort()));
        }
    }

    @Test
    void anAddressOfAnotherMachineIsTold() {
        FailureAnalysis analysis = analysis("voxelpopuli.host=192.0.2.1", "voxelpopuli.port=4000");
        assertThat(analysis.getDescription()).contains("192.0.2.1").contains("no address of this machine");
        assertThat(analysis.getAction()).contains("voxelpopuli.host").contains("voxelpopuli.advertise");
    }

    @Test
    void aDataFolderThatIsAFileIsTold(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        FailureAnalysis analysis = analysis("voxelpopuli.store=sqlite", "voxelpopuli.data=" + file);
        assertThat(analysis.getDescription()).contains(file.toString()).contains("is a file");
        assertThat(analysis.getAction()).contains("Move it away").contains("voxelpopuli.data");
    }

    @Test
    void aDataFolderInUseByAnotherNodeIsTold(@TempDir Path folder) {
        try (SqliteWorldStore open = SqliteWorldStore.open(folder)) {
            assertThat(open.status().canWrite()).isTrue();
            FailureAnalysis analysis = analysis("voxelpopuli.store=sqlite", "voxelpopuli.data=" + folder);
            assertThat(analysis.getDescription()).contains("in use").contains(folder.toString());
            assertThat(analysis.getAction()).contains("Stop that one");
        }
    }

    @Test
    void aDatabaseOfANewerVersionIsTold(@TempDir Path folder) throws SQLException {
        SqliteWorldStore.open(folder).close();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(SqliteWorldStore.FILE));
                Statement statement = connection.createStatement()) {
            statement.execute("pragma user_version = 99");
        }
        FailureAnalysis analysis = analysis("voxelpopuli.store=sqlite", "voxelpopuli.data=" + folder);
        assertThat(analysis.getDescription()).contains("99");
        assertThat(analysis.getAction()).contains("newer program");
    }

    @Test
    void theStoreJdbcNeedsAUrl() {
        assertThat(analysis("voxelpopuli.store=jdbc").getDescription())
                .contains("voxelpopuli.jdbc.url is ''")
                .contains("voxelpopuli.store is jdbc")
                .contains("jdbc:postgresql://host:port/database");
    }

    @Test
    void aDatabaseThatCannotBeReachedIsTold(@TempDir Path folder) {
        FailureAnalysis analysis = analysis(
                "voxelpopuli.store=jdbc",
                "voxelpopuli.data=" + folder,
                "voxelpopuli.jdbc.url=jdbc:postgresql://127.0.0.1:1/world?password=secret");
        assertThat(analysis.getDescription())
                .contains("jdbc:postgresql://127.0.0.1:1/world", "cannot be reached")
                .doesNotContain("secret");
        assertThat(analysis.getAction()).contains("voxelpopuli.jdbc.url");
    }

    @Test
    void whatACustomizerSetsWronglyIsTold() {
        runner.withBean(VoxelNodeBuilderCustomizer.class, () -> builder -> builder.host("nosuchhost.invalid"))
                .run(context -> {
                    FailureAnalysis analysis = analyze(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains("nosuchhost.invalid");
                    assertThat(analysis.getAction()).contains("VoxelNodeBuilderCustomizer");
                });
    }

    /** A service of an application that wants to know who is near. */
    static final class Radar {
        Radar(Presence presence) {
            assertThat(presence).isNotNull();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            voxelpopuli.presence.enabled=false                          | voxelpopuli.presence.enabled is not true, as it is by default | voxelpopuli.presence.enabled=true
            voxelpopuli.presence.enabled=true,voxelpopuli.enabled=false | voxelpopuli.enabled is false, and presence stands beside      | voxelpopuli.enabled=true
            """)
    void whoForgotToSwitchPresenceOnIsToldHow(String properties, String description, String action) {
        List<Environment> environments = new ArrayList<>();
        ApplicationContextRunner application = runner.withInitializer(
                        context -> environments.add(context.getEnvironment()))
                .withConfiguration(AutoConfigurations.of(PresenceAutoConfiguration.class))
                .withBean(Radar.class)
                .withPropertyValues(properties.split(",", -1));
        application.run(context -> {
            FailureAnalysis analysis = analyze(context.getStartupFailure(), environments.get(0));
            assertThat(analysis.getDescription())
                    .contains("Parameter 0 of constructor in " + Radar.class.getName(), Presence.class.getName())
                    .contains(description);
            assertThat(analysis.getAction()).contains("Set " + action, "ObjectProvider<Presence>");
        });
        application
                .withPropertyValues("voxelpopuli.enabled=true", "voxelpopuli.presence.enabled=true")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Radar.class));
    }

    /** A service that needs what nobody here knows. */
    static final class Watch {
        Watch(Clock clock) {
            assertThat(clock).isNotNull();
        }
    }

    @Test
    void whatElseIsMissingIsLeftToSpring() {
        runner.withBean(Watch.class)
                .run(context -> assertThat(analyze(context.getStartupFailure()).getDescription())
                        .contains(Clock.class.getName())
                        .doesNotContain("voxelpopuli.enabled", "voxelpopuli.presence"));
    }

    @Test
    void aBootstrapHostThatDoesNotAnswerIsNoFailure() {
        runner.withPropertyValues("voxelpopuli.bootstrap=192.0.2.1:4000")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(VoxelNode.class));
    }
}
