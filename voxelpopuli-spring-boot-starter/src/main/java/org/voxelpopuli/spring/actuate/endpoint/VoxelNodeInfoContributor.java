package org.voxelpopuli.spring.actuate.endpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.world.WorldSpec;

/** Our part of {@code /actuator/info}: the version, the node and its world. */
public final class VoxelNodeInfoContributor implements InfoContributor {
    private final VoxelNode node;
    private final String version = readVersion();

    /** Tells of that node. */
    public VoxelNodeInfoContributor(VoxelNode node) {
        this.node = node;
    }

    private static String readVersion() {
        Properties properties = new Properties();
        try (InputStream in = VoxelNodeInfoContributor.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "unknown");
    }

    @Override
    public void contribute(Info.Builder builder) {
        WorldSpec world = node.world().spec();
        builder.withDetail(
                "voxelpopuli",
                Map.of(
                        "version",
                        version,
                        "node",
                        node.id().toString(),
                        "world",
                        Map.of(
                                "name", world.name(),
                                "seed", world.seed(),
                                "dayLength", world.dayLength().toString())));
    }
}
