package org.voxelpopuli.kademlia.directory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.directory.Replicas;
import org.voxelpopuli.directory.ServerAddress;
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
    public CompletableFuture<Boolean> isNear(ChunkPos chunk, WriterId id) {
        CompletableFuture<Boolean> near = new CompletableFuture<>();
        NodeId key = WorldKeys.of(chunk);
        NodeId named = NodeId.of(id.bytes());
        Consumer<Boolean> tell = is -> callbacks.execute(() -> near.complete(is));
        node.worker().execute(() -> {
            if (named.equals(node.id())) {
                // Who is far from a key knows few of those who are near.
                node.network().lookup(key, result -> tell.accept(reaches(key, result.closest(), named)));
            } else {
                tell.accept(node.network().isNear(key, named));
            }
        });
        return near;
    }

    private static boolean reaches(NodeId key, List<Contact> closest, NodeId id) {
        return closest.isEmpty()
                || key.compareDistance(id, closest.get(closest.size() - 1).id()) <= 0;
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
    public void suspect(ServerAddress server) {
        node.worker().execute(() -> node.network().closest(node.id(), Integer.MAX_VALUE).stream()
                .filter(contact ->
                        context.serverOf(contact).filter(server::equals).isPresent())
                .forEach(node.network()::suspect));
    }

    @Override
    public byte[] secret() {
        return secret.orElse("").getBytes(StandardCharsets.UTF_8);
    }
}
