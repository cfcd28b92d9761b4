package org.voxelpopuli.presence;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;

/** Answers who asks for octants in one place, the later the less is known, and asks back who knows more (SPEC N5, N10). Of the presence's worker. */
final class DiscoveryAnswerer {
    /** Who is interested in less of what was asked, and knows nothing of it, passes the question on to another who has asked there; that one does not. */
    private static final double LITTLE = 0.5;

    /** So many answers wait in one place until those who know more have had their time. */
    private static final int MAX_DELAYED = 64;

    /** So many who have proven their addresses are asked back in an eager interval. */
    private static final int MAX_ASKED_BACK = 64;

    /** So many of all who have not, in all places of a node: an address that is not one's own costs nothing. */
    static final int MAX_STRANGERS = 64;

    /** Nobody is asked back while our questions take more than these parts of their room, so that there is some for those that are not due to who asks us. */
    private static final double BUSY = 0.5;

    private static final double BUSY_WITH_STRANGERS = 0.25;

    private final Discovery.Ground ground;
    private final Octant parent;
    private final Name prefix;
    private final DiscoveryPlace place;

    /** Answers that wait. */
    private int delayed;

    /** Those with addresses that are theirs. */
    private final LatelyAsked askedBack = new LatelyAsked(MAX_ASKED_BACK);

    /** Who was asked back in this place. */
    private record AskedHere(DiscoveryAnswerer place, Face asker) {}

    private boolean ended;

    DiscoveryAnswerer(Discovery.Ground ground, Octant parent, Name prefix, DiscoveryPlace place) {
        this.ground = ground;
        this.parent = parent;
        this.prefix = prefix;
        this.place = place;
    }

    void end() {
        ended = true;
    }

    /** @param interest octants that are of interest here */
    void answer(Interest asked, List<Octant> interest) {
        Face asker = ground.keeper().asker(asked).orElse(null);
        if (asker == null && asked.hopLimit().orElse(0) == DiscoveryPlace.HOPS) {
            // Another avatar of this node, which is told of ours without asking.
            return;
        }
        PresenceSettings settings = ground.settings();
        DiscoveryQuestion question;
        try {
            question = DiscoveryQuestion.decode(
                    parent,
                    asked.name().get(prefix.size()).value(),
                    settings.digest(),
                    settings.space().levels());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            return;
        }
        DiscoveryKnowledge known = known(question, interest);
        if (asker != null && !known.learnable().isEmpty()) {
            boolean wasAsked = askBack(asker, known.learnable(), interest);
            if (!wasAsked && known.differs()) {
                place.hint();
            }
        }
        boolean partial = known.share() < 1;
        boolean isWhole =
                asked.lifetime().compareTo(settings.times().discoveryTimeout().dividedBy(2)) > 0;
        if (!known.somebody() && known.share() < LITTLE && isWhole && settings.uses(Optimisation.PROGRESSIVE)) {
            ground.keeper().passOn(prefix, asked);
        }
        if (known.names().isEmpty() || (partial && !settings.uses(Optimisation.PROGRESSIVE))) {
            return;
        }
        if (!partial) {
            send(asked, known);
        } else if (delayed < MAX_DELAYED && known.delay().compareTo(asked.lifetime()) < 0) {
            delayed++;
            ground.worker().schedule(known.delay(), () -> {
                delayed--;
                DiscoveryKnowledge later = known(question, interest);
                if (!ended && !later.names().isEmpty()) {
                    send(asked, later);
                }
            });
        }
    }

    private DiscoveryKnowledge known(DiscoveryQuestion question, List<Octant> interest) {
        return DiscoveryKnowledge.of(
                question, interest, ground.area().names(), ground.surroundings().heardOf());
    }

    private void send(Interest asked, DiscoveryKnowledge known) {
        ground.counts().answersSent++;
        int questionBytes = asked.name().get(prefix.size()).value().length;
        DiscoveryAnswer answer = known.answer(questionBytes, ground.random());
        ground.face().put(ground.signer().sign(asked.name(), answer.encode()));
    }

    /**
     * Who asked knows otherwise: he is the one to ask, and that at once, but not again and again.
     *
     * @return whether he was asked
     */
    private boolean askBack(Face asker, List<Octant> learnable, List<Octant> interest) {
        boolean proven = asker.isProven();
        long now = ground.clock().nanos();
        long pause = ground.settings().times().eagerInterval().toNanos();
        if (!ground.isEventDriven()
                || ground.face().busy() > (proven ? BUSY : BUSY_WITH_STRANGERS)
                || !(proven ? askedBack : ground.strangers()).takes(new AskedHere(this, asker), now, pause)) {
            return false;
        }
        List<Octant> where = new ArrayList<>();
        for (Octant octant : interest) {
            if (learnable.stream().anyMatch(each -> octant.contains(each) || each.contains(octant))) {
                where.add(octant);
            }
        }
        place.askBack(where, asker);
        return true;
    }
}
