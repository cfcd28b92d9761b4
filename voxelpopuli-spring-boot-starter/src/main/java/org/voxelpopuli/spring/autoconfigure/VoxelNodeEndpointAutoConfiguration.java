package org.voxelpopuli.spring.autoconfigure;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.spring.PresenceView;
import org.voxelpopuli.spring.actuate.endpoint.ChunksEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.DhtEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.PlayersEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.ReplicationEndpoint;
import org.voxelpopuli.spring.actuate.endpoint.VoxelNodeInfoContributor;

/** The endpoints {@code dht}, {@code chunks}, {@code players}, {@code replication} and {@code presence}, where the application exposes them, and our part of {@code info}. */
@AutoConfiguration(after = {VoxelNodeAutoConfiguration.class, PresenceAutoConfiguration.class})
@ConditionalOnClass({InfoContributor.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBean(VoxelNode.class)
public final class VoxelNodeEndpointAutoConfiguration {
    /** Created by Spring. */
    VoxelNodeEndpointAutoConfiguration() {}

    @Configuration(proxyBeanMethods = false)
    static class EndpointConfiguration {
        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        DhtEndpoint dhtEndpoint(VoxelNode node) {
            return new DhtEndpoint(new NodeView(node));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        ChunksEndpoint chunksEndpoint(VoxelNode node) {
            return new ChunksEndpoint(new NodeView(node));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        PlayersEndpoint playersEndpoint(VoxelNode node) {
            return new PlayersEndpoint(new NodeView(node));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        ReplicationEndpoint replicationEndpoint(VoxelNode node) {
            return new ReplicationEndpoint(new NodeView(node));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(Presence.class)
        @ConditionalOnAvailableEndpoint
        PresenceEndpoint presenceEndpoint(Presence presence) {
            return new PresenceEndpoint(new PresenceView(presence));
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnEnabledInfoContributor("voxelpopuli")
        VoxelNodeInfoContributor voxelNodeInfoContributor(VoxelNode node) {
            return new VoxelNodeInfoContributor(node);
        }
    }
}
