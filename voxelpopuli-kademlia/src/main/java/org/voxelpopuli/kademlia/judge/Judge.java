package org.voxelpopuli.kademlia.judge;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.voxelpopuli.simulation.Census;

/**
 * Plays scenarios and says what did not hold. The same scenario gives the same verdict.
 *
 * <pre>{@code
 * Verdict verdict = new Judge().judge(Scenario.draw(17));
 * System.out.println(verdict.held() ? "all is well" : verdict.findings());
 * }</pre>
 */
public final class Judge {
    private static final Logger log = LoggerFactory.getLogger(Judge.class);

    private static final List<Truth> TRUTHS = List.of(
            new NothingThrows(),
            new KeptTwice(),
            new AcknowledgedEditsSurvive(),
            new OrderHolds(),
            new AppliedOnce(),
            new EpochsNeverFall(),
            new DisksKeepTheLatest(),
            new OneOwner(),
            new ReplicasAgree(),
            new ClientsSeeTheTruth(),
            new ItWorks());

    /** So long may it take after the last fault until all is well again. */
    private static final Duration SETTLING = Duration.ofSeconds(90);

    private static final Duration BETWEEN_SURVEYS = Duration.ofSeconds(2);
    private static final Duration CLOSING = Duration.ofSeconds(60);

    /** Two keep-alive probes, and what a closed host still sends. */
    private static final Duration FORGETTING = Duration.ofSeconds(65);

    /** Of the edits of a run in which nothing goes wrong. */
    private static final double LEAST_ACKNOWLEDGED = 0.9;

    /** The key of the logging context of all that runs in a scenario, with the value {@code yes}: it is full of errors, since they are caused on purpose. */
    public static final String LOG_MARK = "judged";

    private final Sabotage sabotage;

    /** A judge of the world as it is. */
    public Judge() {
        this(Sabotage.NONE);
    }

    Judge(Sabotage sabotage) {
        this.sabotage = sabotage;
    }

    /** Plays a scenario. Takes about a second; many events of it happen in one thread, the caller's. */
    public Verdict judge(Scenario scenario) {
        log.debug("Playing {}", scenario);
        MDC.put(LOG_MARK, "yes");
        try {
            return play(scenario);
        } finally {
            MDC.remove(LOG_MARK);
        }
    }

    private Verdict play(Scenario scenario) {
        Findings findings = new Findings();
        JudgedWorld world = new JudgedWorld(scenario, sabotage);
        try {
            world.play(findings);
            if (findings.isEmpty()) {
                settle(world, findings);
                progress(world, findings);
                close(world, findings);
            }
        } catch (RuntimeException | AssertionError e) {
            findings.add(Outcome.CRASHED, "the judge", NothingThrows.words(e));
        }
        return new Verdict(
                scenario,
                findings.list(),
                world.ledger.fates().size(),
                world.ledger.acknowledged(),
                world.ledger.askedAgain(),
                world.simulation.elapsed(),
                world.simulation.fingerprint());
    }

    /** Waits until all holds, lets each client set one more block, and waits again. */
    private static void settle(JudgedWorld world, Findings findings) {
        Findings last = untilAllHolds(world);
        if (last.isEmpty()) {
            world.probe();
            last = untilAllHolds(world);
        }
        findings.addAll(last);
    }

    private static Findings untilAllHolds(JudgedWorld world) {
        Duration end = world.simulation.elapsed().plus(SETTLING);
        while (true) {
            world.comesTrue(
                    () -> world.ledger.allOver()
                            && world.members().stream().allMatch(Member::isReady)
                            && world.players().stream().allMatch(Player::isIn),
                    end.minus(world.simulation.elapsed()));
            Survey survey = Survey.take(world);
            Findings findings = new Findings();
            TRUTHS.forEach(truth -> truth.check(survey, findings));
            if (findings.isEmpty() || world.simulation.elapsed().compareTo(end) >= 0) {
                return findings;
            }
            world.simulation.run(BETWEEN_SURVEYS);
        }
    }

    private static void progress(JudgedWorld world, Findings findings) {
        int issued = world.ledger.fates().size();
        int acknowledged = world.ledger.acknowledged();
        if (world.scenario.kinds().isEmpty()
                && (issued < world.scenario.edits().size() || acknowledged < LEAST_ACKNOWLEDGED * issued)) {
            findings.add(
                    Outcome.STUCK,
                    "progress",
                    "nothing went wrong, and of " + world.scenario.edits().size() + " edits " + issued
                            + " were asked for and " + acknowledged + " acknowledged");
        }
    }

    /** All leave in good order; nothing may be left. */
    private static void close(JudgedWorld world, Findings findings) {
        world.players().forEach(Player::close);
        boolean left = world.comesTrue(() -> world.players().stream().allMatch(Player::isClosed), CLOSING);
        if (!left) {
            findings.add(Outcome.STUCK, "closing", "a client does not end within " + CLOSING);
        }
        for (Member member : world.members()) {
            member.retire();
            world.simulation.run(Duration.ofMillis(100));
        }
        boolean stopped = world.comesTrue(() -> world.members().stream().allMatch(Member::isRetired), CLOSING);
        if (!stopped) {
            findings.add(Outcome.STUCK, "closing", "nodes do not end within " + CLOSING + ": " + world.members());
        }
        world.conductorLeaves();
        world.simulation.run(FORGETTING);
        Census census = world.simulation.census();
        if (!census.equals(Census.NOTHING)) {
            findings.add(Outcome.WRONG, "nothing leaks", "after all was closed there are " + census);
        }
        if (findings.isEmpty()) {
            NothingThrows.check(world.simulation, findings);
        }
    }
}
