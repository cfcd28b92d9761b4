package org.voxelpopuli.spring;

import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceStatus;
import org.voxelpopuli.spring.NodeView.NoAnswerException;

/** Presence as an operator looks at it, as {@link NodeView} is for a node. Thread-safe. */
public final class PresenceView {
    private final Presence presence;

    /** A view of that presence. */
    public PresenceView(Presence presence) {
        this.presence = presence;
    }

    /** Presence itself. */
    public Presence presence() {
        return presence;
    }

    /**
     * What it knows and has done.
     *
     * @throws NoAnswerException if it does not answer within {@link NodeView#PATIENCE}
     */
    public PresenceStatus status() {
        return NodeView.await(presence.status(), NodeView.PATIENCE);
    }
}
