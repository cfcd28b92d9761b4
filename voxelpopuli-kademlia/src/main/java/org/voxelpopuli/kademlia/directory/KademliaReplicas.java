package org.voxelpopuli.kademlia.directory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;

/** The nodes of the routing table that are nearest to a chunk's key. Thread-safe. */
final class KademliaReplicas implements Replicas {
    private final KademliaNode node;
    private final DirectoryContext context;
    private final Worker callbacks;
    private final Optional<String> secret;

    KademliaReplicas(KademliaNode node, DirectoryContext context, Worker callbacks, Optional<String> secret) {
        this.node = node;
        this.context = context;
        this.callbacks = callbacks;
        this.secret = secret;
    }

    @Override
    public CompletableFuture<List<PeerNode>> nearest(ChunkPos chunk, int count) {
        CompletableFuture<List<PeerNode>> nearest = new CompletableFuture<>();
        node.worker().execute(() -> {
            List<PeerNode> found = node.network().closest(WorldKeys.of(chunk), count).stream()
                    .map(this::peer)
                    .flatMap(Optional::stream)
                    .toList();
            callbacks.execute(() -> nearest.complete(found));
        });
        return nearest;
    }

    private Optional<PeerNode> peer(Contact contact) {
        return context.serverOf(contact)
                .map(server -> new PeerNode(WriterId.of(contact.id().bytes()), server));
    }

    @Override
    public int compareDistance(ChunkPos chunk, WriterId a, WriterId b) {
        return WorldKeys.of(chunk).compareDistance(NodeId.of(a.bytes()), NodeId.of(b.bytes()));
    }

    @Override
    public void onChange(Runnable listener) {
        node.addListener(new KademliaListener() {
            @Override
            public void contactAdded(Contact contact) {
                listener.run();
            }

            @Override
            public void contactRemoved(Contact contact) {
                listener.run();
            }
        });
    }

    @Override
    public byte[] secret() {
        return secret.orElse("").getBytes(StandardCharsets.UTF_8);
    }
}
