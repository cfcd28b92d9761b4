package org.voxelpopuli.spring.autoconfigure;

import org.voxelpopuli.VoxelNodeBuilder;

/**
 * Changes how the node is built, after the properties and beans have been applied. Beans of this type are called in their order
 * ({@link org.springframework.core.annotation.Order}), on the thread that starts the application context.
 */
@FunctionalInterface
public interface VoxelNodeBuilderCustomizer {
    /** Called once, before the node is started. */
    void customize(VoxelNodeBuilder builder);
}
