package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * What one of our avatars knows of that about which it was asked (SPEC N5, N10). Immutable.
 *
 * @param names of octants of which the asker's digest is another
 * @param share of the octants that were asked for which are of interest here, 0..1
 * @param differs whether the asker's digest of an octant that is wholly of interest here is another
 */
record DiscoveryKnowledge(SortedMap<Octant, List<AvatarName>> names, double share, boolean differs) {
    /** Who knows half of what was asked answers after so long, who knows a third after twice as long. */
    private static final Duration DELAY_AT_HALF = Duration.ofMillis(60);

    /** Of names so many bytes go into one answer. */
    private static final int MAX_ANSWER_BYTES = 6_000;

    /**
     * Looks the question up.
     *
     * @param interest octants that are of interest here
     */
    static DiscoveryKnowledge of(DiscoveryQuestion question, List<Octant> interest, NamesByOctant known) {
        SortedMap<Octant, List<AvatarName>> names = new TreeMap<>();
        double share = 0;
        boolean differs = false;
        for (Map.Entry<Octant, Long> each : question.digests().entrySet()) {
            double covered = covered(each.getKey(), interest);
            share += covered;
            if (covered > 0 && known.digest(each.getKey()) != each.getValue()) {
                names.putAll(known.in(each.getKey()));
                differs |= covered >= 1;
            }
        }
        return new DiscoveryKnowledge(names, share / question.digests().size(), differs);
    }

    /** Which part of an octant is of interest. */
    private static double covered(Octant octant, List<Octant> interest) {
        double covered = 0;
        for (Octant each : interest) {
            if (each.contains(octant)) {
                return 1;
            }
            if (octant.contains(each)) {
                covered += Math.scalb(1.0, -3 * (each.level() - octant.level()));
            }
        }
        return covered;
    }

    /** How long to wait before answering, so that who knows more comes first: nothing for who knows all. */
    Duration delay() {
        return share >= 1 ? Duration.ZERO : Duration.ofNanos((long) (DELAY_AT_HALF.toNanos() * (1 / share - 1)));
    }

    /** The answer. Of more names than fit it has some by chance, so that after several answers all have come. */
    DiscoveryAnswer answer(RandomGenerator random) {
        List<Map.Entry<Octant, AvatarName>> all = new ArrayList<>();
        names.forEach((octant, avatars) -> avatars.forEach(avatar -> all.add(Map.entry(octant, avatar))));
        SortedMap<Octant, List<AvatarName>> some = new TreeMap<>();
        int room = MAX_ANSWER_BYTES;
        while (!all.isEmpty()) {
            Map.Entry<Octant, AvatarName> each = all.remove(takenByChance(all, random));
            boolean first = !some.containsKey(each.getKey());
            room -= DiscoveryAnswer.bytesOf(each.getValue())
                    + (first ? 2 * each.getKey().level() + 1 : 0);
            if (room < 0) {
                break;
            }
            some.computeIfAbsent(each.getKey(), octant -> new ArrayList<>()).add(each.getValue());
        }
        some.values().forEach(avatars -> avatars.sort(null));
        return new DiscoveryAnswer(some);
    }

    /** Moves one by chance to the end, from where it is taken without moving the others. */
    private static int takenByChance(List<Map.Entry<Octant, AvatarName>> all, RandomGenerator random) {
        int last = all.size() - 1;
        all.set(last, all.set(random.nextInt(last + 1), all.get(last)));
        return last;
    }
}
