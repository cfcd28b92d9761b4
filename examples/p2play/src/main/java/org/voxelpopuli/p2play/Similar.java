package org.voxelpopuli.p2play;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody may have meant. Pure. */
final class Similar {
    private Similar() {}

    /** The candidate that differs least, upper and lower case aside, if it differs in less than a third of its characters. */
    static Optional<String> to(String word, Collection<String> candidates) {
        String wanted = word.toLowerCase(Locale.ROOT);
        return candidates.stream()
                .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) * 3 <= candidate.length())
                .min(Comparator.<String>comparingInt(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Characters to be inserted, left out, replaced or exchanged with their neighbours (optimal string alignment). */
    static int distance(String a, String b) {
        int[][] costs = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    costs[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int cost = Math.min(costs[i - 1][j - 1] + same, Math.min(costs[i - 1][j], costs[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost = Math.min(cost, costs[i - 2][j - 2] + 1);
                }
                costs[i][j] = cost;
            }
        }
        return costs[a.length()][b.length()];
    }
}
