package org.voxelpopuli.presence;

import java.util.Set;
import org.voxelpopuli.presence.ndn.Name;

/**
 * What all peers of an instance have to agree on, and what each may choose.
 *
 * @param prefix that all instances share
 * @param instance peers of different instances never see each other; one name component, 1 to 64 characters
 * @param space agreed
 * @param digest agreed
 * @param neighbours so many are drawn, the nearest, 1 or more
 * @param radius of the area of interest in the beginning, in units, more than 0
 * @param radiusStep by which it grows, or shrinks, in units, more than 0
 * @param maxRadius to which it may grow, in units: the radius or more, and 16 octants of the prefix level at most
 * @param maxKnown so many avatars are known at most, those included that only somebody has spoken of; as many as neighbours or more
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

    /** So many levels lie below that of names: an octant is asked for by its leaves when that is needed. */
    private static final int MAX_LEVELS_BELOW_NAMES = 4;

    /** More leaves at the rim of the area than these would be too many to be looked through at each answer. */
    private static final int MAX_RADIUS_IN_LEAVES = 32;

    /** @throws IllegalArgumentException that names what is out of range */
    public PresenceSettings {
        optimisations = Set.copyOf(optimisations);
        require(neighbours >= 1, "neighbours", neighbours, "1 or more");
        require(radius > 0, "radius", radius, "more than 0");
        require(radiusStep > 0, "radius step", radiusStep, "more than 0");
        require(maxRadius >= radius, "largest radius", maxRadius, "the radius or more");
        require(maxKnown >= neighbours, "avatars known", maxKnown, "as many as neighbours or more");
        require(
                maxRadius <= 16 * space.edge(space.prefixLevel()),
                "largest radius",
                maxRadius,
                "up to " + 16 * space.edge(space.prefixLevel()) + ", 16 octants of the level of names");
        require(
                maxRadius <= MAX_RADIUS_IN_LEAVES * space.edge(space.levels()),
                "largest radius",
                maxRadius,
                "up to " + MAX_RADIUS_IN_LEAVES * space.edge(space.levels()) + ", " + MAX_RADIUS_IN_LEAVES
                        + " of the smallest octants");
        require(
                space.levels() - space.prefixLevel() <= MAX_LEVELS_BELOW_NAMES,
                "prefix level",
                space.prefixLevel(),
                "from " + (space.levels() - MAX_LEVELS_BELOW_NAMES) + " on, for " + space.levels() + " levels");
        require(!instance.isEmpty() && instance.length() <= 64, "instance", instance, "1 to 64 characters");
    }

    private static void require(boolean allowed, String what, Object value, String range) {
        if (!allowed) {
            throw new IllegalArgumentException(what + " is " + value + ", allowed is " + range);
        }
    }

    /** The same, but another instance: who takes part in another is never seen. */
    public PresenceSettings withInstance(String another) {
        return new PresenceSettings(
                prefix,
                another,
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

    /** The same, but another space, such as {@link OctreeSpace#centred} around 0. Its octants of the prefix level must not be smaller than a sixteenth of the largest radius. */
    public PresenceSettings withSpace(OctreeSpace another) {
        return new PresenceSettings(
                prefix,
                instance,
                another,
                digest,
                neighbours,
                radius,
                radiusStep,
                maxRadius,
                maxKnown,
                times,
                optimisations);
    }

    /** The same, but so many are drawn at most. */
    public PresenceSettings withNeighbours(int most) {
        return new PresenceSettings(
                prefix, instance, space, digest, most, radius, radiusStep, maxRadius, maxKnown, times, optimisations);
    }

    /** The same, but other times. */
    public PresenceSettings withTimes(PresenceTimes others) {
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
                others,
                optimisations);
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
}
