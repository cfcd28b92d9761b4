package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import org.voxelpopuli.presence.AvatarStatus;
import org.voxelpopuli.presence.PresenceStatus;
import org.voxelpopuli.presence.ndn.ForwarderStatus.Dropped;
import org.voxelpopuli.spring.PresenceView;

/** Avatars, questions and answers of presence, and the tables of its forwarder. Thread-safe. */
public final class PresenceMetrics implements MeterBinder {
    private static final String PREFIX = "voxelpopuli.presence.";

    private final PresenceView view;

    /** Of each registry; registries refer to them weakly. */
    private final List<Reading<PresenceStatus>> held = new CopyOnWriteArrayList<>();

    /** Meters of that presence. */
    public PresenceMetrics(PresenceView view) {
        this.view = view;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Reading<PresenceStatus> reading =
                new Reading<>(view::status, registry.config().clock());
        held.add(reading);
        Meters meters = new Meters(registry, reading);
        bindAvatars(meters);
        bindQuestions(meters);
        bindTables(meters);
        bindPackets(meters);
    }

    private static void bindAvatars(Meters meters) {
        meters.gauge("avatars", "Avatars that this node hosts", status -> status.avatars()
                .size());
        meters.gauge(
                "drawn",
                "Avatars in the areas of interest of those that this node hosts, each counted for each of them",
                status ->
                        status.avatars().stream().mapToInt(AvatarStatus::drawn).sum());
        meters.gauge(
                "known",
                "Avatars that somebody has spoken of, those drawn included",
                status ->
                        status.avatars().stream().mapToInt(AvatarStatus::known).sum());
        meters.gauge("faces", "Other nodes that packets go to or come from", PresenceStatus::faces);
    }

    private static void bindQuestions(Meters meters) {
        meters.counter(
                "discovery.asked", "Discovery Interests of this node's avatars", Tags.empty(), status -> status.counts()
                        .asked());
        meters.counter(
                "discovery.answered",
                "Answers of this node's avatars to discovery Interests of others",
                Tags.empty(),
                status -> status.counts().answersSent());
        String answers = "Answers to discovery Interests of this node's avatars, by whether they told of somebody new";
        meters.counter("discovery.answers", answers, Tags.of("result", "useful"), status -> status.counts()
                .answersUseful());
        meters.counter("discovery.answers", answers, Tags.of("result", "useless"), status -> status.counts()
                .answersUseless());
        meters.counter(
                "positions.asked",
                "Questions of this node's avatars where another is",
                Tags.empty(),
                status -> status.counts().positionsAsked());
        meters.counter(
                "positions.answered",
                "Answers of this node's avatars where they are",
                Tags.empty(),
                status -> status.counts().positionsSent());
        String positions =
                "Questions of this node's avatars where another is that ended, by whether there was an answer";
        meters.counter("positions.ended", positions, Tags.of("result", "heard"), status -> status.counts()
                .positionsHeard());
        meters.counter("positions.ended", positions, Tags.of("result", "missed"), status -> status.counts()
                .positionsMissed());
    }

    private static void bindTables(Meters meters) {
        meters.gauge("store.packets", "Data packets in the content store", status -> status.forwarder()
                .storedData());
        meters.gauge("store.bytes", "Bytes in the content store", status -> status.forwarder()
                .storedBytes());
        meters.gauge("pending", "Entries of the pending Interest table", status -> status.forwarder()
                .pendingInterests());
        meters.gauge("fib", "Prefixes in the forwarding information base", status -> status.forwarder()
                .prefixes());
        lookups(
                meters,
                "store",
                "Interests that were looked up in the content store",
                status -> status.forwarder().storeHits(),
                status -> status.forwarder().storeMisses());
        lookups(
                meters,
                "pending",
                "Interests that were looked up among the pending ones",
                status -> status.forwarder().pendingHits(),
                status -> status.forwarder().pendingMisses());
        lookups(
                meters,
                "fib",
                "Interests that were looked up in the forwarding information base",
                status -> status.forwarder().routeHits(),
                status -> status.forwarder().dropped().noRoute());
    }

    private static void lookups(
            Meters meters,
            String table,
            String description,
            ToDoubleFunction<PresenceStatus> hits,
            ToDoubleFunction<PresenceStatus> misses) {
        String all = description + ", by whether they were found";
        meters.counter(table + ".lookups", all, Tags.of("result", "hit"), hits);
        meters.counter(table + ".lookups", all, Tags.of("result", "miss"), misses);
    }

    private static void bindPackets(Meters meters) {
        String received = "Packets that arrived, from other nodes and from this one's avatars";
        meters.counter("packets.received", received, Tags.of("kind", "interest"), status -> status.forwarder()
                .interests());
        meters.counter("packets.received", received, Tags.of("kind", "data"), status -> status.forwarder()
                .data());
        meters.dropped("malformed", Dropped::malformed);
        meters.dropped("hop-limit", Dropped::hopLimit);
        meters.dropped("duplicate-nonce", Dropped::duplicateNonce);
        meters.dropped("no-route", Dropped::noRoute);
        meters.dropped("too-many-pending", Dropped::tooManyPending);
        meters.dropped("unsolicited", Dropped::unsolicited);
        meters.dropped("refused", Dropped::refused);
        meters.counter(
                "packets.turned-away",
                "Datagrams of nodes for which there is no room or no time",
                Tags.empty(),
                PresenceStatus::turnedAway);
        meters.counter(
                "packets.withheld",
                "Packets that were not sent, since nobody has proven that the address has asked for them",
                Tags.empty(),
                PresenceStatus::withheld);
    }

    /** Meters of one registry. */
    private record Meters(MeterRegistry registry, Reading<PresenceStatus> reading) {
        void gauge(String name, String description, ToDoubleFunction<PresenceStatus> value) {
            Gauge.builder(PREFIX + name, reading, each -> value(each, value))
                    .description(description)
                    .register(registry);
        }

        void counter(String name, String description, Tags tags, ToDoubleFunction<PresenceStatus> value) {
            FunctionCounter.builder(PREFIX + name, reading, each -> value(each, value))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        void dropped(String reason, ToDoubleFunction<Dropped> value) {
            counter(
                    "packets.dropped",
                    "Packets that went no further, by reason",
                    Tags.of("reason", reason),
                    status -> value.applyAsDouble(status.forwarder().dropped()));
        }

        private static double value(Reading<PresenceStatus> reading, ToDoubleFunction<PresenceStatus> value) {
            PresenceStatus status = reading.now();
            return status == null ? Double.NaN : value.applyAsDouble(status);
        }
    }
}
