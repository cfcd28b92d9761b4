package org.voxelpopuli.kademlia.content;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.Worker;

/** What the parts of a content node share: threads, the outside, and the way to its users. Thread-safe. */
final class ContentContext {
    private static final Logger log = LoggerFactory.getLogger(ContentContext.class);

    private final KademliaNode node;
    private final NodeEnvironment environment;
    private final ContentSettings settings;
    private final Sharing sharing;
    private final Worker worker;
    private final Worker verifying;
    private final Worker writing;
    private final Worker forcing;
    private final Worker reading;
    private final Worker hashing;
    private final Worker callbacks;
    private final Blocks blocks = new Blocks();
    private final PendingFutures pending = new PendingFutures("the content node is closed");
    private final List<ContentListener> listeners = new CopyOnWriteArrayList<>();

    ContentContext(KademliaNode node, NodeEnvironment environment, ContentSettings settings) {
        this.node = node;
        this.environment = environment;
        this.settings = settings;
        this.sharing = Sharing.of(node.compatibility());
        this.worker = environment.worker("content");
        this.verifying = environment.worker("content-verifying");
        this.writing = environment.worker("content-writing");
        this.forcing = environment.worker("content-forcing");
        this.reading = environment.worker("content-reading");
        this.hashing = environment.worker("content-hashing");
        this.callbacks = environment.worker("content-callbacks");
    }

    KademliaNode node() {
        return node;
    }

    NodeEnvironment environment() {
        return environment;
    }

    ContentSettings settings() {
        return settings;
    }

    /** How this network shares files. */
    Sharing sharing() {
        return sharing;
    }

    FileStorage files() {
        return environment.files();
    }

    /** The owner of all state. */
    Worker worker() {
        return worker;
    }

    /** Blocks for what this node puts. */
    Worker hashing() {
        return hashing;
    }

    /** Hashes what this node gets. */
    Worker verifying() {
        return verifying;
    }

    /** Blocks for what this node gets. */
    Worker writing() {
        return writing;
    }

    /** Blocks until what was written is on the disk; meanwhile more is written. */
    Worker forcing() {
        return forcing;
    }

    /** For what this node gets. */
    Blocks blocks() {
        return blocks;
    }

    /** Blocks for what others fetch. */
    Worker reading() {
        return reading;
    }

    /** Does a task on the owner; the future is completed by {@link #finish}, and fails when the node closes. */
    <T> CompletableFuture<T> call(Consumer<CompletableFuture<T>> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                task.accept(result);
            } catch (RuntimeException e) {
                finish(result, null, e);
            }
        });
        return pending.track(result);
    }

    /** Completes a future away from the owner. */
    <T> void finish(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable error) {
        callbacks.execute(() -> {
            if (error != null) {
                future.completeExceptionally(error);
            } else {
                complete(future, value);
            }
        });
    }

    @SuppressWarnings("NullAway") // The futures of Void are completed with null.
    private static <T> void complete(CompletableFuture<T> future, @Nullable T value) {
        future.complete(value);
    }

    void add(ContentListener listener) {
        listeners.add(listener);
    }

    void remove(ContentListener listener) {
        listeners.remove(listener);
    }

    /** Tells all listeners; one that throws does not keep it from the others. */
    void tell(Consumer<ContentListener> event) {
        if (listeners.isEmpty()) {
            return;
        }
        callbacks.execute(() -> {
            for (ContentListener listener : listeners) {
                try {
                    event.accept(listener);
                } catch (RuntimeException e) {
                    log.error("A listener failed", e);
                }
            }
        });
    }

    void close() {
        worker.close();
        verifying.close();
        writing.close();
        forcing.close();
        reading.close();
        hashing.close();
        pending.close();
        callbacks.close();
    }
}
