package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What one of our avatars knows of that about which it was asked (SPEC N5, N10). Immutable.
 *
 * @param names that the asker does not know, by octant
 * @param share of the octants that were asked for which are of interest here, 0..1
 * @param learnable octants of which the asker seems to know more
 * @param differs whether one of these is wholly of interest here
 * @param somebody whether anybody is known there
 */
record DiscoveryKnowledge(
        SortedMap<Octant, List<AvatarName>> names,
        double share,
        List<Octant> learnable,
        boolean differs,
        boolean somebody) {
    /** Who knows half of what was asked answers after so long, who knows a third after twice as long. */
    private static final Duration DELAY_AT_HALF = Duration.ofMillis(60);

    /** The bytes of a question and of the names in the answer, so that this, which repeats the question, is one packet of any network and not lost with a part of it. */
    private static final int MAX_BYTES = 1_150;

    /** Of names so many bytes go into an answer, however long the question is. */
    private static final int MIN_ANSWER_BYTES = 300;

    /**
     * Looks the question up.
     *
     * @param interest octants that are of interest here
     * @param known who is known to be where
     * @param heardOf others who are known, wherever they are
     */
    static DiscoveryKnowledge of(
            DiscoveryQuestion question, List<Octant> interest, NamesByOctant known, Collection<AvatarName> heardOf) {
        Comparison comparison = new Comparison(question, known, heardOf);
        SortedMap<Octant, List<AvatarName>> names = new TreeMap<>();
        List<Octant> learnable = new ArrayList<>();
        double share = 0;
        boolean differs = false;
        boolean somebody = false;
        for (Map.Entry<Octant, ToldNames> each : question.octants().entrySet()) {
            Octant octant = each.getKey();
            double covered = covered(octant, interest);
            share += covered;
            if (covered > 0) {
                somebody |= known.isAnybodyIn(octant);
                if (!comparison.isSame(octant, each.getValue())) {
                    names.putAll(comparison.askedFor(octant));
                    boolean whole = covered >= 1;
                    if (comparison.mayKnowMore(each.getValue(), whole)) {
                        learnable.add(octant);
                        differs |= whole;
                    }
                }
            }
        }
        return new DiscoveryKnowledge(names, share / question.octants().size(), learnable, differs, somebody);
    }

    /** Holds what an asker tells against what is known here. */
    private static final class Comparison {
        private final DiscoveryQuestion question;
        private final NamesByOctant known;
        private final Collection<AvatarName> heardOf;
        private final BitSet told = new BitSet();

        /** Hashes that are told of names in octants, and that no name has which is known here. */
        private @Nullable BitSet unknown;

        Comparison(DiscoveryQuestion question, NamesByOctant known, Collection<AvatarName> heardOf) {
            this.question = question;
            this.known = known;
            this.heardOf = heardOf;
            addListed(told);
            question.others().forEach(told::set);
        }

        private void addListed(BitSet hashes) {
            for (ToldNames each : question.octants().values()) {
                if (each instanceof ToldNames.Listed listed) {
                    listed.hashes().forEach(hashes::set);
                }
            }
        }

        boolean isSame(Octant octant, ToldNames names) {
            return names instanceof ToldNames.Digested digested && digested.digest() == known.digest(octant);
        }

        /** Whether there is a name that is not known here at all; a digest does not tell that, and of an octant that is not wholly of interest here it says nothing. */
        boolean mayKnowMore(ToldNames names, boolean whole) {
            return names instanceof ToldNames.Listed listed
                    ? listed.hashes().stream().anyMatch(unknown()::get)
                    : whole;
        }

        private BitSet unknown() {
            if (unknown == null) {
                BitSet hashes = new BitSet();
                addListed(hashes);
                removeKnown(known.names(), hashes);
                removeKnown(heardOf, hashes);
                unknown = hashes;
            }
            return unknown;
        }

        private void removeKnown(Collection<AvatarName> names, BitSet hashes) {
            for (AvatarName name : names) {
                if (hashes.isEmpty()) {
                    return;
                }
                hashes.clear(ToldNames.hash(name, question.salt()));
            }
        }

        Map<Octant, List<AvatarName>> askedFor(Octant octant) {
            if (question.upTo() == 0) {
                return Map.of();
            }
            Map<Octant, List<AvatarName>> names = known.in(octant);
            if (question.salt() == 0) {
                return names;
            }
            Map<Octant, List<AvatarName>> news = new TreeMap<>();
            names.forEach((leaf, avatars) -> {
                List<AvatarName> others =
                        avatars.stream().filter(this::isAskedFor).toList();
                if (!others.isEmpty()) {
                    news.put(leaf, others);
                }
            });
            return news;
        }

        private boolean isAskedFor(AvatarName name) {
            int hash = ToldNames.hash(name, question.salt());
            return hash <= question.upTo() && !told.get(hash);
        }
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

    /**
     * The answer. Of more names than fit it has some by chance, so that after several answers all have come.
     *
     * @param questionBytes that it repeats
     */
    DiscoveryAnswer answer(int questionBytes, RandomGenerator random) {
        List<Map.Entry<Octant, AvatarName>> all = new ArrayList<>();
        names.forEach((octant, avatars) -> avatars.forEach(avatar -> all.add(Map.entry(octant, avatar))));
        SortedMap<Octant, List<AvatarName>> some = new TreeMap<>();
        int room = Math.max(MIN_ANSWER_BYTES, MAX_BYTES - questionBytes);
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
