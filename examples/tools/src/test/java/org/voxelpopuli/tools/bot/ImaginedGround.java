package org.voxelpopuli.tools.bot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Position;

/** A world of columns for behaviours, in which their actions are carried out at once and kept. */
final class ImaginedGround implements Surroundings {
    private final IntBinaryOperator height;
    private final Map<BlockPos, Integer> placed = new HashMap<>();
    private final List<Action> actions = new ArrayList<>();
    private Position position;
    private boolean loaded = true;

    /** A world in which the uppermost block of column (x, z) is at that height. */
    ImaginedGround(IntBinaryOperator height) {
        this.height = height;
        position = new Position(0.5, height.applyAsInt(0, 0) + 1, 0.5);
    }

    void unload() {
        loaded = false;
    }

    List<Action> live(Behaviour behaviour, int steps) {
        for (int i = 0; i < steps; i++) {
            Action action = behaviour.next(this);
            actions.add(action);
            if (action instanceof Action.Go go) {
                position = go.to();
            } else if (action instanceof Action.Stand stand) {
                look(stand.yaw());
            } else if (action instanceof Action.Place place) {
                look(place.yaw());
                placed.put(place.at(), place.type());
            }
        }
        return List.copyOf(actions);
    }

    private void look(double yaw) {
        position = new Position(position.x(), position.y(), position.z(), yaw);
    }

    Map<BlockPos, Integer> placed() {
        return placed;
    }

    @Override
    public Position position() {
        return position;
    }

    @Override
    public OptionalInt block(BlockPos at) {
        if (!loaded) {
            return OptionalInt.empty();
        }
        int terrain = at.y() <= height.applyAsInt(at.x(), at.z()) ? 1 : 0;
        return OptionalInt.of(placed.getOrDefault(at, terrain));
    }
}
