package org.voxelpopuli.tools.bot;

import java.util.Locale;
import java.util.random.RandomGenerator;

/** The behaviours that a person may choose from. */
public enum BehaviourKind {
    /** Wanders about. */
    WALK,
    /** Walks from place to place and builds there. */
    BUILD,
    /** Stands and looks around. */
    IDLE,
    /** Jumps to far places. */
    TELEPORT;

    /** A behaviour of this kind, with its plan drawn from there. */
    Behaviour create(RandomGenerator random) {
        return switch (this) {
            case WALK -> new WalkBehaviour(random);
            case BUILD -> new BuildBehaviour(random);
            case IDLE -> new IdleBehaviour(random);
            case TELEPORT -> new TeleportBehaviour(random);
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
