package org.voxelpopuli.kademlia.directory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.DirectoryException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.world.ChunkPos;

/**
 * One search for the server of one chunk, which has the chunk generated if it is nowhere (SPEC V5.1 to V5.3). Used on the node's worker alone.
 *
 * <p>FIND_CHUNK first: a holder's server that answers a ping and says that it serves the chunk is the result. Else the k nodes closest to the key, ourselves included, are asked
 * in order of distance to generate. Who is asked looks too, and refuses with the name of a holder or of a nearer live node; then we start again
 * with that one first, three times at most, so that two callers who know different parts of the network end at the same node. Whoever is down or refuses
 * for another reason is passed over; so is a server that was named and does not answer a ping, since who named it may not know yet.
 */
final class GenerateProcedure {
    private static final int MAX_RESTARTS = 3;
    private static final int MAX_REASONS = 5;
    private static final Logger log = LoggerFactory.getLogger(GenerateProcedure.class);

    private final DirectoryContext context;
    private final ChunkPos chunk;
    private final NodeId key;
    private final Consumer<ServerAddress> found;
    private final Consumer<DirectoryException> failed;
    private final Set<ServerAddress> passedOver = new HashSet<>();
    private final List<String> reasons = new ArrayList<>();
    private Optional<ServerAddress> first = Optional.empty();
    private List<Contact> closest = List.of();
    private int restarts;

    GenerateProcedure(
            DirectoryContext context,
            ChunkPos chunk,
            Consumer<ServerAddress> found,
            Consumer<DirectoryException> failed) {
        this.context = context;
        this.chunk = chunk;
        this.key = WorldKeys.of(chunk);
        this.found = found;
        this.failed = failed;
    }

    void begin() {
        context.findHolder(key, holder -> {
            // A record may be older than what its server knows: that one lives, but it may have handed the chunk over,
            // or lost its disk.
            if (holder.filter(server -> !passedOver.contains(server)).isPresent()) {
                ask(List.of(holder.get()), 0, this::lookUp);
            } else {
                lookUp();
            }
        });
    }

    private void lookUp() {
        context.node().network().lookup(key, result -> {
            closest = result.closest();
            Set<ServerAddress> candidates = new LinkedHashSet<>();
            first.ifPresent(candidates::add);
            closest.forEach(contact -> context.serverOf(contact).ifPresent(candidates::add));
            candidates.removeAll(passedOver);
            ask(List.copyOf(candidates), 0, () -> fail("no node could"));
        });
    }

    private void ask(List<ServerAddress> candidates, int at, Runnable noneLeft) {
        if (at >= candidates.size()) {
            noneLeft.run();
            return;
        }
        ServerAddress server = candidates.get(at);
        if (passedOver.contains(server)) {
            ask(candidates, at + 1, noneLeft);
        } else if (context.isOurs(server)) {
            var unused = context.host()
                    .generate(chunk)
                    .whenCompleteAsync(
                            (done, error) -> {
                                replied(server, context.reply(error), candidates, at, noneLeft);
                            },
                            context.worker());
        } else {
            var unused = context.servers()
                    .generate(server, chunk)
                    .thenAcceptAsync(reply -> replied(server, reply, candidates, at, noneLeft), context.worker());
        }
    }

    private void replied(
            ServerAddress server, GameServers.Reply reply, List<ServerAddress> candidates, int at, Runnable noneLeft) {
        if (reply.failure().isEmpty()) {
            context.liveness().note(server, true);
            publish(server);
            return;
        }
        Optional<ServerAddress> better = reply.better().filter(named -> !passedOver.contains(named));
        if (better.isEmpty()) {
            passOver(server, reply.failure().get());
            ask(candidates, at + 1, noneLeft);
        } else if (restarts == MAX_RESTARTS) {
            passOver(server, reply.failure().get());
            fail("we were sent from one node to the next");
        } else {
            restarts++;
            context.liveness().check(better.get(), alive -> {
                if (alive) {
                    first = better;
                    ask(List.of(better.get()), 0, this::lookUp);
                } else {
                    passOver(better.get(), "does not answer");
                    ask(candidates, at, noneLeft);
                }
            });
        }
    }

    private void passOver(ServerAddress server, String reason) {
        passedOver.add(server);
        if (reasons.size() < MAX_REASONS) {
            reasons.add(server + ": " + reason);
        }
        log.debug("{} does not generate chunk {}: {}", server, chunk, reason);
    }

    /** Who serves a chunk signs its record, and has published it by now; a seed peer leaves that to who asked. */
    private void publish(ServerAddress server) {
        if (context.recordsAreSigned()) {
            found.accept(server);
            return;
        }
        WireValue value = ChunkRecords.write(server);
        context.chunkRecords().learned(key, value);
        context.chunkRecords().storeAt(closest, key, value, result -> {
            if (result.kept() == 0) {
                log.warn("No node keeps the record that chunk {} is at {}", chunk, server);
            }
            found.accept(server);
        });
    }

    private void fail(String why) {
        failed.accept(new DirectoryException(
                "no server for chunk " + chunk + ": " + why
                        + (reasons.isEmpty() ? "" : " (" + String.join("; ", reasons) + ")"),
                null));
    }
}
