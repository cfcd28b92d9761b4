package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.directory.LocalDirectory;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.presence.MulticastRoutes;
import org.voxelpopuli.presence.NameDigest;
import org.voxelpopuli.presence.OctreeSpace;
import org.voxelpopuli.presence.Optimisation;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.PresenceTimes;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint;
import org.voxelpopuli.spring.autoconfigure.metrics.VoxelNodeMetricsAutoConfiguration;
import org.voxelpopuli.spring.metrics.PresenceMetrics;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N13 Presence in an application")
final class PresenceAutoConfigurationTest {
    private final RecordingEnvironment environment = new RecordingEnvironment();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    VoxelNodeAutoConfiguration.class,
                    PresenceAutoConfiguration.class,
                    VoxelNodeEndpointAutoConfiguration.class,
                    VoxelNodeMetricsAutoConfiguration.class))
            .withBean("environment", NodeEnvironment.class, () -> environment)
            .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
            .withPropertyValues(
                    "voxelpopuli.port=0",
                    "voxelpopuli.store=memory",
                    "management.endpoints.web.exposure.include=presence");
    private final ApplicationContextRunner on = runner.withPropertyValues("voxelpopuli.presence.enabled=true");

    private static PresenceSettings settings(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(Property.PREFIX + ".presence", PresenceProperties.class)
                .settings("world");
    }

    @Test
    void itIsOffByDefaultAndThenThereIsNoBeanNoThreadAndNoPortOfIt() {
        runner.run(context -> {
            assertThat(context)
                    .hasSingleBean(VoxelNode.class)
                    .doesNotHaveBean(Presence.class)
                    .doesNotHaveBean(PresenceLifecycle.class)
                    .doesNotHaveBean(PresenceProperties.class)
                    .doesNotHaveBean(PresenceEndpoint.class)
                    .doesNotHaveBean(PresenceMetrics.class);
            assertThat(environment.workers).isNotEmpty().doesNotContain("presence");
            assertThat(environment.bound).as("UDP ports: of the DHT alone").hasSize(1);
        });
    }

    @Test
    void whatIsOffIsNotChecked() {
        runner.withPropertyValues("voxelpopuli.presence.neighbours=0")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void onItListensOnLoopbackWithASecondPortAndAThread() {
        on.run(context -> {
            Presence presence = context.getBean(Presence.class);
            assertThat(presence.localAddress().getAddress().isLoopbackAddress()).isTrue();
            assertThat(environment.workers).containsOnlyOnce("presence");
            assertThat(environment.bound).hasSize(2);
            assertThat(presence.settings().instance()).as("the world's name").isEqualTo("voxelpopuli");
            assertThat(context).hasSingleBean(PresenceEndpoint.class).hasSingleBean(PresenceMetrics.class);
        });
    }

    @Test
    void itEndsWithTheContextBeforeTheNodeAndItsPortIsFreeAgain() {
        List<Integer> port = new ArrayList<>();
        on.run(context -> {
            Presence presence = context.getBean(Presence.class);
            presence.join(new PlayerName("anna"), new Point(0, 0, 0), new PresenceListener() {})
                    .join();
            port.add(presence.localAddress().getPort());
            assertThat(context.getBeanFactory().getDependentBeans("voxelNodeLifecycle"))
                    .as("what is stopped before the node")
                    .contains("presenceLifecycle");
        });
        assertThatCode(() -> new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get(0)))
                        .close())
                .doesNotThrowAnyException();
    }

    @Test
    void byDefaultThePortIsTwoAboveTheNodesAndAnyFreeOneIfTheNodesIs() {
        assertThat(PresenceAutoConfiguration.PresenceConfiguration.port(null, 4000, 4000))
                .isEqualTo(4002);
        assertThat(PresenceAutoConfiguration.PresenceConfiguration.port(null, 0, 50_123))
                .isZero();
        assertThat(PresenceAutoConfiguration.PresenceConfiguration.port(7, 4000, 4000))
                .isEqualTo(7);
        assertThatThrownBy(() -> PresenceAutoConfiguration.PresenceConfiguration.port(null, 65_534, 65_534))
                .hasMessageContaining("voxelpopuli.presence.port is '': the node's port is 65534")
                .hasMessageContaining(Property.PRESENCE_PORT.allowed());
    }

    @Test
    void presenceOfTheApplicationReplacesOurs() {
        Presence own = Presence.start(
                        environment,
                        Ed25519.generate(0),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        bound -> new NoRoutes(),
                        PresenceSettings.DEFAULT)
                .join();
        on.withBean("own", Presence.class, () -> own).run(context -> {
            assertThat(context.getBean(Presence.class)).isSameAs(own);
            assertThat(context).doesNotHaveBean(PresenceLifecycle.class).hasSingleBean(PresenceEndpoint.class);
        });
    }

    @Test
    void withoutADhtItSaysThatItCannotFindRoutes() {
        on.withBean(
                        "directory",
                        DirectoryProvider.class,
                        () -> nodeContext -> CompletableFuture.completedFuture(new LocalDirectory()))
                .run(context -> assertThat(FailureAnalyzersTest.analyze(context.getStartupFailure())
                                .getDescription())
                        .contains("voxelpopuli.presence.enabled is 'true'")
                        .contains("no DHT"));
    }

    @Test
    void anAdvertisedNameThatDoesNotResolveIsTold() {
        on.withPropertyValues("voxelpopuli.advertise=nosuchhost.invalid")
                .run(context -> assertThat(FailureAnalyzersTest.analyze(context.getStartupFailure())
                                .getDescription())
                        .contains("voxelpopuli.advertise is 'nosuchhost.invalid'")
                        .contains("presence announces an address"));
    }

    @Test
    void theLocalNetworkIsAskedIfThatIsWanted() {
        on.withPropertyValues("voxelpopuli.presence.multicast=true").run(context -> {
            assertThat(context).hasSingleBean(Presence.class);
            assertThat(environment.bound).contains(MulticastRoutes.NDN_GROUP);
        });
    }

    @ParameterizedTest
    @CsvSource({"0.0.0.0, 0.0.0.0", "::1, 0:0:0:0:0:0:0:1"})
    void whoAsksTheLocalNetworkMustSayWhichOne(String host, String told) {
        on.withPropertyValues(
                        "voxelpopuli.presence.multicast=true",
                        "voxelpopuli.host=" + host,
                        "voxelpopuli.advertise=127.0.0.1")
                .run(context -> assertThat(FailureAnalyzersTest.analyze(context.getStartupFailure())
                                .getDescription())
                        .contains("voxelpopuli.presence.multicast is 'true': voxelpopuli.host is " + told)
                        .contains("set it to the one that this machine has on the network that is meant")
                        .contains(Property.PRESENCE_MULTICAST.allowed()));
    }

    @Test
    void aGroupThatCannotBeJoinedIsToldWithTheReason() {
        environment.refuseGroups();
        on.withPropertyValues("voxelpopuli.presence.multicast=true")
                .run(
                        context -> assertThat(FailureAnalyzersTest.analyze(context.getStartupFailure())
                                        .getDescription())
                                .contains(
                                        "voxelpopuli.presence.multicast is 'true': Cannot join the multicast group 224.0.23.170:56363: no"));
    }

    @Test
    void aPortInUseIsNamedWithTheLikelyCause() throws IOException {
        try (DatagramSocket taken = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            on.withPropertyValues("voxelpopuli.presence.port=" + taken.getLocalPort())
                    .run(context -> {
                        FailureAnalysis analysis = FailureAnalyzersTest.analyze(context.getStartupFailure());
                        assertThat(analysis.getDescription())
                                .startsWith("Presence cannot listen.")
                                .contains("It needs UDP port " + taken.getLocalPort() + ".")
                                .contains("another node on this machine");
                        assertThat(analysis.getAction())
                                .contains("another port with voxelpopuli.presence.port (0 takes any free one)");
                    });
        }
    }

    @Test
    void metersOutliveAGarbageCollection() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        on.run(context -> {
            context.getBean(Presence.class)
                    .join(new PlayerName("anna"), new Point(0, 0, 0), new PresenceListener() {})
                    .join();
            context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            System.gc();
            assertThat(registry.get("voxelpopuli.presence.avatars").gauge().value())
                    .isEqualTo(1);
            assertThat(registry.getMeters().stream()
                            .filter(meter -> meter.getId().getName().startsWith("voxelpopuli.presence."))
                            .map(meter -> meter.measure().iterator().next().getValue()))
                    .hasSizeGreaterThan(25)
                    .noneMatch(value -> Double.isNaN(value));
        });
    }

    @Test
    void theDefaultsAreThoseOfTheLibraryInAnInstanceOfTheWorldAndASpaceAroundZero() {
        PresenceSettings library = PresenceSettings.DEFAULT;
        assertThat(settings(Map.of()))
                .isEqualTo(new PresenceSettings(
                        library.prefix(),
                        "world",
                        OctreeSpace.centred(
                                library.space().edge(),
                                library.space().levels(),
                                library.space().prefixLevel()),
                        library.digest(),
                        library.neighbours(),
                        library.radius(),
                        library.radiusStep(),
                        library.maxRadius(),
                        library.maxKnown(),
                        library.times(),
                        library.optimisations()));
    }

    @Test
    void everySettingIsAProperty() {
        PresenceSettings set = settings(Map.ofEntries(
                Map.entry("voxelpopuli.presence.instance", "arena"),
                Map.entry("voxelpopuli.presence.prefix", "/games/who"),
                Map.entry("voxelpopuli.presence.digest", "xor-fnv-32"),
                Map.entry("voxelpopuli.presence.neighbours", "3"),
                Map.entry("voxelpopuli.presence.radius", "10"),
                Map.entry("voxelpopuli.presence.radius-step", "2.5"),
                Map.entry("voxelpopuli.presence.max-radius", "20"),
                Map.entry("voxelpopuli.presence.max-known", "7"),
                Map.entry("voxelpopuli.presence.optimisations", "progressive,event-driven"),
                Map.entry("voxelpopuli.presence.space.origin", "-1, 2.5, 3"),
                Map.entry("voxelpopuli.presence.space.edge", "1000"),
                Map.entry("voxelpopuli.presence.space.levels", "4"),
                Map.entry("voxelpopuli.presence.space.prefix-level", "2"),
                Map.entry("voxelpopuli.presence.times.discovery-timeout", "1s"),
                Map.entry("voxelpopuli.presence.times.discovery-interval", "2s"),
                Map.entry("voxelpopuli.presence.times.eager-interval", "10ms"),
                Map.entry("voxelpopuli.presence.times.settled-interval", "4s"),
                Map.entry("voxelpopuli.presence.times.discovery-freshness", "5s"),
                Map.entry("voxelpopuli.presence.times.position-timeout", "6s"),
                Map.entry("voxelpopuli.presence.times.update-interval", "7s"),
                Map.entry("voxelpopuli.presence.times.position-interval", "8s"),
                Map.entry("voxelpopuli.presence.times.position-freshness", "1h"),
                Map.entry("voxelpopuli.presence.times.offline-after", "9")));
        assertThat(set)
                .isEqualTo(new PresenceSettings(
                        Name.parse("/games/who"),
                        "arena",
                        new OctreeSpace(new Point(-1, 2.5, 3), 1_000, 4, 2),
                        NameDigest.XOR_FNV_32,
                        3,
                        10,
                        2.5,
                        20,
                        7,
                        new PresenceTimes(
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(2),
                                Duration.ofMillis(10),
                                Duration.ofSeconds(4),
                                Duration.ofSeconds(5),
                                Duration.ofSeconds(6),
                                Duration.ofSeconds(7),
                                Duration.ofSeconds(8),
                                Duration.ofHours(1),
                                9),
                        Set.of(Optimisation.PROGRESSIVE, Optimisation.EVENT_DRIVEN)));
        assertThat(settings(Map.of("voxelpopuli.presence.optimisations", "")).optimisations())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port                      | -1
            port                      | 65536
            instance                  | aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg
            prefix                    | presence
            prefix                    | /
            prefix                    | /a/b/c/d/e/f/g/h/i
            prefix                    | /a//b
            neighbours                | 0
            neighbours                | 100001
            radius                    | 0.0
            radius                    | NaN
            radius                    | Infinity
            radius-step               | -1.0
            max-radius                | 1023.0
            max-radius                | 16385.0
            max-radius                | NaN
            max-known                 | 19
            max-known                 | 100001
            space.origin              | 1,2
            space.origin              | 1,2,x
            space.origin              | 1,2,NaN
            space.edge                | 0.0
            space.edge                | Infinity
            space.levels              | 0
            space.levels              | 21
            space.prefix-level        | 0
            space.prefix-level        | 2
            space.prefix-level        | 8
            times.discovery-timeout   | 9ms
            times.discovery-interval  | 61m
            times.eager-interval      | 9ms
            times.settled-interval    | 0ms
            times.discovery-freshness | 9ms
            times.position-timeout    | 9ms
            times.update-interval     | 9ms
            times.position-interval   | 9ms
            times.position-freshness  | 9ms
            times.offline-after       | 0
            times.offline-after       | 1001
            """)
    void aValueOutOfRangeIsNamedWithWhatIsAllowed(String name, String value) {
        Property property = Property.of("voxelpopuli.presence." + name).orElseThrow();
        assertThatThrownBy(() -> settings(Map.of(property.key(), value)))
                .extracting(VoxelPopuliPropertiesTest::refusal)
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .hasMessageContaining(property.key() + " is '" + value + "'")
                .hasMessageContaining(property.allowed());
    }

    @Test
    void whatOtherSettingsAllowIsTold() {
        assertThatThrownBy(() -> settings(Map.of("voxelpopuli.presence.max-known", "19")))
                .hasMessageStartingWith(
                        "voxelpopuli.presence.max-known is '19': with the other settings it may be 20..100000");
        assertThatThrownBy(() -> settings(Map.of("voxelpopuli.presence.times.offline-after", "0")))
                .hasMessage("voxelpopuli.presence.times.offline-after is '0'; allowed is 1..1000");
    }

    @ParameterizedTest
    @CsvSource({
        "port, any",
        "digest, md5",
        "optimisations, all",
        "multicast, maybe",
        "times.eager-interval, never",
        "neighbours, 0"
    })
    void whatIsNoValueAtAllToo(String name, String value) {
        Property property = Property.of("voxelpopuli.presence." + name).orElseThrow();
        on.withPropertyValues(property.key() + "=" + value).run(context -> {
            FailureAnalysis analysis = FailureAnalyzersTest.analyze(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .contains(property.key() + " is '" + value + "'")
                    .contains(property.allowed());
        });
    }

    /** Nothing leads anywhere. */
    private static final class NoRoutes implements Routes {
        @Override
        public void announce(Name prefix) {}

        @Override
        public void withdraw(Name prefix) {}

        @Override
        public CompletableFuture<List<InetSocketAddress>> find(Name prefix) {
            return CompletableFuture.completedFuture(List.of());
        }
    }
}
