package org.voxelpopuli.spring.autoconfigure;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.VoxelNodeBuilder;
import org.voxelpopuli.world.WorldSpec;

/**
 * Starts the node when its bean is asked for and stops it with the context, before the web server, whose last requests find it stopped, and before the beans that it
 * is made of. Stopping waits for what is being saved, though not for ever, since whoever stops a process kills it in the end.
 */
final class VoxelNodeLifecycle implements SmartLifecycle, DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(VoxelNodeLifecycle.class);

    /** The whole process shall end within 10 s. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(7);

    private final VoxelNodeBuilder builder;
    private final int port;
    private @Nullable VoxelNode node;
    private boolean announced;
    private @Nullable CompletableFuture<Void> stopped;

    VoxelNodeLifecycle(VoxelNodeBuilder builder, int port) {
        this.builder = builder;
        this.port = port;
    }

    /**
     * Starts the node and waits until its ports are bound.
     *
     * @throws NodeStartException if it cannot be started
     */
    synchronized VoxelNode open() {
        try {
            VoxelNode started = builder.start().join();
            node = started;
            return started;
        } catch (CompletionException e) {
            throw new NodeStartException(Property.PORT, port, e.getCause() == null ? e : e.getCause());
        } catch (IllegalArgumentException e) {
            throw new NodeStartException(Property.PORT, port, e);
        }
    }

    @Override
    public synchronized void start() {
        VoxelNode running = node;
        if (running == null) {
            return;
        }
        announced = true;
        WorldSpec world = running.world().spec();
        log.info(
                "Node {} listens on UDP {} and TCP {}; world '{}' with terrain seed {}; others reach it at {}",
                running.id().toString().substring(0, 8),
                running.port(),
                running.port() + 1,
                world.name(),
                world.seed(),
                running.address());
        var unused = running.ready()
                .thenRun(() -> log.info(
                        "Node {} is ready; its store is {}",
                        running.id().toString().substring(0, 8),
                        running.store().location()));
    }

    @Override
    public void stop() {
        stopNode().join();
    }

    @Override
    public void stop(Runnable callback) {
        var unused = stopNode().thenRun(callback);
    }

    private synchronized CompletableFuture<Void> stopNode() {
        VoxelNode running = node;
        if (running == null) {
            return CompletableFuture.completedFuture(null);
        }
        if (stopped == null) {
            log.info("Stopping the node: saving players and edits, leaving the network");
            stopped = running.stop()
                    .orTimeout(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .handle((done, failure) -> {
                        report(running, failure);
                        return null;
                    });
        }
        return stopped;
    }

    private static void report(VoxelNode node, @Nullable Throwable failure) {
        if (failure instanceof TimeoutException) {
            log.error(
                    "The node did not stop within {} s. What it had not yet saved is lost: {} writes wait{}",
                    STOP_LIMIT.toSeconds(),
                    node.store().queuedWrites(),
                    node.store().writeError().map(error -> ", since " + error).orElse(""));
        } else if (failure == null) {
            log.info("The node has stopped, everything is saved");
        }
        // Else the node itself has said what it could not save.
    }

    @Override
    public synchronized boolean isRunning() {
        return announced && stopped == null;
    }

    /** Also when the context could not be started after the node was. */
    @Override
    public void destroy() {
        stopNode().join();
    }
}
