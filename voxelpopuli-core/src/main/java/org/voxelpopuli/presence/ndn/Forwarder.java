package org.voxelpopuli.presence.ndn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/**
 * Moves packets between {@linkplain Face faces} by their names (SPEC N2; Zhang et al., "Named Data Networking", 2014, section 2). An Interest is looked up in the content store, which
 * answers it; then among the pending Interests, to which its face is added; then in the FIB, whose longest prefix says where it goes. Data goes back to the faces
 * that asked, and is kept.
 *
 * <p>Where the FIB names several faces, an Interest goes to all of them but the one it came from, and to {@value #MOST_LOCAL} local ones at most. All methods are called on its worker, or fail with
 * {@link IllegalStateException}; the constructor, {@link #worker} and {@link #environment} may be called anywhere. There is nothing to close but its faces.
 */
public final class Forwarder {
    /**
     * Of the places for Interests that wait, a face may have as many as a quarter of those that are free: one face gets all that it may, many that flood leave room for others (Choudhury and Hahne,
     * "Dynamic queue length thresholds in a shared memory ATM switch", 1998). What is asked here is not counted.
     */
    private static final int PLACES = 1 << 16;

    private static final int SHARE = 4;

    /** An Interest takes a place, and one more for each so many bytes. */
    private static final int BYTES_PER_PLACE = 256;

    /** Of more programs of this process that share a prefix, so many by chance are asked: hundreds would each look the same up, and sign it. */
    private static final int MOST_LOCAL = 8;

    /** So many bytes a second of others' questions are passed on, or whoever floods one node would flood its neighbours through it. */
    private static final int PASSED_ON_PER_SECOND = 1 << 14;

    private final NodeEnvironment environment;
    private final Worker worker;
    private final ForwarderSettings settings;
    private final ByteRate passedOn;

    private final ContentStore store;
    private final PendingTable<PendingInterest> pending = new PendingTable<>();
    private final Map<Face, Integer> pendingOfFace = new HashMap<>();

    /** Places that are taken by faces which are not local. */
    private int taken;

    private final Fib fib;
    private final SeenNonces nonces;

    private final Map<Drop, Long> drops = new EnumMap<>(Drop.class);
    private ArrivalListener arrivals = (from, packet) -> {};
    private long interests;
    private long data;
    private long pendingHits;

    /**
     * A forwarder without faces.
     *
     * @param worker on which all happens; stays the caller's
     */
    public Forwarder(NodeEnvironment environment, Worker worker, ForwarderSettings settings) {
        this.environment = environment;
        this.worker = worker;
        this.settings = settings;
        store = new ContentStore(settings.contentStoreBytes());
        fib = new Fib(settings.maxPrefixesPerFace());
        nonces = new SeenNonces(now());
        passedOn = new ByteRate(PASSED_ON_PER_SECOND, PASSED_ON_PER_SECOND, now());
    }

    private long now() {
        return environment.clock().nanos();
    }

    /** Hears of packets from elsewhere, so that where a name leads can be learned from who uses it. Called on the worker. */
    @FunctionalInterface
    public interface ArrivalListener {
        /** Data that was asked for and verified, or an Interest that was new, arrived on a face that is not local; it is about to be handled. */
        void arrived(Face from, Packet packet);
    }

    /** Sets who hears of arrivals; one at most. */
    public void onArrival(ArrivalListener listener) {
        requireWorker();
        arrivals = listener;
    }

    /** On which all happens. */
    public Worker worker() {
        return worker;
    }

    /** What it knows of the outside. */
    public NodeEnvironment environment() {
        return environment;
    }

    /**
     * Interests in names below a prefix go to a face from now on.
     *
     * @return false if the face has as many prefixes as it may
     */
    public boolean register(Name prefix, Face face) {
        requireWorker();
        return fib.add(prefix, face);
    }

    /** Takes a prefix from a face; does nothing if it has not got it. */
    public void unregister(Name prefix, Face face) {
        requireWorker();
        fib.remove(prefix, face);
    }

    /** Forgets a face: its prefixes, and what waits for it. */
    public void remove(Face face) {
        requireWorker();
        fib.remove(face);
        if (!pendingOfFace.containsKey(face)) {
            return;
        }
        for (PendingInterest entry : pending.all()) {
            if (entry.faces.remove(face) != null) {
                giveBack(face, entry.places);
                if (entry.faces.isEmpty()) {
                    erase(entry);
                }
            }
        }
    }

    /** Takes a packet that arrived on a face. */
    public void receive(Face from, Packet packet) {
        receive(from, new LinkPacket(packet, null));
    }

    /** Takes what arrived over a link. */
    void receive(Face from, LinkPacket link) {
        requireWorker();
        Packet packet = link.packet();
        if (packet instanceof Interest interest) {
            interests++;
            receive(from, interest, link.token());
        } else if (packet instanceof Data received) {
            data++;
            receive(from, received);
        } else if (!packet.equals(LinkPacket.NOTHING)) {
            drop(Drop.MALFORMED);
        }
    }

    private void receive(Face from, Interest received, byte @Nullable [] token) {
        if (!from.isLocal() && received.hopLimit().orElse(1) == 0) {
            drop(Drop.HOP_LIMIT);
            return;
        }
        Interest interest = from.isLocal() ? received : received.withHopTaken();
        if (!interest.hasNonce()) {
            interest = interest.withNonce(environment.random().nextInt());
        }
        long now = now();
        if (!nonces.isNew(interest, now)) {
            drop(Drop.DUPLICATE_NONCE);
            return;
        }
        if (!from.isLocal()) {
            arrivals.arrived(from, interest);
        }
        Data stored = store.find(interest, now);
        if (stored != null) {
            if (token == null) {
                from.send(stored);
            } else {
                from.send(stored, token);
            }
            return;
        }
        PendingInterest same = pendingLike(interest);
        if (same == null) {
            forwardNew(from, interest, token, now);
        } else {
            pendingHits++;
            join(same, from, interest, token, now);
        }
    }

    private @Nullable PendingInterest pendingLike(Interest interest) {
        for (PendingInterest each : pending.at(interest.name())) {
            if (each.interest.canBePrefix() == interest.canBePrefix()
                    && each.interest.mustBeFresh() == interest.mustBeFresh()) {
                return each;
            }
        }
        return null;
    }

    private void forwardNew(Face from, Interest interest, byte @Nullable [] token, long now) {
        List<Face> faces = nextHops(from, interest);
        if (faces.isEmpty()) {
            drop(Drop.NO_ROUTE);
            return;
        }
        if (!mayWait(from, places(interest))) {
            return;
        }
        PendingInterest entry = new PendingInterest(interest, from);
        pending.add(entry);
        wait(entry, from, interest, token, now);
        forward(entry, faces, interest);
    }

    private void join(PendingInterest entry, Face from, Interest interest, byte @Nullable [] token, long now) {
        boolean again = entry.faces.containsKey(from);
        if (!again && !mayWait(from, entry.places)) {
            return;
        }
        wait(entry, from, interest, token, now);
        if (again) {
            // Whoever asks once more has waited in vain: what was sent on may be lost.
            forward(entry, nextHops(from, interest), interest);
        }
    }

    private boolean mayWait(Face face, int places) {
        int most = face.isLocal()
                ? settings.maxPendingPerFace()
                : Math.min(settings.maxPendingPerFace(), (PLACES - taken) / SHARE);
        if (pendingOfFace.getOrDefault(face, 0) + places > most) {
            drop(Drop.TOO_MANY_PENDING);
            return false;
        }
        return true;
    }

    /** Which part of the places that a local face may have is taken. */
    double busy(LocalFace face) {
        return (double) pendingOfFace.getOrDefault(face, 0) / settings.maxPendingPerFace();
    }

    private static int places(Interest interest) {
        return 1 + interest.wire().length / BYTES_PER_PLACE;
    }

    private void giveBack(Face face, int places) {
        pendingOfFace.computeIfPresent(face, (each, count) -> count > places ? count - places : null);
        taken -= face.isLocal() ? 0 : places;
    }

    private List<Face> nextHops(Face from, Interest interest) {
        boolean atEnd = interest.hopLimit().orElse(1) == 0;
        List<Face> faces = new ArrayList<>();
        List<Face> local = new ArrayList<>();
        for (Face each : fib.longestMatch(interest.name())) {
            if (each != from && (each.isLocal() || !atEnd)) {
                faces.add(each);
                if (each.isLocal()) {
                    local.add(each);
                }
            }
        }
        while (local.size() > MOST_LOCAL) {
            faces.remove(local.remove(environment.random().nextInt(local.size())));
        }
        return faces;
    }

    private void wait(PendingInterest entry, Face from, Interest interest, byte @Nullable [] token, long now) {
        Duration lifetime = interest.lifetime().compareTo(settings.maxLifetime()) < 0
                ? interest.lifetime()
                : settings.maxLifetime();
        long end = now + lifetime.toNanos();
        entry.latest = from;
        if (entry.faces.put(from, new Asker(end, token)) == null) {
            pendingOfFace.merge(from, entry.places, Integer::sum);
            taken += from.isLocal() ? 0 : entry.places;
        }
        if (entry.timer == null || end - entry.endsAt > 0) {
            if (entry.timer != null) {
                entry.timer.cancel();
            }
            entry.endsAt = end;
            entry.timer = worker.schedule(lifetime, () -> erase(entry));
        }
    }

    private static void forward(PendingInterest entry, List<Face> faces, Interest interest) {
        for (Face face : faces) {
            // A local program may have answered already.
            if (!entry.erased) {
                entry.sentTo.add(face);
                face.send(interest);
            }
        }
    }

    /**
     * Sends an Interest that waits here to further faces, one hop far: for a program that was asked and knows who may know better. Does nothing if it does not wait any more, or if too much was passed on in this second.
     *
     * @param lifetime of what is sent
     */
    public void passOn(Interest waiting, List<Face> faces, Duration lifetime) {
        requireWorker();
        PendingInterest entry = pendingLike(waiting);
        if (entry == null || !passedOn.takes(waiting.wire().length * faces.size(), now())) {
            return;
        }
        Interest.Builder builder =
                Interest.builder(waiting.name()).lifetime(lifetime).hopLimit(1);
        Interest onward = (waiting.mustBeFresh() ? builder.mustBeFresh() : builder)
                .build()
                .withNonce(environment.random().nextInt());
        forward(
                entry,
                faces.stream().filter(face -> !entry.faces.containsKey(face)).toList(),
                onward);
    }

    /** Who asked an Interest that waits here, of several the latest: for a program that is being asked, and wants to ask back. Empty if it does not wait any more. */
    public Optional<Face> asker(Interest waiting) {
        requireWorker();
        PendingInterest entry = pendingLike(waiting);
        return entry == null ? Optional.empty() : Optional.of(entry.latest);
    }

    private void receive(Face from, Data received) {
        List<PendingInterest> entries = pending.satisfiedBy(received);
        if (entries.stream().noneMatch(each -> each.expects(from))) {
            drop(Drop.UNSOLICITED);
            return;
        }
        if (!from.isLocal() && !settings.verifier().verify(received)) {
            drop(Drop.REFUSED);
            return;
        }
        if (!from.isLocal()) {
            arrivals.arrived(from, received);
        }
        long now = now();
        store.add(received, now);
        Map<Face, Asker> askers = new LinkedHashMap<>();
        for (PendingInterest entry : entries) {
            entry.faces.forEach((face, asker) -> {
                if (face != from && asker.end - now > 0) {
                    askers.put(face, asker);
                }
            });
            erase(entry);
        }
        askers.forEach((face, asker) -> {
            if (asker.token == null) {
                face.send(received, from);
            } else {
                face.send(received, asker.token);
            }
        });
    }

    private void erase(PendingInterest entry) {
        entry.erased = true;
        pending.remove(entry);
        if (entry.timer != null) {
            entry.timer.cancel();
        }
        for (Face face : entry.faces.keySet()) {
            giveBack(face, entry.places);
        }
    }

    private void drop(Drop reason) {
        drops.merge(reason, 1L, Long::sum);
    }

    private void requireWorker() {
        if (!worker.isCurrent()) {
            throw new IllegalStateException("a forwarder is used on its worker '" + worker.name() + "' only");
        }
    }

    /** Where the prefixes lead, in the order in which they came. */
    public List<Route> routes() {
        requireWorker();
        List<Route> routes = new ArrayList<>();
        fib.prefixes()
                .forEach((prefix, faces) -> faces.forEach(face -> routes.add(new Route(prefix, face.toString()))));
        return routes;
    }

    /** What it has and has done. */
    public ForwarderStatus status() {
        requireWorker();
        return new ForwarderStatus(
                store.size(),
                store.bytes(),
                store.hits(),
                store.misses(),
                pending.size(),
                pendingHits,
                fib.size(),
                interests,
                data,
                new ForwarderStatus.Dropped(
                        dropped(Drop.MALFORMED),
                        dropped(Drop.HOP_LIMIT),
                        dropped(Drop.DUPLICATE_NONCE),
                        dropped(Drop.NO_ROUTE),
                        dropped(Drop.TOO_MANY_PENDING),
                        dropped(Drop.UNSOLICITED),
                        dropped(Drop.REFUSED)));
    }

    private long dropped(Drop reason) {
        return drops.getOrDefault(reason, 0L);
    }

    /**
     * An entry of the FIB.
     *
     * @param prefix of names
     * @param face where they lead, in words
     */
    public record Route(Name prefix, String face) {}

    private enum Drop {
        MALFORMED,
        HOP_LIMIT,
        DUPLICATE_NONCE,
        NO_ROUTE,
        TOO_MANY_PENDING,
        UNSOLICITED,
        REFUSED
    }

    /** A face that waits: until when, and the token of its link that the answer carries. */
    private static final class Asker {
        private final long end;
        private final byte @Nullable [] token;

        Asker(long end, byte @Nullable [] token) {
            this.end = end;
            this.token = token;
        }
    }

    /** An entry of the pending Interest table: one question, and who asked it. */
    private static final class PendingInterest implements PendingTable.Entry {
        private final Interest interest;

        /** Until when each of them waits. Who waits no longer stays, so that asking again is recognised. */
        private final Map<Face, Asker> faces = new LinkedHashMap<>(2);

        /** Where it went: nobody else can answer it, or whoever guesses a name could have others verify signatures. */
        private final Set<Face> sentTo = new LinkedHashSet<>(2);

        private Face latest;
        private Worker.@Nullable Timer timer;
        private long endsAt;
        private boolean erased;

        /** That it takes for each of its faces. */
        private final int places;

        PendingInterest(Interest interest, Face from) {
            this.interest = interest;
            this.latest = from;
            this.places = places(interest);
        }

        boolean expects(Face from) {
            return from.isLocal() || sentTo.contains(from) || sentTo.stream().anyMatch(Face::asksMany);
        }

        @Override
        public Interest interest() {
            return interest;
        }
    }
}
