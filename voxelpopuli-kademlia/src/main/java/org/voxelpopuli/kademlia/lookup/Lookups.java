package org.voxelpopuli.kademlia.lookup;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.Worker;

/**
 * Runs the lookups of a node. Used on its worker alone. A bounded number runs at a time and the rest wait in order: with too many at once
 * answers would be lost, and what exists would seem to be nowhere.
 *
 * <pre>{@code
 * Lookups lookups = new Lookups(own, new LookupShape(20, 3, 1, 2), worker, environment.clock(), (hops, asked, nanos) -> {});
 * worker.execute(() -> lookups.run(
 *         key, 20, null, List.of(contact), query, false, result -> System.out.println(result.closest())));
 * }</pre>
 */
public final class Lookups {
    private static final int MAX_RUNNING = 256;

    private final Set<Run<?>> waiting = new LinkedHashSet<>();
    private final SilentShare silent = new SilentShare();
    private final NodeId own;
    private final LookupShape shape;
    private final Worker worker;
    private final NodeClock clock;
    private final LookupListener listener;
    private int running;

    /**
     * Nothing runs yet.
     *
     * @param own id, which is never asked
     */
    public Lookups(NodeId own, LookupShape shape, Worker worker, NodeClock clock, LookupListener listener) {
        this.own = own;
        this.shape = shape;
        this.worker = worker;
        this.clock = clock;
        this.listener = listener;
    }

    /** The number of lookups that are not yet over, those included that wait. */
    public int running() {
        return running + waiting.size();
    }

    /**
     * Looks up a target.
     *
     * @param most so many are to be found, if that is less than k
     * @param self ourselves, if we count as one of them
     * @param start the closest contacts that we know
     * @param firstValueEnds whether the first value that is found ends the lookup
     * @param done is told the result, once, on the worker, possibly before this returns
     * @return gives the lookup up. {@code done} is then told nothing, and the place is free for the next; questions that are out are not asked back
     */
    public <V> Cancellable run(
            NodeId target,
            int most,
            @Nullable Contact self,
            List<Contact> start,
            Query<V> query,
            boolean firstValueEnds,
            Consumer<LookupResult<V>> done) {
        Lookup lookup = new Lookup(target, own, self, shape.atMost(most), silent, start);
        Run<V> run = new Run<>(lookup, query, firstValueEnds, done);
        if (running < MAX_RUNNING) {
            run.begin();
        } else {
            waiting.add(run);
        }
        return run;
    }

    /** Not from within the lookup that has just ended: those that end at once would nest. */
    private void beginNext() {
        if (!waiting.isEmpty()) {
            worker.execute(() -> {
                Iterator<Run<?>> first = waiting.iterator();
                if (running < MAX_RUNNING && first.hasNext()) {
                    Run<?> next = first.next();
                    first.remove();
                    next.begin();
                }
            });
        }
    }

    private final class Run<V> implements Cancellable {
        private final Lookup lookup;
        private final Query<V> query;
        private final boolean firstValueEnds;
        private final Consumer<LookupResult<V>> done;
        private final List<LookupResult.Found<V>> values = new ArrayList<>(1);
        private final long began = clock.nanos();
        private boolean over;
        private boolean advancing;

        Run(Lookup lookup, Query<V> query, boolean firstValueEnds, Consumer<LookupResult<V>> done) {
            this.lookup = lookup;
            this.query = query;
            this.firstValueEnds = firstValueEnds;
            this.done = done;
        }

        void begin() {
            running++;
            advance();
        }

        /** Asks whom it is time to ask. A query may answer before it returns; then this is entered again, and leaves it to the outer call. */
        private void advance() {
            if (over || advancing) {
                return;
            }
            advancing = true;
            List<Question> next = lookup.next();
            while (!over && !next.isEmpty()) {
                for (int i = 0; i < next.size() && !over; i++) {
                    ask(next.get(i));
                }
                next = over ? List.of() : lookup.next();
            }
            advancing = false;
            if (!over && (lookup.isDone() || !lookup.isWaiting())) {
                end();
            }
        }

        private void ask(Question question) {
            Runnable late = () -> late(question);
            Consumer<Optional<Answer<V>>> answer = told -> answered(question, told);
            if (question.first == null) {
                query.ask(question.contact, late, answer);
            } else {
                query.askMore(question.contact, question.offset, late, answer);
            }
        }

        private void answered(Question question, Optional<Answer<V>> answer) {
            if (over) {
                return;
            }
            if (answer.isEmpty()) {
                lookup.failed(question);
            } else {
                answer.get().value().ifPresent(value -> values.add(new LookupResult.Found<>(question.contact, value)));
                lookup.answered(question, answer.get().contacts());
                if (firstValueEnds && !values.isEmpty()) {
                    end();
                }
            }
            advance();
        }

        private void late(Question question) {
            if (!over) {
                lookup.stalled(question);
                advance();
            }
        }

        private void end() {
            over = true;
            running--;
            LookupResult<V> result =
                    new LookupResult<>(lookup.closest(), List.copyOf(values), lookup.asked(), lookup.hops());
            lookup.forget();
            listener.lookedUp(result.hops(), result.asked(), clock.nanos() - began);
            done.accept(result);
            beginNext();
        }

        @Override
        public void cancel() {
            if (over) {
                return;
            }
            over = true;
            if (!waiting.remove(this)) {
                running--;
                beginNext();
            }
            lookup.forget();
            listener.lookupCancelled(lookup.asked(), clock.nanos() - began);
        }
    }
}
