package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.spring.actuate.endpoint.ChunksEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.DhtEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.PlayersEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.ReplicationEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.VoxelNodeInfoContributor;
import org.voxelpopuli.spring.autoconfigure.health.VoxelNodeHealthContributorAutoConfiguration;
import org.voxelpopuli.spring.autoconfigure.metrics.VoxelNodeMetricsAutoConfiguration;
import org.voxelpopuli.spring.health.VoxelNodeHealthIndicator;
import org.voxelpopuli.spring.metrics.KademliaMetrics;
import org.voxelpopuli.spring.metrics.ServerMetrics;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.StoreStatus;
import org.voxelpopuli.store.WorldStore;

/** What is added to a host application depends on what it brings and exposes. */
final class ObservabilityTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    VoxelNodeAutoConfiguration.class,
                    VoxelNodeEndpointAutoConfiguration.class,
                    VoxelNodeHealthContributorAutoConfiguration.class,
                    VoxelNodeMetricsAutoConfiguration.class))
            .withPropertyValues("voxelpopuli.port=0", "voxelpopuli.store=memory");

    @Test
    void theStarterExposesNothingByItself() {
        runner.run(context -> assertThat(context)
                .hasSingleBean(VoxelNodeHealthIndicator.class)
                .hasSingleBean(VoxelNodeInfoContributor.class)
                .doesNotHaveBean(DhtEndpoint.class)
                .doesNotHaveBean(ChunksEndpoint.class)
                .doesNotHaveBean(PlayersEndpoint.class));
    }

    @Test
    void theEndpointsAreThereWhenTheApplicationExposesThem() {
        runner.withPropertyValues("management.endpoints.web.exposure.include=dht,chunks,players,replication")
                .run(context -> assertThat(context)
                        .hasSingleBean(DhtEndpoint.class)
                        .hasSingleBean(ChunksEndpoint.class)
                        .hasSingleBean(PlayersEndpoint.class)
                        .hasSingleBean(ReplicationEndpoint.class));
    }

    @Test
    void anApplicationWithoutActuatorHealthAndMicrometerHasItsNodeAllTheSame() {
        runner.withClassLoader(
                        new FilteredClassLoader(InfoContributor.class, HealthIndicator.class, MeterRegistry.class))
                .run(context -> assertThat(context)
                        .hasSingleBean(VoxelNode.class)
                        .doesNotHaveBean(VoxelNodeHealthIndicator.class)
                        .doesNotHaveBean(VoxelNodeInfoContributor.class));
    }

    @Test
    void withoutANodeThereIsNothingToLookAt() {
        runner.withPropertyValues("voxelpopuli.enabled=false", "management.endpoints.web.exposure.include=*")
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> assertThat(context)
                        .doesNotHaveBean(VoxelNodeHealthIndicator.class)
                        .doesNotHaveBean(DhtEndpoint.class)
                        .doesNotHaveBean(ServerMetrics.class));
    }

    @Test
    void metersNeedARegistry() {
        runner.run(context -> assertThat(context).doesNotHaveBean(ServerMetrics.class));
        runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new).run(context -> assertThat(context)
                .hasNotFailed()
                .hasSingleBean(ServerMetrics.class)
                .hasSingleBean(KademliaMetrics.class));
    }

    @Test
    void healthIsDownWhenTheStoreCannotWriteAndSaysWhy() {
        runner.withBean(WorldStore.class, FullDiskStore::new).run(context -> {
            var health = context.getBean(VoxelNodeHealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(String.valueOf(health.getDetails().get("store"))).contains("the disk is full");
        });
    }

    @Test
    void metersOutliveAGarbageCollection() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        runner.withBean(MeterRegistry.class, () -> registry).run(context -> {
            context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            System.gc();
            assertThat(registry.getMeters().stream()
                            .filter(meter -> !meter.getId().getName().equals("voxelpopuli.replication.failover.last"))
                            .filter(meter -> meter.measure().iterator().hasNext()
                                    && Double.isNaN(
                                            meter.measure().iterator().next().getValue()))
                            .map(meter -> meter.getId().getName()))
                    .isEmpty();
            assertThat(registry.get("voxelpopuli.chunks.resident").gauge().value())
                    .isZero();
        });
    }

    @Test
    void healthCanBeLeftOut() {
        runner.withPropertyValues("management.health.voxelpopuli.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(VoxelNodeHealthIndicator.class));
    }

    /** Keeps everything in memory, and says that it could not. */
    private static final class FullDiskStore extends DelegatingStore {
        FullDiskStore() {
            super(new MemoryWorldStore());
        }

        @Override
        public StoreStatus status() {
            return new StoreStatus("test", "nowhere", Optional.of("the disk is full"), 3, 0, 0, 0, Set.of());
        }
    }
}
