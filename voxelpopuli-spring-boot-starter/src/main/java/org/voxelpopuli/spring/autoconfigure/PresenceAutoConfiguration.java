package org.voxelpopuli.spring.autoconfigure;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.runtime.NodeEnvironment;

/** A {@link Presence} beside the node, if {@code voxelpopuli.presence.enabled} is set. An application that defines one has its own instead. */
@AutoConfiguration(after = VoxelNodeAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "voxelpopuli.presence.enabled")
@ConditionalOnBean({VoxelNode.class, VoxelPopuliProperties.class})
public final class PresenceAutoConfiguration {
    private static final int MAX_PORT = 65_535;

    /** Created by Spring. */
    PresenceAutoConfiguration() {}

    /** Presence and its life. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(Presence.class)
    @EnableConfigurationProperties(PresenceProperties.class)
    static class PresenceConfiguration {
        /** @param before is named so that it is stopped after this; there is none for a node of the application */
        @Bean
        @Lazy(false)
        PresenceLifecycle presenceLifecycle(
                VoxelNode node,
                @Nullable VoxelNodeLifecycle before,
                NodeEnvironment environment,
                NodeIdentity identity,
                VoxelPopuliProperties properties,
                PresenceProperties presence) {
            return new PresenceLifecycle(
                    node,
                    environment,
                    identity,
                    new InetSocketAddress(properties.host(), port(presence.port(), properties.port(), node.port())),
                    presence.multicast(),
                    presence.settings(node.world().spec().name()));
        }

        /** The one that was set; else two above the node's, since the game has the one between; any free one if the node's is. */
        static int port(@Nullable Integer wanted, int wantedOfNode, int ofNode) {
            if (wanted != null) {
                return wanted;
            }
            if (wantedOfNode == 0) {
                return 0;
            }
            if (ofNode + 2 > MAX_PORT) {
                throw Property.PRESENCE_PORT.invalid(
                        "", "the node's port is " + ofNode + ", and there is none two above", null);
            }
            return ofNode + 2;
        }

        /** The lifecycle closes it, in bounded time. */
        @Bean(destroyMethod = "")
        @Lazy(false)
        Presence presence(PresenceLifecycle lifecycle) {
            return lifecycle.open();
        }
    }
}
