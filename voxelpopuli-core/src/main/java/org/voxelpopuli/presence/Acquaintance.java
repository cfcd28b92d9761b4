package org.voxelpopuli.presence;

import org.jspecify.annotations.Nullable;

/** What one of our avatars knows of another. Of the presence's worker. */
final class Acquaintance {
    final AvatarName name;

    /** Who spoke of it first. */
    final Object informant;

    /** From where that came; null if it is not known. */
    final @Nullable Object way;

    /** Whether that informant had named others who exist. */
    final boolean vouched;

    /** Asks it where it is. */
    final PositionReader positions;

    /** Is run when its host can be reached. */
    final Runnable onWay;

    /** What it is. */
    String type = "";

    /** Reads what it does while it is near; null before. */
    @Nullable
    ActionReader actions;

    /** So many unanswered questions in a row, and it is gone. */
    int mayMiss;

    /** Whether nothing is known but that somebody spoke of it. */
    boolean stranger = true;

    Acquaintance(
            AvatarName name,
            Object informant,
            @Nullable Object way,
            boolean vouched,
            PositionReader.Ground ground,
            PositionReader.Listener listener) {
        this.name = name;
        this.informant = informant;
        this.way = way;
        this.vouched = vouched;
        positions = new PositionReader(name, ground, listener);
        onWay = positions::wayFound;
    }

    void forgetActions() {
        if (actions != null) {
            actions.close();
            actions = null;
        }
    }
}
