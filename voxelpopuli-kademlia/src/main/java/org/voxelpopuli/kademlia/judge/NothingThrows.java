package org.voxelpopuli.kademlia.judge;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.voxelpopuli.simulation.Simulation;

/** No task of a node or a client has thrown anything. */
final class NothingThrows implements Truth {
    private static final int PLACES = 8;

    @Override
    public void check(Survey survey, Findings findings) {
        check(survey.world.simulation, findings);
    }

    static void check(Simulation simulation, Findings findings) {
        for (Throwable failure : simulation.failures()) {
            findings.add(Outcome.CRASHED, "nothing throws", words(failure));
        }
    }

    static String words(Throwable failure) {
        String places = Arrays.stream(failure.getStackTrace())
                .limit(PLACES)
                .map(StackTraceElement::toString)
                .collect(Collectors.joining(" < "));
        return failure + " at " + places
                + (failure.getCause() == null ? "" : ", caused by " + words(failure.getCause()));
    }
}
