package org.voxelpopuli.tools.tangibles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.voxelpopuli.tangibles.AnimationQueue;
import org.voxelpopuli.tangibles.MasterModel;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.behaviour.LivingModel;

/** A chest, some sheep, and a farmer who uses what is there: all that happens follows from the seed. Belongs to one thread. */
final class Farm {
    static final long FARMER = 1;
    static final long CHEST = 2;
    static final long FIRST_SHEEP = 100;

    private static final int TICKS_BETWEEN_USES = 25;

    private final MasterModel model = new MasterModel();
    private final List<String> failures = new ArrayList<>();
    private final LivingModel living;
    private final SplittableRandom random;
    private final int sheep;

    Farm(long seed, int sheep) {
        this.sheep = sheep;
        this.random = new SplittableRandom(seed);
        model.create(FARMER, "farmer", AnimationQueue.at(0, 0, 0));
        Tangible chest = model.create(CHEST, Chest.CLASS, AnimationQueue.at(2, 0, 1));
        Chest.fill(chest, "shears", 1);
        Chest.fill(chest, "apple", 12);
        for (int i = 0; i < sheep; i++) {
            model.create(
                    FIRST_SHEEP + i,
                    Sheep.CLASS,
                    AnimationQueue.at(random.nextInt(-10, 11), 0, random.nextInt(-10, 11)));
        }
        living = new LivingModel(
                model,
                Map.of(Sheep.CLASS, new Sheep(), Chest.CLASS, new Chest()),
                seed,
                0,
                (tangible, failure) -> failures.add(tangible + ": " + failure));
    }

    MasterModel model() {
        return model;
    }

    /** What went wrong, which nothing should. */
    List<String> failures() {
        return failures;
    }

    void tick() {
        living.tick();
        if (living.nextTick() % TICKS_BETWEEN_USES == 0) {
            boolean atChest = sheep == 0 || random.nextInt(3) == 0;
            living.interact(FARMER, atChest ? CHEST : FIRST_SHEEP + random.nextInt(sheep));
        }
    }
}
