package org.voxelpopuli;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.Directory;

/** Makes the directory of a node that is being started, so that a node need not know which network it is part of. */
@FunctionalInterface
public interface DirectoryProvider {
    /**
     * Reads what the directory kept from its last run, then binds its port.
     *
     * @return fails with {@link java.net.BindException} if the port cannot be bound
     */
    CompletableFuture<Directory> open(NodeContext context);
}
