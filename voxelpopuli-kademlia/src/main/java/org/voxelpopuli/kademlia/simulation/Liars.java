package org.voxelpopuli.kademlia.simulation;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.Dialect;
import org.voxelpopuli.kademlia.wire.Envelope;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Decoded;
import org.voxelpopuli.simulation.NetworkFault;
import org.voxelpopuli.simulation.Transmission;

/**
 * What nodes that lie put in the place of the answers of the honest nodes that run in them. It stands between them and the network, so that a node's own code
 * knows nothing of it: it sees the questions that reach them, and changes, delays or replaces the answers that leave them.
 */
final class Liars implements NetworkFault {
    /** Contacts of an answer that was made up: as many as fit into a datagram. */
    private static final int TOLD = 40;

    /** Distances of 2^100 and less: the nearest of a million nodes is not so near to a key. */
    private static final int INVENTED_BITS = 100;

    private static final Duration LEAST_LATE = Duration.ofMillis(400);
    private static final Duration MOST_LATE = Duration.ofSeconds(2);

    /** Questions that are remembered until they are answered. */
    private static final int MAX_QUESTIONS = 50_000;

    private final IntSupplier puzzleBits;
    private final Map<InetSocketAddress, Lie> lies = new HashMap<>();
    private final List<Contact> liars = new ArrayList<>();
    private final Map<QuestionId, Question> questions = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<QuestionId, Question> eldest) {
            return size() > MAX_QUESTIONS;
        }
    };

    /** A question that somebody has put to a liar. */
    private record QuestionId(InetSocketAddress asker, InetSocketAddress liar, long call) {}

    /**
     * What is remembered of it.
     *
     * @param key that is looked for; empty if none is
     * @param listed whether the answer is the bare list of contacts, as that of FIND_NODE is
     * @param named whether the asker has said whom it means
     */
    private record Question(Optional<NodeId> key, boolean listed, boolean named) {
        static Question of(Envelope.Request request) {
            boolean named = request.options().to().isPresent();
            if (!request.rpc().startsWith("FIND_") || request.args().isEmpty()) {
                return new Question(Optional.empty(), false, named);
            }
            try {
                NodeId key = WireReader.id(request.args().get(0), "the key");
                return new Question(Optional.of(key), request.rpc().equals("FIND_NODE"), named);
            } catch (BadValueException e) {
                return new Question(Optional.empty(), false, named);
            }
        }

        WireValue answer(List<Contact> told) {
            WireValue contacts = new WireValue.Contacts(told);
            return listed ? contacts : new WireValue.Fields(Map.of("nodes", contacts));
        }
    }

    /** @param puzzleBits that an id must solve to be asked at all: an invented one costs a liar a few hashes, but no key */
    Liars(IntSupplier puzzleBits) {
        this.puzzleBits = puzzleBits;
    }

    /** From now on, this node lies. */
    void add(Contact node, Lie lie) {
        if (lies.put(node.address(), lie) == null) {
            liars.add(node);
        }
    }

    boolean isLiar(InetSocketAddress address) {
        return lies.containsKey(address);
    }

    @Override
    public void transmit(Transmission packet, RandomGenerator random, Consumer<Transmission> next) {
        if (packet.kind() != Transmission.Kind.DATAGRAM) {
            next.accept(packet);
            return;
        }
        if (lies.containsKey(packet.to()) && envelope(packet) instanceof Envelope.Request request) {
            questions.put(new QuestionId(packet.from(), packet.to(), request.id()), Question.of(request));
        }
        @Nullable Lie lie = lies.get(packet.from());
        @Nullable Envelope envelope = lie == null ? null : envelope(packet);
        @Nullable
        Question question =
                envelope == null ? null : questions.remove(new QuestionId(packet.to(), packet.from(), envelope.id()));
        if (lie == null || envelope == null || question == null) {
            next.accept(packet);
        } else {
            next.accept(answer(lie, packet, envelope, question, random));
        }
    }

    private static @Nullable Envelope envelope(Transmission packet) {
        return dialect(packet).codec().decode(packet.payload()) instanceof Decoded.Accepted<Envelope> accepted
                ? accepted.value()
                : null;
    }

    private static Dialect dialect(Transmission packet) {
        return Dialect.of(packet.payload()) instanceof Decoded.Accepted<Dialect> accepted
                ? accepted.value()
                : Dialect.CBOR;
    }

    private Transmission answer(
            Lie lie, Transmission packet, Envelope answer, Question question, RandomGenerator random) {
        boolean cbor = dialect(packet) == Dialect.CBOR;
        return switch (lie) {
            case INVENT -> {
                Envelope told = told(answer, question, key -> invented(key, random));
                yield with(packet, cbor && question.named ? disguised(told) : told);
            }
            case COLLUDE -> with(packet, told(answer, question, this::nearest));
            case REFUSE ->
                cbor && question.key.isPresent() && answer instanceof Envelope.Reply reply
                        ? with(
                                packet,
                                new Envelope.Refusal(
                                        reply.id(), RefusalCode.BUSY.number(), "ask another time", reply.options()))
                        : packet;
            case LATE ->
                packet.delayed(Duration.ofNanos(random.nextLong(LEAST_LATE.toNanos(), MOST_LATE.toNanos() + 1)));
        };
    }

    private static Transmission with(Transmission packet, Envelope answer) {
        byte[] payload = dialect(packet).codec().encode(answer);
        return new Transmission(packet.kind(), packet.from(), packet.to(), payload, packet.delay());
    }

    private static Envelope told(Envelope answer, Question question, Function<NodeId, List<Contact>> contacts) {
        return answer instanceof Envelope.Reply reply && question.key.isPresent()
                ? new Envelope.Reply(
                        reply.id(), reply.rpc(), question.answer(contacts.apply(question.key.get())), reply.options())
                : answer;
    }

    /** Without the id, so that it comes from whomever the asker means. */
    private static Envelope disguised(Envelope answer) {
        return answer instanceof Envelope.Reply reply
                ? new Envelope.Reply(
                        reply.id(), reply.rpc(), reply.ret(), reply.options().withoutNode())
                : answer;
    }

    private List<Contact> invented(NodeId key, RandomGenerator random) {
        List<Contact> invented = new ArrayList<>();
        for (int i = 0; i < TOLD; i++) {
            Contact host = liars.get(random.nextInt(liars.size()));
            NodeId id = key.randomAtDistance(0, INVENTED_BITS, random);
            while (!IdPuzzle.isSolvedBy(id.bytes(), puzzleBits.getAsInt())) {
                id = key.randomAtDistance(0, INVENTED_BITS, random);
            }
            invented.add(new Contact(id, host.address()));
        }
        return invented;
    }

    private List<Contact> nearest(NodeId key) {
        return liars.stream()
                .sorted((a, b) -> key.compareDistance(a.id(), b.id()))
                .limit(TOLD)
                .toList();
    }
}
