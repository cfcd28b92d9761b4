package org.voxelpopuli.spring.autoconfigure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses what somebody meant to type. */
final class NearestName {
    private NearestName() {}

    /** The known name with the fewest typing errors between it and the text; empty if that were most of the text. */
    static Optional<String> of(String text, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(text, name)))
                .filter(name -> distance(text, name) <= Math.max(1, Math.min(text.length(), name.length()) / 2));
    }

    /** Letters to insert, delete, replace or swap with their neighbour (Damerau 1964, each letter moved once at most). */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
