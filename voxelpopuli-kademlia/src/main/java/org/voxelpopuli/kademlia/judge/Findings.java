package org.voxelpopuli.kademlia.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was found so far. Of each truth a few are enough. */
final class Findings {
    private static final int OF_EACH_TRUTH = 5;

    private final List<Finding> findings = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    void add(Outcome outcome, String truth, String what) {
        if (counts.merge(truth, 1, Integer::sum) <= OF_EACH_TRUTH) {
            findings.add(new Finding(outcome, truth, what));
        }
    }

    boolean isEmpty() {
        return findings.isEmpty();
    }

    void addAll(Findings others) {
        others.findings.forEach(finding -> add(finding.outcome(), finding.truth(), finding.what()));
    }

    /** The worst kind first. */
    List<Finding> list() {
        return findings.stream().sorted(Comparator.comparing(Finding::outcome)).toList();
    }
}
