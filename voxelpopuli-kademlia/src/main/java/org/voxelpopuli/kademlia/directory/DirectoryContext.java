package org.voxelpopuli.kademlia.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ChunkHost;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServedElsewhereException;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** What the parts of a directory share. Used on the node's worker alone. */
final class DirectoryContext {
    /** Of differing records so many are looked into. */
    private static final int MAX_HOLDERS = 5;

    private static final Logger log = LoggerFactory.getLogger(DirectoryContext.class);

    private final KademliaNode node;
    private final RecordService chunkRecords;
    private final RecordService playerRecords;
    private final GameServers servers;
    private final ServerLiveness liveness;
    private final OwnClaims ownClaims = new OwnClaims();
    private final boolean recordsAreSigned;
    private @Nullable ChunkHost host;

    DirectoryContext(KademliaNode node, NodeEnvironment environment, GameServers servers, boolean recordsAreSigned) {
        this.node = node;
        this.recordsAreSigned = recordsAreSigned;
        this.servers = servers;
        this.chunkRecords = node.addRecords(ChunkRecords.KIND, StoreChunkRpc::new, FindChunkRpc::new);
        this.playerRecords = node.addRecords(PlayerRecords.KIND, StorePlayerRpc::new, FindPlayerRpc::new);
        this.liveness = new ServerLiveness(servers, node.worker(), environment.clock());
        if (recordsAreSigned) {
            FindClaimRpc findClaim = new FindClaimRpc(this::ownClaim);
            node.register(findClaim);
            chunkRecords.guard(new ChunkSuccession(this, findClaim));
        }
    }

    KademliaNode node() {
        return node;
    }

    Worker worker() {
        return node.worker();
    }

    /** Else this is a network of seed peers, who sign nothing. */
    boolean recordsAreSigned() {
        return recordsAreSigned;
    }

    /** What became of our own host's generating, in the words of the others. */
    GameServers.Reply reply(@Nullable Throwable failure) {
        if (failure == null) {
            return GameServers.Reply.DONE;
        }
        Throwable cause = KademliaDirectory.cause(failure);
        return new GameServers.Reply(
                Optional.of(String.valueOf(cause.getMessage())),
                cause instanceof ServedElsewhereException elsewhere
                        ? Optional.of(elsewhere.server())
                        : Optional.empty());
    }

    /** Tells the network who serves a chunk. */
    void publish(ChunkPos chunk, Claim claim, Runnable done) {
        NodeId key = WorldKeys.of(chunk);
        ownClaims.published(chunk, host());
        chunkRecords.putAt(key, ChunkRecords.write(claim.server()), claim.epoch(), result -> {
            if (result.kept() == 0 && result.tooOld() == 0) {
                log.warn("No node keeps the record that chunk {} is at {}", chunk, claim.server());
            }
            done.run();
        });
    }

    /** Who serves a chunk, if this node has published it. */
    Optional<Claim> ownClaim(NodeId key) {
        return host == null ? Optional.empty() : ownClaims.of(key, host);
    }

    RecordService chunkRecords() {
        return chunkRecords;
    }

    RecordService playerRecords() {
        return playerRecords;
    }

    GameServers servers() {
        return servers;
    }

    ServerLiveness liveness() {
        return liveness;
    }

    void host(ChunkHost started) {
        host = started;
    }

    /** @throws IllegalStateException if the directory is not started */
    ChunkHost host() {
        if (host == null) {
            throw new IllegalStateException("the directory is not started");
        }
        return host;
    }

    boolean isOurs(ServerAddress server) {
        return host != null && host.address().equals(server);
    }

    /** The game server of a node: our own, or the one at the node's address and the next port; empty if there is no such port. */
    Optional<ServerAddress> serverOf(Contact contact) {
        if (contact.id().equals(node.id())) {
            return Optional.ofNullable(host).map(ChunkHost::address);
        }
        int port = contact.address().getPort() + 1;
        return port > 65_535
                ? Optional.empty()
                : Optional.of(
                        new ServerAddress(WireReader.host(contact.address().getAddress()), port));
    }

    /** The live server that the records name for a chunk. The first record found is believed if its server answers, else all are looked at. */
    void findHolder(NodeId key, Consumer<Optional<ServerAddress>> holder) {
        chunkRecords.find(
                key,
                false,
                values -> firstAlive(values, alive -> {
                    if (alive.isPresent() || values.isEmpty()) {
                        holder.accept(alive);
                    } else {
                        chunkRecords.find(
                                key,
                                true,
                                all -> firstAlive(all, found -> {
                                    found.ifPresent(server -> chunkRecords.learned(key, ChunkRecords.write(server)));
                                    holder.accept(found);
                                }));
                    }
                }));
    }

    private void firstAlive(List<WireValue> values, Consumer<Optional<ServerAddress>> alive) {
        List<ServerAddress> named = new ArrayList<>();
        for (WireValue value : values) {
            try {
                named.add(ChunkRecords.read(value));
            } catch (BadValueException e) {
                log.debug("Ignored a chunk record: {}", e.getMessage());
            }
        }
        List<ServerAddress> candidates = named.subList(0, Math.min(MAX_HOLDERS, named.size()));
        Optional<ServerAddress> ours = candidates.stream().filter(this::isOurs).findFirst();
        if (ours.isPresent()) {
            alive.accept(ours);
        } else {
            liveness.firstAlive(candidates, alive);
        }
    }
}
