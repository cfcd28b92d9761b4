package org.voxelpopuli.spring.autoconfigure.health;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.spring.autoconfigure.VoxelNodeAutoConfiguration;
import org.voxelpopuli.spring.health.VoxelNodeHealthIndicator;

/** The component {@code voxelpopuli} of the health; {@code management.health.voxelpopuli.enabled=false} leaves it out. */
@AutoConfiguration(after = VoxelNodeAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(VoxelNode.class)
@ConditionalOnEnabledHealthIndicator("voxelpopuli")
public final class VoxelNodeHealthContributorAutoConfiguration {
    /** Created by Spring. */
    VoxelNodeHealthContributorAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(name = {"voxelpopuliHealthIndicator", "voxelpopuliHealthContributor"})
    VoxelNodeHealthIndicator voxelpopuliHealthIndicator(VoxelNode node) {
        return new VoxelNodeHealthIndicator(new NodeView(node));
    }
}
