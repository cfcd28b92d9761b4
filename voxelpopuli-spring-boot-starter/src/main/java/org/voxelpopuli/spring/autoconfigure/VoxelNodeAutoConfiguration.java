package org.voxelpopuli.spring.autoconfigure;

import java.net.InetAddress;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.replication.ReplicationSettings;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.spring.autoconfigure.VoxelPopuliProperties.Store;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.PostgresWorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.BlockTypes;

/**
 * A {@link VoxelNode}, and the beans that it is made of: the store, the terrain, the block types, the directory and the transport. An
 * application that defines one of them has its own instead; one that defines a {@link VoxelNode} has none of ours.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "voxelpopuli.enabled", matchIfMissing = true)
@EnableConfigurationProperties(VoxelPopuliProperties.class)
public final class VoxelNodeAutoConfiguration {
    /** Created by Spring. */
    VoxelNodeAutoConfiguration() {}

    /** What a node is made of. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(VoxelNode.class)
    static class NodeConfiguration {
        @Bean
        @ConditionalOnMissingBean
        WorldStore worldStore(VoxelPopuliProperties properties, ObjectProvider<NodeIdentity> identity) {
            return switch (properties.store()) {
                // The node's id leads to its schema.
                case JDBC ->
                    PostgresWorldStore.open(
                            properties.jdbc().settings(),
                            WriterId.of(identity.getObject().id()));
                case SQLITE -> SqliteWorldStore.open(properties.dataFolder());
                case MEMORY -> new MemoryWorldStore();
            };
        }

        @Bean
        @ConditionalOnMissingBean
        TerrainGenerator terrainGenerator(VoxelPopuliProperties properties) {
            return new HeightMapTerrain(properties.world().seed());
        }

        @Bean
        @ConditionalOnMissingBean
        BlockTypes blockTypes() {
            return BlockTypes.standard();
        }

        @Bean
        @ConditionalOnMissingBean
        NodeEnvironment nodeEnvironment() {
            return NettyEnvironment.create();
        }

        /** Kept in the data folder, if there is one. With SQLite it is read after the store has locked the folder. */
        @Bean
        @ConditionalOnMissingBean
        NodeIdentity nodeIdentity(
                VoxelPopuliProperties properties, ObjectProvider<WorldStore> store, NodeEnvironment environment) {
            int bits = properties.dht().puzzleBits();
            return properties.store() == Store.JDBC || store.getObject() instanceof SqliteWorldStore
                    ? KeyFile.loadOrCreate(properties.dataFolder(), bits)
                    : environment.newIdentity(bits);
        }

        @Bean
        @ConditionalOnMissingBean
        DirectoryProvider directoryProvider(
                VoxelPopuliProperties properties, ObjectProvider<KademliaListener> listeners) {
            KademliaSettings settings = KademliaSettings.builder()
                    .bootstrap(properties.bootstrapAddresses())
                    .k(properties.dht().k())
                    .alpha(properties.dht().alpha())
                    .disjointPaths(properties.dht().disjointPaths())
                    .timeout(properties.dht().timeout())
                    .layout(properties.dht().layout())
                    .dialect(properties.dht().dialect())
                    .subnetLimits(new SubnetLimits(
                            properties.dht().maxPerSubnetInBucket(),
                            properties.dht().maxPerSubnetInTable()))
                    .compatibility(properties.compatibility())
                    .puzzleBits(properties.dht().puzzleBits())
                    .secret(properties.secret())
                    .build();
            DirectoryProvider provider = KademliaDirectory.provider(settings);
            List<KademliaListener> told = listeners.orderedStream().toList();
            return context -> provider.open(context).thenApply(directory -> listenTo(directory, told));
        }

        private static Directory listenTo(Directory directory, List<KademliaListener> listeners) {
            if (directory instanceof KademliaDirectory kademlia) {
                listeners.forEach(kademlia.kademlia()::addListener);
            }
            return directory;
        }

        @Bean
        @Lazy(false)
        VoxelNodeLifecycle voxelNodeLifecycle(
                VoxelPopuliProperties properties,
                NodeParts parts,
                ObjectProvider<ServerObserver> observers,
                ObjectProvider<VoxelNodeBuilderCustomizer> customizers) {
            new HostNames(InetAddress::getByName).check(properties);
            VoxelNodeBuilder builder = VoxelNode.builder()
                    .port(properties.port())
                    .host(properties.host())
                    .data(properties.dataFolder())
                    .world(properties.world().spec())
                    .store(parts.store())
                    .terrain(parts.terrain())
                    .blockTypes(parts.blockTypes())
                    .environment(parts.environment())
                    .identity(parts.identity())
                    .directory(parts.directory())
                    .replication(ReplicationSettings.DEFAULT.withCopies(properties.replication()))
                    .observer(ServerObservers.of(observers.orderedStream().toList()));
            if (properties.advertise() != null) {
                builder.advertise(properties.advertise());
            }
            customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
            return new VoxelNodeLifecycle(builder, properties.port());
        }

        /** The lifecycle closes it, in bounded time. */
        @Bean(destroyMethod = "")
        @Lazy(false)
        VoxelNode voxelNode(VoxelNodeLifecycle lifecycle) {
            return lifecycle.open();
        }

        @Bean
        NodeParts voxelNodeParts(
                WorldStore store,
                TerrainGenerator terrain,
                BlockTypes blockTypes,
                NodeEnvironment environment,
                NodeIdentity identity,
                DirectoryProvider directory) {
            return new NodeParts(store, terrain, blockTypes, environment, identity, directory);
        }
    }

    /** The beans that an application may replace. */
    record NodeParts(
            WorldStore store,
            TerrainGenerator terrain,
            BlockTypes blockTypes,
            NodeEnvironment environment,
            NodeIdentity identity,
            DirectoryProvider directory) {}
}
