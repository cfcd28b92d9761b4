package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.voxelpopuli.DirectoryProvider;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.directory.LocalDirectory;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.server.ServerObserver;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.MemoryWorldStore;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.terrain.HeightMapTerrain;
import org.voxelpopuli.terrain.TerrainGenerator;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.BlockTypes;

final class VoxelNodeAutoConfigurationTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(VoxelNodeAutoConfiguration.class))
            .withPropertyValues("voxelpopuli.port=0", "voxelpopuli.store=memory");

    @Test
    void anApplicationWithTheStarterHasARunningNodeOfAKademliaNetwork() {
        runner.run(context -> {
            VoxelNode node = context.getBean(VoxelNode.class);
            assertThat(node.port()).isPositive();
            assertThat(node.directory()).isInstanceOf(KademliaDirectory.class);
            assertThat(context).hasSingleBean(WorldStore.class).hasSingleBean(NodeEnvironment.class);
        });
    }

    @Test
    void enabledFalseTurnsItOffTogetherWithTheCheckOfItsProperties() {
        runner.withPropertyValues("voxelpopuli.enabled=false", "voxelpopuli.port=99999")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(VoxelNode.class)
                        .doesNotHaveBean(WorldStore.class));
    }

    @Test
    void theStoreMayBeADatabase(@TempDir Path folder) throws IOException {
        EmbeddedPostgres server = null;
        try {
            server = EmbeddedPostgres.builder().start();
        } catch (IOException | RuntimeException e) {
            assumeTrue(false, "no PostgreSQL can be started here: " + e);
        }
        try (EmbeddedPostgres postgres = server) {
            runner.withPropertyValues(
                            "voxelpopuli.store=jdbc",
                            "voxelpopuli.data=" + folder,
                            "voxelpopuli.jdbc.url=jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres",
                            "voxelpopuli.jdbc.user=postgres",
                            "voxelpopuli.jdbc.password=postgres")
                    .run(context -> {
                        VoxelNode node = context.getBean(VoxelNode.class);
                        assertThat(node.store().kind()).isEqualTo("jdbc");
                        assertThat(node.store().location()).endsWith("schema voxelpopuli_" + node.id());
                        assertThat(folder.resolve(KeyFile.FILE)).exists();
                        assertThat(folder.resolve(SqliteWorldStore.FILE)).doesNotExist();
                    });
        }
    }

    @Test
    void thePropertiesReachTheNode(@TempDir Path folder) {
        runner.withPropertyValues(
                        "voxelpopuli.store=sqlite",
                        "voxelpopuli.data=" + folder.resolve("made/on/demand"),
                        "voxelpopuli.advertise=node.example",
                        "voxelpopuli.world.name=atlantis",
                        "voxelpopuli.world.seed=-7",
                        "voxelpopuli.world.day-length=24h")
                .run(context -> {
                    VoxelNode node = context.getBean(VoxelNode.class);
                    assertThat(node.store().kind()).isEqualTo("sqlite");
                    assertThat(folder.resolve("made/on/demand").resolve(SqliteWorldStore.FILE))
                            .exists();
                    assertThat(node.address().host()).isEqualTo("node.example");
                    assertThat(node.world().spec().name()).isEqualTo("atlantis");
                    assertThat(node.world().spec().seed()).isEqualTo(-7);
                    assertThat(node.world().spec().dayLength()).hasHours(24);
                });
    }

    @Test
    void aStoreOfTheApplicationReplacesOurs() {
        MemoryWorldStore own = new MemoryWorldStore();
        runner.withBean("ownStore", WorldStore.class, () -> own).run(context -> {
            context.getBean(VoxelNode.class)
                    .world()
                    .setBlock(new BlockPos(1, 2, 3), BlockType.AIR.id())
                    .join();
            assertThat(own.residentChunks().join()).hasSize(1);
        });
    }

    @Test
    void terrainAndBlockTypesOfTheApplicationReplaceOurs() {
        BlockType gold = new BlockType(77, "gold", true);
        runner.withBean("ownTerrain", TerrainGenerator.class, () -> new HeightMapTerrain(5))
                .withBean("ownTypes", BlockTypes.class, () -> BlockTypes.standard()
                        .with(gold))
                .run(context -> {
                    assertThat(context).hasSingleBean(TerrainGenerator.class).hasSingleBean(BlockTypes.class);
                    VoxelNode node = context.getBean(VoxelNode.class);
                    BlockPos position = new BlockPos(0, 0, 0);
                    node.world().setBlock(position, gold.id()).join();
                    assertThat(node.world().block(position).join()).isEqualTo(gold.id());
                });
    }

    @Test
    void aTransportOfTheApplicationReplacesOurs() {
        NettyEnvironment own = NettyEnvironment.createDaemon();
        runner.withBean("ownEnvironment", NodeEnvironment.class, () -> own)
                .run(context ->
                        assertThat(context.getBean(NodeEnvironment.class)).isSameAs(own));
    }

    @Test
    void aDirectoryOfTheApplicationReplacesOurs() {
        LocalDirectory own = new LocalDirectory();
        runner.withBean(
                        "ownDirectory",
                        DirectoryProvider.class,
                        () -> nodeContext -> CompletableFuture.completedFuture(own))
                .run(context ->
                        assertThat(context.getBean(VoxelNode.class).directory()).isSameAs(own));
    }

    @Test
    void aNodeOfTheApplicationReplacesOursAndAllThatOursIsMadeOf() {
        VoxelNode own = VoxelNode.builder()
                .port(0)
                .store(new MemoryWorldStore())
                .start()
                .join();
        runner.withBean("ownNode", VoxelNode.class, () -> own).run(context -> {
            assertThat(context.getBean(VoxelNode.class)).isSameAs(own);
            assertThat(context).doesNotHaveBean(WorldStore.class).doesNotHaveBean(NodeEnvironment.class);
        });
    }

    @Test
    void customizersAreCalledInTheirOrderAfterTheProperties() {
        runner.withUserConfiguration(TwoCustomizers.class).run(context -> {
            assertThat(context.getBean(TwoCustomizers.class).calls).containsExactly("first", "second");
            assertThat(context.getBean(VoxelNode.class).address().host()).isEqualTo("second.example");
        });
    }

    @Test
    void allObserversOfTheApplicationAreTold() {
        List<String> told = new ArrayList<>();
        runner.withBean("one", ServerObserver.class, () -> new ServerObserver() {
                    @Override
                    public void connectionOpened() {
                        told.add("one");
                    }
                })
                .withBean("two", ServerObserver.class, () -> new ServerObserver() {
                    @Override
                    public void connectionOpened() {
                        told.add("two");
                    }
                })
                .run(context -> {
                    ServerObservers.of(context.getBeanProvider(ServerObserver.class)
                                    .orderedStream()
                                    .toList())
                            .connectionOpened();
                    assertThat(told).containsExactly("one", "two");
                });
    }

    @Test
    void theNodeEndsWithTheContextAndItsPortsAreFreeAgain() {
        int[] port = new int[1];
        runner.run(context -> port[0] = context.getBean(VoxelNode.class).port());
        assertThatCode(() -> new ServerSocket(port[0] + 1, 1, InetAddress.getLoopbackAddress()).close())
                .doesNotThrowAnyException();
    }

    @Test
    void theNodeEndsAlsoWhenTheContextCannotBeStartedAfterIt() {
        List<VoxelNode> started = new ArrayList<>();
        runner.withBean("failing", String.class, () -> "")
                .withInitializer(context -> context.addBeanFactoryPostProcessor(
                        factory -> factory.addBeanPostProcessor(new FailingAfterNode(started))))
                .run(context -> {
                    assertThat(context).hasFailed();
                    VoxelNode node = started.get(0);
                    assertThat(node.stop()).isCompleted();
                });
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoCustomizers {
        final List<String> calls = new ArrayList<>();

        @Bean
        @Order(2)
        VoxelNodeBuilderCustomizer later() {
            return builder -> {
                calls.add("second");
                builder.advertise("second.example");
            };
        }

        @Bean
        @Order(1)
        VoxelNodeBuilderCustomizer sooner() {
            return builder -> {
                calls.add("first");
                builder.advertise("first.example");
            };
        }
    }
}
