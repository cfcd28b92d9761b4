package org.voxelpopuli.spring.autoconfigure.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.spring.PresenceView;
import org.voxelpopuli.spring.autoconfigure.PresenceAutoConfiguration;
import org.voxelpopuli.spring.autoconfigure.VoxelNodeAutoConfiguration;
import org.voxelpopuli.spring.metrics.KademliaMetrics;
import org.voxelpopuli.spring.metrics.PresenceMetrics;
import org.voxelpopuli.spring.metrics.ServerMetrics;
import org.voxelpopuli.spring.metrics.VoxelNodeMetrics;

/** The meters {@code voxelpopuli.*}, if the application has a {@link MeterRegistry}. */
@AutoConfiguration(
        after = {VoxelNodeAutoConfiguration.class, PresenceAutoConfiguration.class},
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, VoxelNode.class})
public final class VoxelNodeMetricsAutoConfiguration {
    /** Created by Spring. */
    VoxelNodeMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    ServerMetrics serverMetrics(MeterRegistry registry) {
        return new ServerMetrics(registry);
    }

    @Bean
    @ConditionalOnMissingBean
    KademliaMetrics kademliaMetrics(MeterRegistry registry) {
        return new KademliaMetrics(registry);
    }

    @Bean
    @ConditionalOnMissingBean
    VoxelNodeMetrics voxelNodeMetrics(VoxelNode node) {
        return new VoxelNodeMetrics(new NodeView(node));
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(Presence.class)
    PresenceMetrics presenceMetrics(Presence presence) {
        return new PresenceMetrics(new PresenceView(presence));
    }
}
