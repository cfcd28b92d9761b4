package org.voxelpopuli.tools.tangibles;

import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.Value;
import org.voxelpopuli.tangibles.behaviour.Behaviour;
import org.voxelpopuli.tangibles.behaviour.Scene;

/** Wanders around where it was born, stands and grazes in between, and gives its wool to whoever asks; the wool grows again. */
final class Sheep implements Behaviour {
    static final String CLASS = "sheep";

    private static final double RANGE = 8;
    private static final int REGROWTH_TICKS = 200;

    @Override
    public void tick(Tangible self, Scene scene) {
        Table memory = self.database();
        if (scene.tick() < number(memory, "busyUntil")) {
            return;
        }
        AnimationStep here = self.animation().last();
        if (!(memory.get("home") instanceof Table)) {
            memory.put("home", new Table().put("x", here.x()).put("z", here.z()));
        }
        if (!memory.entries().containsKey(Value.of("wool"))
                && scene.tick() >= number(memory, "shornAt") + REGROWTH_TICKS) {
            memory.put("wool", true);
        }
        AnimationStep next =
                scene.random().nextInt(3) == 0 ? graze(here, scene) : walk(here, memory.table("home"), scene);
        self.animate(next);
        memory.put("busyUntil", scene.tick() + next.ticks());
    }

    private static AnimationStep graze(AnimationStep here, Scene scene) {
        return new AnimationStep(
                "graze", here.x(), here.y(), here.z(), 20 + scene.random().nextInt(40));
    }

    private static AnimationStep walk(AnimationStep here, Table home, Scene scene) {
        double x = within(here.x() + scene.random().nextInt(-12, 13) / 4.0, real(home, "x"));
        double z = within(here.z() + scene.random().nextInt(-12, 13) / 4.0, real(home, "z"));
        double way = Math.hypot(x - here.x(), z - here.z());
        return new AnimationStep("walk", x, here.y(), z, 1 + (int) Math.round(way * 20 / 1.5));
    }

    private static double within(double wanted, double center) {
        return Math.max(center - RANGE, Math.min(center + RANGE, wanted));
    }

    @Override
    public void interact(Tangible self, Tangible actor, Scene scene) {
        Table memory = self.database();
        if (memory.entries().containsKey(Value.of("wool"))) {
            memory.remove("wool").put("shornAt", scene.tick()).put("shornBy", actor.ref());
        }
    }

    private static long number(Table table, String key) {
        return table.get(key) instanceof Value.Whole whole ? whole.number() : 0;
    }

    private static double real(Table table, String key) {
        if (table.get(key) instanceof Value.Real real) {
            return real.number();
        }
        return number(table, key);
    }
}
