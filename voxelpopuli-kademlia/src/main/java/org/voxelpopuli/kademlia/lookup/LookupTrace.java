package org.voxelpopuli.kademlia.lookup;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * What a lookup did, step by step: who was asked, when, and what came of it. Immutable; {@link #toString()} draws it as a table.
 *
 * <pre>{@code
 * node.trace(key).thenAccept(trace -> System.out.println(trace)); // a line for each step
 * }</pre>
 *
 * @param target what was looked up
 * @param steps in the order of time
 * @param closest what was found, the closest first
 * @param took from its beginning to its end, in whole microseconds
 */
public record LookupTrace(NodeId target, List<Step> steps, List<Contact> closest, Duration took) {
    /** What happened in a step. */
    public enum Event {
        /** The question was sent. */
        ASKED,
        /** The answer takes longer than usual; others are asked meanwhile. */
        LATE,
        /** The contact answered with contacts. */
        ANSWERED,
        /** The contact answered with the value. */
        FOUND,
        /** There was no answer in time, or not from the one that was asked. */
        SILENT
    }

    /**
     * One step.
     *
     * @param at since the lookup began, in whole microseconds
     * @param event what happened
     * @param contact to or by whom
     * @param hop how many contacts away from us it was learned, from 1
     * @param told how many contacts it answered with; 0 where it did not answer
     */
    public record Step(Duration at, Event event, Contact contact, int hop, int told) {}

    /** @throws NullPointerException if a list holds null */
    public LookupTrace {
        steps = List.copyOf(steps);
        closest = List.copyOf(closest);
    }

    /**
     * A line for each step: milliseconds, event, hop, bits of the id that agree with the target from the left, contact, contacts told. Then a line for
     * each contact that was found, the closest first.
     */
    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder("lookup of " + target + ", " + millis(took) + " ms, " + closest.size() + " found\n");
        for (Step step : steps) {
            text.append("%9s ms  %-8s hop %d  %3d bits  %s"
                    .formatted(
                            millis(step.at()),
                            step.event().name().toLowerCase(Locale.ROOT),
                            step.hop(),
                            sharedBits(step.contact()),
                            step.contact()));
            text.append(step.event() == Event.ANSWERED ? "  told " + step.told() + "\n" : "\n");
        }
        for (Contact contact : closest) {
            text.append("%14sfound   %7s %3d bits  %s\n".formatted("", "", sharedBits(contact), contact));
        }
        return text.toString();
    }

    private int sharedBits(Contact contact) {
        return NodeId.BITS - 1 - target.distanceBit(contact.id());
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toNanos() / 1e6);
    }
}
