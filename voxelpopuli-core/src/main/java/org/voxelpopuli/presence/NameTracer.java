package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.presence.Resolution.What;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

/** Resolves a name in order to show how it is resolved. Of the presence's worker. */
final class NameTracer {
    /** So many names are traced at a time. */
    static final int MAX_AT_ONCE = 16;

    /** How long an answer is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    /** After so long it is asked again. */
    private static final Duration HOST_AGAIN = Duration.ofMillis(500);

    /** Who knows a small part of an octant takes longer. */
    private static final Duration OCTANT_AGAIN = Duration.ofSeconds(2);

    private final Forwarder forwarder;
    private final RouteKeeper keeper;
    private final PresenceSettings settings;
    private final Set<Trace> running = new LinkedHashSet<>();

    NameTracer(Forwarder forwarder, RouteKeeper keeper, PresenceSettings settings) {
        this.forwarder = forwarder;
        this.keeper = keeper;
        this.settings = settings;
    }

    /**
     * Traces a name.
     *
     * @param routed the prefix of it that is routed
     * @param ofHost whether that is a host's, not an octant's
     */
    CompletableFuture<Resolution> trace(Name name, Name routed, boolean ofHost) {
        if (running.size() >= MAX_AT_ONCE) {
            throw new IllegalStateException(MAX_AT_ONCE + " names are being traced, no more are at a time");
        }
        Name asked = name;
        if (!ofHost && name.equals(routed)) {
            // Whoever knows anybody there knows more than nobody.
            asked = name.append(NameComponent.of(NameComponent.GENERIC, question(name)));
        }
        Trace trace = new Trace(asked, routed, ofHost ? RouteKeeper.Kind.ONE : RouteKeeper.Kind.MANY);
        running.add(trace);
        trace.begin();
        return trace.result;
    }

    private byte[] question(Name octant) {
        Octant parent = Octant.WHOLE;
        for (int level = 1; level <= settings.space().prefixLevel(); level++) {
            String number = octant.get(settings.prefix().size() + level).text();
            if (number.length() != 1 || number.charAt(0) < '0' || number.charAt(0) > '7') {
                throw new IllegalArgumentException("an octant's name ends in numbers of 0 to 7, not in " + number);
            }
            parent = parent.child(number.charAt(0) - '0');
        }
        TreeMap<Octant, ToldNames> nobody = new TreeMap<>();
        nobody.put(parent, new ToldNames.Digested(settings.digest().of(List.of())));
        return new DiscoveryQuestion(parent, nobody).encode(settings.digest());
    }

    void close() {
        List.copyOf(running).forEach(each -> each.end(What.GIVEN_UP, ""));
    }

    private final class Trace {
        private final Name name;
        private final Name routed;
        private final RouteKeeper.Kind kind;
        private final LocalFace face;
        private final ResolutionLog.Entry entry;
        private final Runnable onWay = this::ask;
        private final CompletableFuture<Resolution> result = new CompletableFuture<>();
        private final List<Runnable> questions = new ArrayList<>();
        private final long endsAt;
        private boolean ended;

        Trace(Name name, Name routed, RouteKeeper.Kind kind) {
            this.name = name;
            this.routed = routed;
            this.kind = kind;
            face = new LocalFace("trace", forwarder);
            entry = keeper.log().begin(routed);
            endsAt = forwarder.environment().clock().nanos() + PATIENCE.toNanos();
        }

        void begin() {
            keeper.ways(routed).forEach(each -> keeper.log().add(routed, What.KNOWN, each));
            keeper.want(routed, kind, onWay);
            ask();
        }

        private void ask() {
            withdraw();
            if (kind == RouteKeeper.Kind.ONE) {
                ask(name);
                return;
            }
            int number = 0;
            for (Face peer : keeper.some(routed)) {
                if (!ended) {
                    keeper.lead(routed, peer);
                    ask(name.append(NameComponent.ofNumber(NameComponent.VERSION, number++)));
                }
            }
            if (number == 0) {
                // So that it is asked again when there is somebody.
                ask(name);
            }
        }

        private void ask(Name asked) {
            questions.add(face.expressInterest(
                    Interest.builder(asked)
                            .mustBeFresh()
                            .lifetime(kind == RouteKeeper.Kind.ONE ? HOST_AGAIN : OCTANT_AGAIN)
                            .hopLimit(2)
                            .build(),
                    (data, from) -> {
                        if (from == null || from.isLocal()) {
                            end(What.ANSWERED_HERE, "");
                        } else {
                            end(What.ANSWERED, from.toString());
                        }
                    },
                    this::silent));
        }

        private void silent() {
            if (!ended && forwarder.environment().clock().nanos() - endsAt >= 0) {
                end(What.GIVEN_UP, "");
            } else if (!ended) {
                ask();
            }
        }

        private void withdraw() {
            questions.forEach(Runnable::run);
            questions.clear();
        }

        private void end(What what, String address) {
            if (ended) {
                return;
            }
            ended = true;
            keeper.log().add(routed, what, address);
            withdraw();
            running.remove(this);
            keeper.release(routed, onWay);
            face.close();
            result.complete(entry.resolution());
        }
    }
}
