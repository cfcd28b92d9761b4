package org.voxelpopuli.tangibles;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Tangibles by their ids and by their places, with the tables that hang on them. Belongs to one thread. */
public abstract sealed class Model permits MasterModel, ClientModel {
    private final NavigableMap<Long, Tangible> tangibles = new TreeMap<>();
    private final SpatialIndex places = new SpatialIndex();

    Model() {}

    /** The tangible of an id. */
    public final Optional<Tangible> tangible(long id) {
        return Optional.ofNullable(tangibles.get(id));
    }

    /** All tangibles by rising id; a view that cannot be changed. */
    public final Collection<Tangible> tangibles() {
        return Collections.unmodifiableCollection(tangibles.values());
    }

    /**
     * The ids of the tangibles around a place, the border included, in rising order.
     *
     * @param radius in units of the coordinates, not negative
     */
    public final List<Long> scanRadius(AnimationStep center, double radius) {
        return places.scan(center, radius);
    }

    final Tangible add(long id, String className, AnimationQueue animation) {
        Tangible tangible = new Tangible(this, id, className, animation);
        tangibles.put(id, tangible);
        places.add(tangible);
        return tangible;
    }

    final Optional<Tangible> take(long id) {
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
