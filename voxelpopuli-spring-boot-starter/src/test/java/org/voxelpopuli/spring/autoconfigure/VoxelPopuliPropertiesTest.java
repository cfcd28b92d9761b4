package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.test.util.ReflectionTestUtils;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.kademlia.routing.TableLayout;
import org.voxelpopuli.kademlia.wire.Compatibility;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.world.WorldSpec;

final class VoxelPopuliPropertiesTest {
    static VoxelPopuliProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate(Property.PREFIX, VoxelPopuliProperties.class);
    }

    @Test
    void theDefaultsAreThoseOfTheLibrary() {
        VoxelPopuliProperties defaults = bind(Map.of());

        VoxelNodeBuilder builder = VoxelNode.builder();
        assertThat(defaults.port()).isEqualTo(ReflectionTestUtils.getField(builder, "port"));
        assertThat(defaults.host()).isEqualTo(ReflectionTestUtils.getField(builder, "host"));
        assertThat(defaults.advertise()).isEqualTo(ReflectionTestUtils.getField(builder, "advertise"));
        Path folder = (Path) ReflectionTestUtils.getField(builder, "data");
        assertThat(defaults.dataFolder()).isEqualTo(folder.toAbsolutePath());
        assertThat(defaults.world().spec()).isEqualTo(WorldSpec.DEFAULT);

        KademliaSettings kademlia = KademliaSettings.builder().build();
        assertThat(defaults.bootstrapAddresses()).isEqualTo(kademlia.bootstrap());
        assertThat(defaults.dht().k()).isEqualTo(kademlia.k());
        assertThat(defaults.dht().alpha()).isEqualTo(kademlia.alpha());
        assertThat(defaults.dht().disjointPaths()).isEqualTo(kademlia.disjointPaths());
        assertThat(defaults.dht().timeout()).isEqualTo(kademlia.timeout());
        assertThat(defaults.dht().layout()).isEqualTo(kademlia.layout());
        assertThat(defaults.dht().dialect()).isEqualTo(kademlia.dialect());
        assertThat(new SubnetLimits(
                        defaults.dht().maxPerSubnetInBucket(), defaults.dht().maxPerSubnetInTable()))
                .isEqualTo(kademlia.subnetLimits());
        assertThat(defaults.store()).isEqualTo(VoxelPopuliProperties.Store.SQLITE);
        assertThat(defaults.compatibility()).isEqualTo(kademlia.compatibility());
        assertThat(defaults.dht().puzzleBits())
                .isEqualTo(kademlia.puzzleBits())
                .isEqualTo(ReflectionTestUtils.getField(builder, "puzzleBits"));
        assertThat(defaults.secret()).isEqualTo(kademlia.secret().orElse(null));
    }

    @Test
    void everyPropertyCanBeSet() {
        VoxelPopuliProperties set = bind(Map.ofEntries(
                Map.entry("voxelpopuli.enabled", "false"),
                Map.entry("voxelpopuli.port", "65534"),
                Map.entry("voxelpopuli.host", "0.0.0.0"),
                Map.entry("voxelpopuli.advertise", "2001:db8::7"),
                Map.entry("voxelpopuli.bootstrap", "a.example:4000,[2001:db8::1]:4002"),
                Map.entry("voxelpopuli.data", "elsewhere"),
                Map.entry("voxelpopuli.store", "memory"),
                Map.entry("voxelpopuli.world.name", "w"),
                Map.entry("voxelpopuli.world.seed", "-9223372036854775808"),
                Map.entry("voxelpopuli.world.day-length", "1m"),
                Map.entry("voxelpopuli.dht.k", "64"),
                Map.entry("voxelpopuli.dht.alpha", "16"),
                Map.entry("voxelpopuli.dht.disjoint-paths", "16"),
                Map.entry("voxelpopuli.dht.timeout", "10s"),
                Map.entry("voxelpopuli.dht.layout", "splitting"),
                Map.entry("voxelpopuli.dht.dialect", "json"),
                Map.entry("voxelpopuli.dht.max-per-subnet-in-bucket", "64"),
                Map.entry("voxelpopuli.dht.max-per-subnet-in-table", "10240"),
                Map.entry("voxelpopuli.dht.puzzle-bits", "24"),
                Map.entry("voxelpopuli.compatibility", "seed")));
        assertThat(set.compatibility()).isEqualTo(Compatibility.SEED);
        assertThat(set.dht().puzzleBits()).isEqualTo(24);
        assertThat(set.enabled()).isFalse();
        assertThat(set.bootstrapAddresses())
                .extracting(Object::toString)
                .containsExactly("a.example:4000", "[2001:db8::1]:4002");
        assertThat(set.dht().layout()).isEqualTo(TableLayout.SPLITTING);
        assertThat(set.dht().dialect()).isEqualTo(Dialect.JSON);
        assertThat(set.world().seed()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void aSecretIsNotShown() {
        VoxelPopuliProperties set = bind(Map.of("voxelpopuli.secret", "correct horse battery"));
        assertThat(set.secret()).isEqualTo("correct horse battery");
        assertThat(set).asString().doesNotContain("horse");
    }

    @Test
    void anEmptyListOfBootstrapNodesIsNone() {
        assertThat(bind(Map.of("voxelpopuli.bootstrap", "")).bootstrapAddresses())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            port             | -1
            port             | 65535
            host             | 127.0.0.1:4000
            host             | two words
            advertise        | 127.0.0.1:4000
            bootstrap        | nowhere
            bootstrap        | host:0
            bootstrap        | host:65536
            bootstrap        | 2001:db8::1:4000
            bootstrap        | :4000
            data             | ' '
            world.name       | ' '
            world.name       | aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg
            world.day-length | 59s
            world.day-length | 1441m
            dht.k            | 0
            dht.k            | 65
            dht.alpha        | 0
            dht.alpha        | 17
            dht.disjoint-paths | 0
            dht.disjoint-paths | 17
            dht.timeout      | 49ms
            dht.timeout      | 10001ms
            """)
    void aValueOutOfRangeIsRefusedWithThePropertyTheValueAndWhatIsAllowed(String name, String value) {
        Property property = Property.of("voxelpopuli." + name).orElseThrow();
        assertThatThrownBy(() -> bind(Map.of(property.key(), value)))
                .isInstanceOf(BindException.class)
                .satisfies(failure -> assertThat(refusal(failure))
                        .hasMessageContaining(property.key())
                        .hasMessageContaining("'" + value + "'")
                        .hasMessageContaining(property.allowed()));
    }

    static Throwable refusal(Throwable failure) {
        Throwable cause = failure;
        while (!(cause instanceof InvalidPropertyException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Test
    void whoListensOnAllAddressesMustSayUnderWhichOthersReachTheNode() {
        assertThatThrownBy(() -> bind(Map.of("voxelpopuli.host", "0.0.0.0")))
                .rootCause()
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("voxelpopuli.advertise")
                .hasMessageContaining("voxelpopuli.host=0.0.0.0");
    }
}
