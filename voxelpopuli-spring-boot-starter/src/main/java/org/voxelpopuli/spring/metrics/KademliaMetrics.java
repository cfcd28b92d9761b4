package org.voxelpopuli.spring.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.voxelpopuli.kademlia.KademliaListener;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.rpc.Discard;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;

/** Calls, lookups, datagrams and contacts of the DHT. Called on the worker of one node. */
public final class KademliaMetrics implements KademliaListener {
    private final MeterRegistry registry;
    private final Map<String, Map<RpcOutcome, Timer>> calls = new HashMap<>();
    private final Map<String, Counter> served = new HashMap<>();
    private final Map<Discard, Counter> discarded = new EnumMap<>(Discard.class);
    private final DistributionSummary received;
    private final DistributionSummary sent;
    private final Timer lookups;
    private final Counter cancelled;
    private final DistributionSummary hops;
    private final DistributionSummary asked;
    private final AtomicInteger contacts = new AtomicInteger();

    /** Meters in that registry. */
    public KademliaMetrics(MeterRegistry registry) {
        this.registry = registry;
        received = bytes("voxelpopuli.dht.datagrams.received", "Datagrams that came in, good or bad, and their bytes");
        sent = bytes("voxelpopuli.dht.datagrams.sent", "Datagrams that went out, and their bytes");
        lookups = Timer.builder("voxelpopuli.dht.lookups")
                .description("Lookups that ended with a result, and how long each took")
                .register(registry);
        cancelled = Counter.builder("voxelpopuli.dht.lookups.cancelled")
                .description("Lookups that were given up, by their caller or since their time was up")
                .register(registry);
        hops = DistributionSummary.builder("voxelpopuli.dht.lookup.hops")
                .description("Nodes in the chain by which a lookup learned of the closest node")
                .register(registry);
        asked = DistributionSummary.builder("voxelpopuli.dht.lookup.asked")
                .description("Nodes that a lookup asked")
                .register(registry);
        Gauge.builder("voxelpopuli.dht.contacts", contacts, AtomicInteger::get)
                .description("Nodes in the routing table that have answered")
                .register(registry);
    }

    private DistributionSummary bytes(String name, String description) {
        return DistributionSummary.builder(name)
                .description(description)
                .baseUnit("bytes")
                .register(registry);
    }

    private static String tag(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public void called(String rpc, RpcOutcome outcome, long nanos) {
        calls.computeIfAbsent(rpc, r -> new EnumMap<>(RpcOutcome.class))
                .computeIfAbsent(outcome, o -> Timer.builder("voxelpopuli.dht.rpc.calls")
                        .description("Calls of ours that ended, and how long each took")
                        .tag("rpc", rpc)
                        .tag("outcome", tag(o))
                        .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void served(String rpc) {
        served.computeIfAbsent(rpc, r -> Counter.builder("voxelpopuli.dht.rpc.served")
                        .description("Calls of other nodes that were answered")
                        .tag("rpc", r)
                        .register(registry))
                .increment();
    }

    @Override
    public void datagramReceived(int bytes) {
        received.record(bytes);
    }

    @Override
    public void datagramSent(int bytes) {
        sent.record(bytes);
    }

    @Override
    public void datagramDiscarded(Discard reason) {
        discarded
                .computeIfAbsent(reason, r -> Counter.builder("voxelpopuli.dht.datagrams.discarded")
                        .description("Datagrams that came in and were discarded, by reason")
                        .tag("reason", tag(r))
                        .register(registry))
                .increment();
    }

    @Override
    public void lookedUp(int chain, int nodes, long nanos) {
        lookups.record(nanos, TimeUnit.NANOSECONDS);
        hops.record(chain);
        asked.record(nodes);
    }

    @Override
    public void lookupCancelled(int nodes, long nanos) {
        cancelled.increment();
    }

    @Override
    public void contactAdded(Contact contact) {
        contacts.incrementAndGet();
    }

    @Override
    public void contactRemoved(Contact contact) {
        contacts.decrementAndGet();
    }
}
