package org.voxelpopuli.tangibles.behaviour;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.Tangible;

/**
 * A master model whose tangibles behave. The game calls {@link #tick} as often as its world ticks, and {@link #interact} when a player does something
 * with a tangible. A behaviour that throws spoils its own tangible's tick and nothing else. Belongs to the thread of the model.
 */
public final class LivingModel {
    private final MasterModel model;
    private final Map<String, Behaviour> behaviours;
    private final long seed;
    private final Failures failures;
    private long tick;

    /** Hears of behaviours that threw, to log them. */
    @FunctionalInterface
    public interface Failures {
        /** The tangible's behaviour threw, and did nothing further in this call. */
        void failed(Tangible tangible, RuntimeException failure);
    }

    /**
     * @param behaviours by the names of the classes; tangibles of other classes do nothing
     * @param seed of all that is random
     * @param tick the number of the first tick: where this left off, if it did
     */
    public LivingModel(MasterModel model, Map<String, Behaviour> behaviours, long seed, long tick, Failures failures) {
        this.model = model;
        this.behaviours = new TreeMap<>(behaviours);
        this.seed = seed;
        this.tick = tick;
        this.failures = failures;
    }

    /** The number of the tick that comes next. */
    public long nextTick() {
        return tick;
    }

    /** Lets each tangible that there is do what its class does in a tick, by rising id. */
    public void tick() {
        for (Tangible tangible : List.copyOf(model.tangibles())) {
            Behaviour behaviour = behaviours.get(tangible.className());
            // Another one may have removed it meanwhile.
            if (behaviour != null && isPresent(tangible)) {
                run(tangible, () -> behaviour.tick(tangible, scene(tangible, 0)));
            }
        }
        tick++;
    }

    /**
     * Lets a tangible do something with another one.
     *
     * @return false if one of them does not exist, or the class of the second does nothing
     */
    public boolean interact(long actor, long target) {
        Optional<Tangible> who = model.tangible(actor);
        Optional<Tangible> what = model.tangible(target);
        if (who.isEmpty() || what.isEmpty()) {
            return false;
        }
        Behaviour behaviour = behaviours.get(what.get().className());
        if (behaviour == null) {
            return false;
        }
        run(what.get(), () -> behaviour.interact(what.get(), who.get(), scene(what.get(), actor + 1)));
        return true;
    }

    private boolean isPresent(Tangible tangible) {
        return model.tangible(tangible.id())
                .filter(present -> present == tangible)
                .isPresent();
    }

    private void run(Tangible tangible, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            failures.failed(tangible, e);
        }
    }

    private Scene scene(Tangible tangible, long purpose) {
        long mixed = mix(mix(mix(seed, tick), tangible.id()), purpose);
        return new Scene(model, tick, new SplittableRandom(mixed));
    }

    private static long mix(long hash, long number) {
        long mixed = (hash ^ number) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 29);
    }
}
