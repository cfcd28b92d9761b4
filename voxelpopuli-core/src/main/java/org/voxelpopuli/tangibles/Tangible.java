package org.voxelpopuli.tangibles;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A thing in the world: an animal, a chest, a player. Its position is that of the last step of its animation queue, and its database is the root of
 * a graph of tables. Belongs to the thread of its model.
 */
public final class Tangible {
    private final long id;
    private final Model model;
    private final Table database;
    private String className;
    private AnimationQueue animation;
    private @Nullable Map<String, Scalar> fields;
    /** The last correction that was sent of it, which is the same for all players who saw the same before. */
    private @Nullable Correction correction;

    /** Where it stands among those in its cell; the {@link SpatialIndex}'s. */
    int placeInCell;

    private record Correction(AnimationQueue before, Instruction.CorrectAnimation instruction) {}

    Tangible(Model model, long id, String className, AnimationQueue animation) {
        this.model = model;
        this.id = id;
        this.className = className;
        this.animation = animation;
        this.database = Table.database(this, model.thread(), model instanceof ClientModel);
    }

    /** The id, the same on server and clients: any 64 bits. */
    public long id() {
        return id;
    }

    /** A value that stands for this tangible in tables. */
    public Value.TangibleRef ref() {
        return new Value.TangibleRef(id);
    }

    /** The name of its class, on which its behaviour depends; empty if it has none. */
    public String className() {
        model.thread().check();
        return className;
    }

    /** What it does, and where it is. */
    public AnimationQueue animation() {
        model.thread().check();
        return animation;
    }

    /** The entries of this tangible. */
    public Table database() {
        model.thread().check();
        return database;
    }

    /**
     * What else a player's tangible tells its own client, and no other: what it prints, say.
     *
     * @return a view that cannot be changed, by name, in order of their first use
     */
    public Map<String, Scalar> fields() {
        model.thread().check();
        return fields == null ? Map.of() : Collections.unmodifiableMap(fields);
    }

    /**
     * Changes its class.
     *
     * @throws IllegalStateException if this is a client's tangible
     */
    public void setClassName(String name) {
        changeable().changed(this);
        storeClassName(new Value.Text(name).text());
    }

    /**
     * Changes what it does, and by that where it is.
     *
     * @throws IllegalStateException if this is a client's tangible
     */
    public void setAnimation(AnimationQueue queue) {
        changeable().changed(this);
        storeAnimation(Objects.requireNonNull(queue, "an animation queue is null"));
    }

    /**
     * Appends a step to what it does.
     *
     * @throws IllegalStateException if this is a client's tangible
     */
    public void animate(AnimationStep step) {
        setAnimation(animation.then(step));
    }

    /**
     * Changes a field; null removes it.
     *
     * @throws IllegalStateException if this is a client's tangible
     */
    public void setField(String name, @Nullable Scalar value) {
        changeable().changed(this);
        storeField(new Value.Text(name).text(), value);
    }

    /** What makes one that does this do what this tangible does; empty if it does already. */
    Optional<Instruction.CorrectAnimation> correctionFrom(AnimationQueue before) {
        Correction last = correction;
        if (last == null || !animation.equals(last.instruction.result()) || !last.before.equals(before)) {
            if (animation.equals(before)) {
                return Optional.empty();
            }
            last = new Correction(before, Instruction.CorrectAnimation.between(id, before, animation));
            correction = last;
        }
        return Optional.of(last.instruction);
    }

    private MasterModel changeable() {
        if (model instanceof MasterModel master) {
            master.thread().check();
            return master;
        }
        throw new IllegalStateException(
                "tangible " + id + " belongs to a client model, which only its receiver changes");
    }

    /** Where it is, for the {@link SpatialIndex}. */
    AnimationStep where() {
        return animation.last();
    }

    String storeClassName(String name) {
        String before = className;
        className = name;
        return before;
    }

    void storeAnimation(AnimationQueue queue) {
        AnimationQueue before = animation;
        animation = queue;
        model.moved(this, before);
    }

    @Nullable
    Scalar storeField(String name, @Nullable Scalar value) {
        if (value != null) {
            if (fields == null) {
                fields = new LinkedHashMap<>();
            }
            return fields.put(name, value);
        }
        if (fields == null) {
            return null;
        }
        Scalar before = fields.remove(name);
        if (fields.isEmpty()) {
            // With the room that many took.
            fields = null;
        }
        return before;
    }

    @Override
    public String toString() {
        return "tangible " + id + " of class '" + className + "'";
    }
}
