package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.runtime.Worker;

/**
 * Answers where one of our own avatars is (SPEC N7, N8). A question with the next number waits for the next move, but not longer than its lifetime allows, so that who stands still is not taken
 * for gone. Of the presence's worker.
 */
final class PositionSource {
    /** Who asks for a number that is farther ahead than this is told the present position at once: numbers have begun anew. */
    private static final int MAX_AHEAD = 25;

    /** So long before its end a question is answered even if nothing has changed: about the time of a long way back. */
    private static final Duration MARGIN = Duration.ofMillis(200);

    /**
     * Who asks for a number that has been reached for longer is told the present position: from a cache he would get one after another of those that he has missed, and never the present one where an
     * answer takes as long as a move.
     */
    private static final Duration NUMBERED_FRESHNESS = Duration.ofMillis(20);

    private final Worker worker;
    private final LocalFace face;
    private final DataSigner signer;

    /** For who asks for the first time and does not know our key. */
    private final DataSigner showing;

    private final Duration freshness;
    private final LongSupplier wallMillis;
    private final Name name;
    private final String type;

    /** Where our host answers. */
    private final Optional<InetSocketAddress> address;

    /** Questions for numbers to come. */
    private final Map<Integer, List<Interest>> waiting = new HashMap<>();

    private PositionRecord present;
    private long sent;

    PositionSource(
            Worker worker,
            LocalFace face,
            NodeIdentity identity,
            AvatarName avatar,
            Point position,
            Duration freshness,
            LongSupplier wallMillis,
            int firstSequence,
            String type,
            Optional<InetSocketAddress> address) {
        this.worker = worker;
        this.face = face;
        signer = DataSigner.of(identity);
        showing = HostKeys.showing(identity);
        this.freshness = freshness;
        this.wallMillis = wallMillis;
        name = avatar.path().append("position");
        this.type = type;
        this.address = address;
        present = now(firstSequence, position, OptionalInt.empty(), false);
        face.registerPrefix(name, (prefix, interest) -> asked(interest), reason -> {
            throw new IllegalStateException("positions cannot be answered: " + reason);
        });
    }

    private PositionRecord now(int sequence, Point position, OptionalInt action, boolean gone) {
        return new PositionRecord(sequence, wallMillis.getAsLong(), position, action, type, gone, address);
    }

    Point position() {
        return present.position();
    }

    void moveTo(Point position) {
        tell(position, present.action());
    }

    /** The latest action has another number. */
    void acted(OptionalInt action) {
        tell(present.position(), action);
    }

    private void tell(Point position, OptionalInt action) {
        present = now(PositionRecord.next(present.sequence()), position, action, false);
        List<Interest> reached = waiting.remove(present.sequence());
        if (reached != null) {
            reached.forEach(this::answer);
        }
        if (waiting.size() > MAX_AHEAD) {
            // Questions that were never reached.
            waiting.clear();
        }
    }

    /** It leaves: whoever waits for its next position is told, and whoever asks later. */
    void leave() {
        present = now(PositionRecord.next(present.sequence()), present.position(), present.action(), true);
        List<List<Interest>> all = List.copyOf(waiting.values());
        waiting.clear();
        all.forEach(each -> each.forEach(this::answer));
    }

    private void asked(Interest interest) {
        int extra = interest.name().size() - name.size();
        if (extra == 0 || (extra == 1 && interest.name().last().type() == NameComponent.VERSION)) {
            // It is here still: who hears the same again and again knows that it does not come from here.
            present = now(present.sequence(), present.position(), present.action(), present.gone());
            answer(interest);
            return;
        }
        int wanted = PositionRecord.numberIn(interest.name());
        if (extra != 1 || wanted < 0) {
            return;
        }
        int ahead = PositionRecord.ahead(wanted, present.sequence());
        if (ahead <= 0 || ahead > MAX_AHEAD || present.gone()) {
            answer(interest);
            return;
        }
        List<Interest> same = waiting.computeIfAbsent(wanted, each -> new ArrayList<>(1));
        boolean first = same.isEmpty();
        // The forwarder holds equal questions together: one answer is for all of them.
        same.add(interest);
        if (first) {
            Duration patience = interest.lifetime().minus(MARGIN);
            worker.schedule(patience.isNegative() ? Duration.ZERO : patience, () -> stillHere(wanted));
        } else if (same.size() > 2) {
            same.remove(0);
        }
    }

    private void stillHere(int wanted) {
        if (waiting.containsKey(wanted)) {
            moveTo(present.position());
        }
    }

    /** Answers that were sent. */
    long sent() {
        return sent;
    }

    private void answer(Interest interest) {
        sent++;
        boolean numbered = PositionRecord.numberIn(interest.name()) >= 0;
        face.put(Data.builder(interest.name())
                .freshness(numbered ? NUMBERED_FRESHNESS : freshness)
                .content(present.encodeFor(interest.name()))
                .sign(numbered ? signer : showing));
    }
}
