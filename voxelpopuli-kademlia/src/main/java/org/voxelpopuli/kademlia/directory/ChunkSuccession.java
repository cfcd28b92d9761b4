package org.voxelpopuli.kademlia.directory;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.records.DhtRecord;
import org.voxelpopuli.kademlia.records.Succession;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * Who serves a chunk is followed by another only if it does not answer a ping, or says itself that it serves the chunk no longer (DESIGN D4). If it says that somebody else does, that one
 * is asked the same, so that a holder who has missed a change of owners is not misled. Used on the node's worker alone.
 */
final class ChunkSuccession implements Succession {
    /** Changes of owners that are followed at one look. */
    private static final int MAX_ASKED = 4;

    /** A datagram gets lost now and then. */
    private static final int TRIES = 3;

    private final DirectoryContext context;
    private final FindClaimRpc findClaim;

    ChunkSuccession(DirectoryContext context, FindClaimRpc findClaim) {
        this.context = context;
        this.findClaim = findClaim;
    }

    @Override
    public void judge(NodeId key, DhtRecord present, DhtRecord coming, Consumer<Boolean> verdict) {
        try {
            new Inquiry(key, coming.writer().orElseThrow(), verdict)
                    .ask(present.writer().orElseThrow(), ChunkRecords.read(present.value()));
        } catch (BadValueException e) {
            // Nobody can be where it leads.
            verdict.accept(true);
        }
    }

    private final class Inquiry {
        private final NodeId key;
        private final NodeId successor;
        private final Consumer<Boolean> verdict;
        private int asked;

        Inquiry(NodeId key, NodeId successor, Consumer<Boolean> verdict) {
            this.key = key;
            this.successor = successor;
            this.verdict = verdict;
        }

        void ask(NodeId owner, ServerAddress server) {
            if (owner.equals(successor)) {
                verdict.accept(true);
            } else if (++asked > MAX_ASKED) {
                verdict.accept(false);
            } else if (owner.equals(context.node().id())) {
                said(owner, context.ownClaim(key));
            } else {
                context.liveness().check(server, alive -> {
                    if (alive) {
                        askLiving(owner, server);
                    } else {
                        verdict.accept(true);
                    }
                });
            }
        }

        /** Somebody answers there. That it is the owner, and not another who has come to its address, only its node can prove. */
        private void askLiving(NodeId owner, ServerAddress server) {
            Optional<Contact> contact = contact(owner, server);
            if (contact.isPresent()) {
                call(contact.get(), TRIES);
            } else {
                context.node().network().lookup(owner, result -> result.closest().stream()
                        .filter(found -> found.id().equals(owner))
                        .findFirst()
                        .ifPresentOrElse(found -> call(found, TRIES), () -> verdict.accept(true)));
            }
        }

        private void call(Contact owner, int tries) {
            context.node().network().call(owner, findClaim, key, answer -> {
                if (answer.isPresent()) {
                    said(owner.id(), answer.get());
                } else if (tries > 1) {
                    call(owner, tries - 1);
                } else {
                    verdict.accept(true);
                }
            });
        }

        private void said(NodeId owner, Optional<Claim> claim) {
            if (claim.isEmpty()) {
                verdict.accept(true);
            } else if (NodeId.of(claim.get().owner().bytes()).equals(owner)) {
                verdict.accept(false);
            } else {
                ask(NodeId.of(claim.get().owner().bytes()), claim.get().server());
            }
        }
    }

    /** The node of an owner: as we know it, else at the port beside its server's. */
    private Optional<Contact> contact(NodeId owner, ServerAddress server) {
        Optional<Contact> known = context.node().network().closest(owner, 1).stream()
                .filter(contact -> contact.id().equals(owner))
                .findFirst();
        if (known.isPresent() || server.port() == 1) {
            return known;
        }
        try {
            return Optional.of(new Contact(
                    owner,
                    new InetSocketAddress(
                            WireReader.address(WireValue.of(server.host()), "a chunk's server's host"),
                            server.port() - 1)));
        } catch (BadValueException e) {
            return Optional.empty();
        }
    }
}
