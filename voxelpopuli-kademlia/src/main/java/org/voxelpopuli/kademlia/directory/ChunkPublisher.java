package org.voxelpopuli.kademlia.directory;

import java.util.ArrayDeque;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.world.ChunkPos;

/**
 * Stores the records of the chunks that a node holds when it starts, a few at a time. A chunk for which another live server is recorded
 * was generated there while we were away: it stays there, and our copy is not served. Used on the node's worker alone.
 */
final class ChunkPublisher {
    private static final int AT_ONCE = 16;
    private static final Logger log = LoggerFactory.getLogger(ChunkPublisher.class);

    private final DirectoryContext context;
    private final ArrayDeque<ChunkPos> queue;
    private final Runnable done;
    private int running;
    private int elsewhere;

    ChunkPublisher(DirectoryContext context, Collection<ChunkPos> chunks, Runnable done) {
        this.context = context;
        this.queue = new ArrayDeque<>(chunks);
        this.done = done;
    }

    void begin() {
        next();
    }

    private void next() {
        while (running < AT_ONCE && !queue.isEmpty()) {
            running++;
            publish(queue.remove());
        }
        if (running == 0 && queue.isEmpty()) {
            if (elsewhere > 0) {
                log.warn("{} of our chunks are served by other nodes now", elsewhere);
            }
            done.run();
        }
    }

    private void publish(ChunkPos chunk) {
        NodeId key = WorldKeys.of(chunk);
        context.findHolder(key, holder -> {
            if (holder.isPresent() && !context.isOurs(holder.get())) {
                elsewhere++;
                log.info("Chunk {} is served by {} now", chunk, holder.get());
                context.host().servedElsewhere(chunk, holder.get());
                one();
            } else {
                context.publish(chunk, context.host().claim(chunk), this::one);
            }
        });
    }

    private void one() {
        running--;
        // Not from within: with all records at hand thousands of these would nest.
        context.worker().execute(this::next);
    }
}
