package org.voxelpopuli.presence;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A game's listener, whose exceptions are logged: what called it goes on, or a neighbour would never be asked again. */
final class GuardedListener implements PresenceListener {
    private static final Logger log = LoggerFactory.getLogger(GuardedListener.class);

    private final AvatarName avatar;
    private final PresenceListener listener;
    private volatile boolean ended;

    GuardedListener(AvatarName avatar, PresenceListener listener) {
        this.avatar = avatar;
        this.listener = listener;
    }

    @Override
    public void appeared(Neighbour neighbour) {
        tell(each -> each.appeared(neighbour));
    }

    @Override
    public void moved(Neighbour neighbour) {
        tell(each -> each.moved(neighbour));
    }

    @Override
    public void acted(Neighbour neighbour, byte[] action) {
        tell(each -> each.acted(neighbour, action));
    }

    @Override
    public void left(Neighbour neighbour) {
        tell(each -> each.left(neighbour));
    }

    @Override
    public void offline(Neighbour neighbour) {
        tell(each -> each.offline(neighbour));
    }

    /** It hears nothing more, from any thread. */
    void end() {
        ended = true;
    }

    private void tell(Consumer<PresenceListener> event) {
        if (ended) {
            return;
        }
        try {
            event.accept(listener);
        } catch (RuntimeException | Error e) {
            log.error("The listener of the avatar {} failed; presence goes on", avatar.name(), e);
        }
    }
}
