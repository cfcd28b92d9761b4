package org.voxelpopuli.tangibles;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Does to a master what a game might do, and much that none would: few tables and keys, so that they meet often. */
final class RandomGame {
    private static final int IDS = 8;
    private static final long FIRST_ID = 100;
    private static final int TABLES = 24;
    private static final String[] KEYS = {"a", "b", "c", "d"};
    private static final String[] CLASSES = {"", "sheep", "chest"};

    private final MasterModel master;
    private final RandomGenerator random;
    private final List<Table> tables = new ArrayList<>();

    RandomGame(MasterModel master, RandomGenerator random) {
        this.master = master;
        this.random = random;
        for (int i = 0; i < TABLES; i++) {
            tables.add(new Table());
        }
    }

    private AnimationQueue somewhere() {
        return AnimationQueue.at(random.nextInt(-40, 40), random.nextInt(3), random.nextInt(-10, 10));
    }

    /** A player's step, or a warp. */
    void walk(Tangible player) {
        if (random.nextInt(4) == 0) {
            player.setAnimation(somewhere());
        } else {
            AnimationStep last = player.animation().last();
            player.animate(new AnimationStep("walk", last.x() + random.nextDouble() * 4 - 2, 0, last.z(), 3));
        }
    }

    void change() {
        long id = FIRST_ID + random.nextInt(IDS);
        switch (random.nextInt(12)) {
            case 0 -> {
                if (master.tangible(id).isEmpty()) {
                    master.create(id, CLASSES[random.nextInt(CLASSES.length)], somewhere());
                }
            }
            case 1 -> {
                if (random.nextInt(3) == 0) {
                    master.remove(id);
                }
            }
            case 2 -> master.tangible(id).ifPresent(tangible -> tangible.setAnimation(somewhere()));
            case 3 ->
                master.tangible(id)
                        .ifPresent(tangible -> tangible.animate(
                                new AnimationStep("hop", random.nextDouble() * 60 - 30, 1, 0, random.nextInt(5))));
            case 4 ->
                master.tangible(id)
                        .ifPresent(tangible -> tangible.setClassName(CLASSES[random.nextInt(CLASSES.length)]));
            case 5 -> swap(table(), table());
            case 6 -> tables.set(random.nextInt(TABLES), new Table().put("n", random.nextInt()));
            case 7, 8 -> table().remove(key());
            case 9 -> table().putLocal(new Object(), "local");
            default -> table().put(key(), value());
        }
    }

    private void swap(Table one, Table other) {
        Key key = key();
        Value ofOne = one.get(key);
        Value ofOther = other.get(key);
        if (ofOne != null && ofOther != null) {
            one.put(key, ofOther);
            other.put(key, ofOne);
        }
    }

    /** One of ours, or a tangible's. */
    private Table table() {
        if (random.nextInt(3) == 0) {
            List<Tangible> tangibles = List.copyOf(master.tangibles());
            return tangibles.get(random.nextInt(tangibles.size())).database();
        }
        return tables.get(random.nextInt(TABLES));
    }

    private Key key() {
        return switch (random.nextInt(8)) {
            case 0 -> Value.of(random.nextInt(2) == 0);
            case 1 -> Value.of(random.nextInt(3) / 2.0);
            case 2 -> Key.Special.METATABLE;
            default -> Value.of(KEYS[random.nextInt(KEYS.length)]);
        };
    }

    private Value value() {
        return switch (random.nextInt(12)) {
            case 0 -> Value.of(random.nextInt(3));
            case 1 -> Value.of(random.nextDouble());
            case 2 -> Value.of(KEYS[random.nextInt(KEYS.length)]);
            case 3 -> Value.of(random.nextBoolean());
            case 4 -> new Value.TangibleRef(FIRST_ID + random.nextInt(IDS + 2));
            case 5 -> new Value.ClassRef(CLASSES[1 + random.nextInt(2)]);
            case 6 -> random.nextBoolean() ? Value.GlobalEnv.INSTANCE : new Value.Opaque("function");
            case 7 -> new Table().put("n", random.nextInt(5));
            default -> table();
        };
    }
}
