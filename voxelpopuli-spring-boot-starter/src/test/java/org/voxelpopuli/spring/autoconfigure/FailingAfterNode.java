package org.voxelpopuli.spring.autoconfigure;

import java.util.List;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.voxelpopuli.VoxelNode;

/** Lets the start of a context fail when its node runs already. */
record FailingAfterNode(List<VoxelNode> started) implements BeanPostProcessor {
    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof VoxelNode node) {
            started.add(node);
            throw new IllegalStateException("as the test wants it");
        }
        return bean;
    }
}
