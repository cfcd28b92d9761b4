package org.voxelpopuli.presence;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who speaks of avatars, and how often in vain: whoever names many that do not answer is believed less, so that inventing names costs others little and hides nobody. The latest
 * {@value #MOST} are remembered. Of the presence's worker.
 */
final class Informants {
    private static final int MOST = 256;

    /** So many strangers at a time are asked on the word of one of whom nothing is known. */
    private static final int TRUST = 32;

    /** Of one who has named so many more that exist, so many more. */
    private static final int MORE_TRUST = 32;

    /** With so many in vain the trust is halved. */
    private static final int HALVING = 4;

    private final Map<Object, Informant> informants = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Informant> eldest) {
            return size() > MOST;
        }
    };

    /** Whether another stranger may be asked on his word. */
    boolean believes(Object informant) {
        Informant known = informants.get(informant);
        return known == null || known.open < Math.max(1, (TRUST + known.good) >> Math.min(6, known.vain / HALVING));
    }

    /** Whether he has lately named more who exist than who do not: so nobody has who takes another key for each answer. */
    boolean isProven(Object informant) {
        Informant known = informants.get(informant);
        return known != null && known.good > 0;
    }

    /** A stranger is asked on his word. */
    void spoke(Object informant) {
        informants.computeIfAbsent(informant, each -> new Informant()).open++;
    }

    /** That stranger is one no longer. */
    void settled(Object informant, boolean exists) {
        Informant known = informants.get(informant);
        if (known != null) {
            known.open = Math.max(0, known.open - 1);
            known.vain = Math.max(0, known.vain + (exists ? -1 : 1));
            known.good = Math.max(0, Math.min(MORE_TRUST, known.good + (exists ? 1 : -1)));
        }
    }

    private static final class Informant {
        /** Strangers that have not answered yet. */
        private int open;

        /** Those who never did, less those who did. */
        private int vain;

        /** Those who did, less those who never did, up to what it is worth. */
        private int good;
    }
}
