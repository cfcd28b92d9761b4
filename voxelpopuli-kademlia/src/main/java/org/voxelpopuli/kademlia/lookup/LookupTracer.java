package org.voxelpopuli.kademlia.lookup;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeClock;

/**
 * Looks on while a query is put, and writes down what happens. For one lookup, used on its worker alone.
 *
 * <pre>{@code
 * LookupTracer<Void> tracer = new LookupTracer<>(key, query, environment.clock());
 * lookups.run(key, 20, null, List.of(contact), tracer, false, result -> System.out.println(tracer.end(result)));
 * }</pre>
 */
public final class LookupTracer<V> implements Query<V> {
    private final NodeId target;
    private final Query<V> query;
    private final NodeClock clock;
    private final long began;
    private final List<LookupTrace.Step> steps = new ArrayList<>();
    private final Map<NodeId, Integer> hops = new HashMap<>();

    /** Passes all questions on to this query. The lookup begins now. */
    public LookupTracer(NodeId target, Query<V> query, NodeClock clock) {
        this.target = target;
        this.query = query;
        this.clock = clock;
        this.began = clock.nanos();
    }

    @Override
    public void ask(Contact contact, Runnable late, Consumer<Optional<Answer<V>>> answer) {
        note(LookupTrace.Event.ASKED, contact, 0);
        query.ask(contact, noting(contact, late), noting(contact, answer));
    }

    @Override
    public void askMore(Contact contact, int offset, Runnable late, Consumer<Optional<Answer<V>>> answer) {
        note(LookupTrace.Event.ASKED, contact, 0);
        query.askMore(contact, offset, noting(contact, late), noting(contact, answer));
    }

    private Runnable noting(Contact contact, Runnable late) {
        return () -> {
            note(LookupTrace.Event.LATE, contact, 0);
            late.run();
        };
    }

    private Consumer<Optional<Answer<V>>> noting(Contact contact, Consumer<Optional<Answer<V>>> answer) {
        return answered -> {
            note(contact, answered);
            answer.accept(answered);
        };
    }

    private void note(Contact contact, Optional<Answer<V>> answer) {
        if (answer.isEmpty()) {
            note(LookupTrace.Event.SILENT, contact, 0);
            return;
        }
        List<Contact> told = answer.get().contacts();
        boolean found = answer.get().value().isPresent();
        note(found ? LookupTrace.Event.FOUND : LookupTrace.Event.ANSWERED, contact, told.size());
        int hop = hop(contact) + 1;
        told.forEach(next -> hops.putIfAbsent(next.id(), hop));
    }

    private void note(LookupTrace.Event event, Contact contact, int told) {
        steps.add(new LookupTrace.Step(sinceBegin(), event, contact, hop(contact), told));
    }

    private int hop(Contact contact) {
        return hops.computeIfAbsent(contact.id(), id -> 1);
    }

    /** The lookup has ended with this. */
    public LookupTrace end(LookupResult<V> result) {
        return new LookupTrace(target, steps, result.closest(), sinceBegin());
    }

    private Duration sinceBegin() {
        return Duration.ofNanos(clock.nanos() - began).truncatedTo(ChronoUnit.MICROS);
    }
}
