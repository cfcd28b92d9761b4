package org.voxelpopuli.presence;

import static java.util.Objects.requireNonNull;
import static org.voxelpopuli.presence.InvalidSettingException.require;

import java.util.Set;
import java.util.function.Consumer;
import org.voxelpopuli.presence.ndn.Name;

/**
 * What all peers of an instance have to agree on, and what each may choose.
 *
 * @param prefix that all instances share, 1 to {@value #MAX_PREFIX_COMPONENTS} components and up to {@value #MAX_PREFIX_CHARACTERS} characters
 * @param instance peers of different instances never see each other; one name component, 1 to {@value #MAX_INSTANCE} characters
 * @param space agreed; names are of one of its {@value #MAX_LEVELS_BELOW_NAMES} levels above the last, or of the last
 * @param digest agreed
 * @param neighbours so many are drawn, the nearest, 1..{@value #MAX_KNOWN}
 * @param radius of the area of interest in the beginning, in units, more than 0
 * @param radiusStep by which it grows, or shrinks, in units, more than 0
 * @param maxRadius to which it may grow, in units: the radius or more, at most {@value #MAX_RADIUS_IN_NAMES} octants of the prefix level and {@value #MAX_RADIUS_IN_LEAVES} of the smallest
 * @param maxKnown so many avatars are known at most, but four more than neighbours in any case; those included that only somebody has spoken of: as many as neighbours or more, up to {@value #MAX_KNOWN}
 * @param times each may choose its own
 * @param optimisations that are used
 */
public record PresenceSettings(
        Name prefix,
        String instance,
        OctreeSpace space,
        NameDigest digest,
        int neighbours,
        double radius,
        double radiusStep,
        double maxRadius,
        int maxKnown,
        PresenceTimes times,
        Set<Optimisation> optimisations) {

    /** The document's space and times, all optimisations, 20 neighbours within 1 024 to 4 096 units. */
    public static final PresenceSettings DEFAULT = new PresenceSettings(
            Name.of("presence"),
            "default",
            OctreeSpace.DEFAULT,
            NameDigest.SUM_64,
            20,
            1_024,
            512,
            4_096,
            1_000,
            PresenceTimes.DEFAULT,
            Set.of(Optimisation.values()));

    private static final int MAX_PREFIX_COMPONENTS = 8;
    private static final int MAX_PREFIX_CHARACTERS = 256;
    private static final int MAX_INSTANCE = 64;
    private static final int MAX_KNOWN = 100_000;

    /** So many levels lie below that of names: an octant is asked for by its leaves when that is needed. */
    private static final int MAX_LEVELS_BELOW_NAMES = 4;

    private static final int MAX_RADIUS_IN_NAMES = 16;

    /** More leaves at the rim of the area than these would be too many to be looked through at each answer. */
    private static final int MAX_RADIUS_IN_LEAVES = 32;

    private static final String LARGEST_IN_WORDS = ", which are " + MAX_RADIUS_IN_NAMES
            + " octants of the prefix level or " + MAX_RADIUS_IN_LEAVES + " of the smallest";

    /** @throws InvalidSettingException that names what is out of range */
    public PresenceSettings {
        requireNonNull(prefix, "prefix is null, allowed is a name such as /presence");
        requireNonNull(instance, "instance is null, allowed is 1 to " + MAX_INSTANCE + " characters");
        requireNonNull(space, "space is null, allowed is one such as OctreeSpace.DEFAULT");
        requireNonNull(digest, "digest is null, allowed is one such as NameDigest.SUM_64");
        requireNonNull(times, "times is null, allowed is one such as PresenceTimes.DEFAULT");
        optimisations =
                Set.copyOf(requireNonNull(optimisations, "optimisations is null, allowed is a set, empty for none"));
        String prefixText = prefix.toString();
        require(
                prefix.size() >= 1
                        && prefix.size() <= MAX_PREFIX_COMPONENTS
                        && prefixText.length() <= MAX_PREFIX_CHARACTERS,
                "prefix",
                prefixText,
                "1 to " + MAX_PREFIX_COMPONENTS + " components and up to " + MAX_PREFIX_CHARACTERS + " characters");
        require(
                !instance.isEmpty() && instance.length() <= MAX_INSTANCE,
                "instance",
                instance,
                "1 to " + MAX_INSTANCE + " characters");
        int least = space.levels() - MAX_LEVELS_BELOW_NAMES;
        require(space.prefixLevel() >= least, "space.prefixLevel", space.prefixLevel(), least + ".." + space.levels());
        require(neighbours >= 1 && neighbours <= MAX_KNOWN, "neighbours", neighbours, "1.." + MAX_KNOWN);
        require(radius > 0 && Double.isFinite(radius), "radius", radius, "more than 0");
        require(radiusStep > 0 && Double.isFinite(radiusStep), "radiusStep", radiusStep, "more than 0");
        double largest = largestRadius(space);
        require(
                maxRadius >= radius && maxRadius <= largest,
                "maxRadius",
                maxRadius,
                "the radius, which is " + radius + ", or more, up to " + largest + LARGEST_IN_WORDS);
        require(
                maxKnown >= neighbours && maxKnown <= MAX_KNOWN,
                "maxKnown",
                maxKnown,
                neighbours + ".." + MAX_KNOWN + ", as many as neighbours or more");
    }

    private static double largestRadius(OctreeSpace space) {
        return Math.min(
                MAX_RADIUS_IN_NAMES * space.edge(space.prefixLevel()),
                MAX_RADIUS_IN_LEAVES * space.edge(space.levels()));
    }

    /** The same, but another prefix. */
    public PresenceSettings withPrefix(Name another) {
        return with(draft -> draft.prefix = another);
    }

    /** The same, but another instance: who takes part in another is never seen. */
    public PresenceSettings withInstance(String another) {
        return with(draft -> draft.instance = another);
    }

    /** The same, but another space, such as {@link OctreeSpace#centred} around 0. Its octants must not be too small for the largest radius, so a smaller radius is set before it, and a larger one after it. */
    public PresenceSettings withSpace(OctreeSpace another) {
        double largest =
                largestRadius(requireNonNull(another, "space is null, allowed is one such as OctreeSpace.DEFAULT"));
        require(
                maxRadius <= largest,
                "maxRadius",
                maxRadius,
                "up to " + largest + LARGEST_IN_WORDS + " in that space; call withRadius first");
        return with(draft -> draft.space = another);
    }

    /** The same, but another digest. */
    public PresenceSettings withDigest(NameDigest another) {
        return with(draft -> draft.digest = another);
    }

    /** The same, but so many are drawn at most. No more than may be known, so for many {@link #withMaxKnown} goes before it. */
    public PresenceSettings withNeighbours(int most) {
        require(
                most <= maxKnown || most > MAX_KNOWN,
                "neighbours",
                most,
                "1.." + maxKnown + ", as many as may be known; for up to " + MAX_KNOWN + " call withMaxKnown first");
        return with(draft -> draft.neighbours = most);
    }

    /** The same, but an area of interest that begins with one radius and grows, by that step, to another. */
    public PresenceSettings withRadius(double first, double step, double largest) {
        return with(draft -> {
            draft.radius = first;
            draft.radiusStep = step;
            draft.maxRadius = largest;
        });
    }

    /** The same, but so many are known at most. */
    public PresenceSettings withMaxKnown(int most) {
        return with(draft -> draft.maxKnown = most);
    }

    /** The same, but other times. */
    public PresenceSettings withTimes(PresenceTimes others) {
        return with(draft -> draft.times = others);
    }

    /** The same, but with these optimisations alone. */
    public PresenceSettings withOptimisations(Set<Optimisation> used) {
        return with(draft -> draft.optimisations = used);
    }

    private PresenceSettings with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.settings();
    }

    boolean uses(Optimisation optimisation) {
        return optimisations.contains(optimisation);
    }

    /** The prefix under which an octant of the level of names is asked for. */
    Name discoveryPrefix(Octant parent) {
        Name name = prefix.append(instance);
        for (int level = 1; level <= parent.level(); level++) {
            name = name.append(String.valueOf(parent.numberAt(level)));
        }
        return name;
    }

    /** Settings that change: the one place that repeats them all. */
    private static final class Draft {
        private Name prefix;
        private String instance;
        private OctreeSpace space;
        private NameDigest digest;
        private int neighbours;
        private double radius;
        private double radiusStep;
        private double maxRadius;
        private int maxKnown;
        private PresenceTimes times;
        private Set<Optimisation> optimisations;

        Draft(PresenceSettings of) {
            prefix = of.prefix;
            instance = of.instance;
            space = of.space;
            digest = of.digest;
            neighbours = of.neighbours;
            radius = of.radius;
            radiusStep = of.radiusStep;
            maxRadius = of.maxRadius;
            maxKnown = of.maxKnown;
            times = of.times;
            optimisations = of.optimisations;
        }

        PresenceSettings settings() {
            return new PresenceSettings(
                    prefix,
                    instance,
                    space,
                    digest,
                    neighbours,
                    radius,
                    radiusStep,
                    maxRadius,
                    maxKnown,
                    times,
                    optimisations);
        }
    }
}
