package org.voxelpopuli.tangibles;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tangibles by their ids and by their places, with the tables that hang on them. Belongs to one thread: a game may build it on one and go on with it on
 * another, as {@code new Thread(…).start()} or a queue hands it over; from then on, or from the first transmission on, it is that thread's, and each use of
 * it or of its tables by another is an {@link IllegalStateException} that names both, until the thread ends or calls {@link #release}.
 */
public abstract sealed class Model permits MasterModel, ClientModel {
    private final NavigableMap<Long, Tangible> tangibles = new TreeMap<>();
    private final SpatialIndex places = new SpatialIndex();
    private final OwnerThread thread;

    Model(OwnerThread thread) {
        this.thread = thread;
    }

    final OwnerThread thread() {
        return thread;
    }

    /**
     * Gives the model away, with its transmitters or its receiver, from the thread that it belongs to; the next thread that uses it owns it. For games
     * whose turns come on one thread after another, of a pool, say: what hands the turn over must make what was done visible, as executors and queues do.
     *
     * @throws IllegalStateException if it belongs to another thread
     */
    public final void release() {
        thread.release();
    }

    /** The tangible of an id. */
    public final Optional<Tangible> tangible(long id) {
        thread.check();
        return Optional.ofNullable(tangibles.get(id));
    }

    /** All tangibles by rising id; a view that cannot be changed. */
    public final Collection<Tangible> tangibles() {
        thread.check();
        return Collections.unmodifiableCollection(tangibles.values());
    }

    /**
     * The ids of the tangibles around a place, the border included, in rising order.
     *
     * @param radius in units of the coordinates, not negative
     */
    public final List<Long> scanRadius(AnimationStep center, double radius) {
        thread.check();
        return places.scan(center, radius);
    }

    final Tangible add(long id, String className, AnimationQueue animation) {
        Tangible tangible = new Tangible(this, id, className, animation);
        tangibles.put(id, tangible);
        places.add(tangible);
        return tangible;
    }

    final Optional<Tangible> take(long id) {
        thread.check();
        Tangible tangible = tangibles.remove(id);
        if (tangible != null) {
            places.remove(tangible, tangible.animation());
        }
        return Optional.ofNullable(tangible);
    }

    final void clear() {
        tangibles.clear();
        places.clear();
    }

    final void moved(Tangible tangible, AnimationQueue before) {
        // A tangible that was removed may still be held by somebody.
        if (tangibles.get(tangible.id()) == tangible) {
            places.moved(tangible, before);
        }
    }
}
