package org.voxelpopuli.tools.tangibles;

import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.Value;
import org.voxelpopuli.tangibles.behaviour.Behaviour;
import org.voxelpopuli.tangibles.behaviour.Scene;

/** Whoever uses it opens it, or closes it if it is open; after a while it falls shut by itself. What is in it is a list of tables. */
final class Chest implements Behaviour {
    static final String CLASS = "chest";

    private static final int OPEN_TICKS = 60;

    @Override
    public void tick(Tangible self, Scene scene) {
        if (self.database().get("openSince") instanceof Value.Whole since
                && scene.tick() >= since.number() + OPEN_TICKS) {
            close(self);
        }
    }

    @Override
    public void interact(Tangible self, Tangible actor, Scene scene) {
        if (self.database().get("openSince") == null) {
            self.database().put("openSince", scene.tick()).put("openedBy", actor.ref());
            show(self, "open");
        } else {
            close(self);
        }
    }

    private static void close(Tangible self) {
        self.database().remove("openSince").remove("openedBy");
        show(self, "close");
    }

    private static void show(Tangible self, String action) {
        AnimationStep here = self.animation().last();
        self.animate(new AnimationStep(action, here.x(), here.y(), here.z(), 5));
    }

    /** Puts something in. */
    static void fill(Tangible chest, String item, int count) {
        Table items = chest.database().get("items") instanceof Table table ? table : new Table();
        chest.database().put("items", items);
        items.put(Value.of(items.size() + 1L), new Table().put("item", item).put("count", count));
    }
}
