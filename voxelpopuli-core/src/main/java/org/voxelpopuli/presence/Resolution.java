package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How it was found out where names below a prefix lead. Immutable.
 *
 * @param prefix of a host or of an octant, as a URI
 * @param wallMillis when it was first wanted, by this node's clock, in milliseconds since 1970
 * @param steps in their order, {@value ResolutionLog#MAX_STEPS} at most
 */
public record Resolution(String prefix, long wallMillis, List<Step> steps) {
    /** Copies the steps. */
    public Resolution {
        steps = List.copyOf(steps);
    }

    /** The first address whose answer below the prefix was verified, in words such as {@code udp 192.0.2.1:6363}; empty as long as there is none. */
    public Optional<String> answeredBy() {
        return first(What.ANSWERED).map(Step::address);
    }

    /** From when it was wanted to that answer; empty as long as there is none. */
    public Optional<Duration> took() {
        return first(What.ANSWERED).map(Step::after);
    }

    private Optional<Step> first(What what) {
        return steps.stream().filter(each -> each.what() == what).findFirst();
    }

    /** What happened. */
    public enum What {
        /** It was wanted before, and leads to this address. */
        KNOWN,
        /** It is asked in this multicast group of the local network, as long as no way is known or whenever an octant is asked for. */
        GROUP_ASKED,
        /** The {@linkplain Routes routes} were asked, which is the DHT where they are kept there. */
        ROUTES_ASKED,
        /** They named nobody, or failed. */
        ROUTES_NAMED_NOBODY,
        /** They named this address. */
        ROUTES_NAMED,
        /** A question below the prefix came from this address: who asks there wants to be asked. */
        QUESTION_CAME,
        /** An answer from this address spoke of an avatar of that host, so it may know the way. */
        NAMED_IN_ANSWER,
        /** An answer came from this address and was verified. */
        ANSWERED,
        /** This node answered itself, or its content store did. */
        ANSWERED_HERE,
        /** Nobody asks below the prefix any more, or it was asked and nobody answered in time. */
        GIVEN_UP
    }

    /**
     * One step.
     *
     * @param after since it was first wanted, in whole microseconds
     * @param what happened
     * @param address in words such as {@code udp 192.0.2.1:6363}; empty where there is none
     */
    public record Step(Duration after, What what, String address) {}
}
