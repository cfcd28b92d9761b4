package org.voxelpopuli.spring.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.voxelpopuli.presence.InvalidSettingException;
import org.voxelpopuli.presence.NameDigest;
import org.voxelpopuli.presence.OctreeSpace;
import org.voxelpopuli.presence.Optimisation;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.PresenceTimes;
import org.voxelpopuli.presence.ndn.Name;

/**
 * The settings of presence, which finds out who is near whom. Prefix, instance, space and digest must be the same for all who shall see each other.
 *
 * @param enabled whether this node takes part in finding out who is near whom
 * @param port UDP port for named data; by default two above the node's, and any free one if the node's is
 * @param multicast whether all of the local network is asked as well, in NDN's group 224.0.23.170, port 56363
 * @param instance who takes part in another instance is never seen; by default the name of the world
 * @param prefix of the names of all instances
 * @param digest how the names that are known are told apart: by a sum of 64-bit hashes, or in the form of the thesis's public module
 * @param neighbours so many avatars are drawn, the nearest
 * @param radius of an avatar's area of interest in the beginning, in units
 * @param radiusStep by which the radius grows until enough neighbours are known, or shrinks
 * @param maxRadius to which the radius may grow
 * @param maxKnown so many others one avatar knows at most, but four more than neighbours in any case; those included that only somebody has spoken of
 * @param optimisations that are used, to see what each does; an empty list is none
 * @param space the cube in which all happens
 * @param times how long and how often is asked
 */
@ConfigurationProperties(Property.PREFIX + ".presence")
public record PresenceProperties(
        @DefaultValue("false") boolean enabled,
        @Nullable Integer port,
        @DefaultValue("false") boolean multicast,
        @Nullable String instance,
        @DefaultValue("/presence") String prefix,
        @DefaultValue("sum-64") NameDigest digest,
        @DefaultValue("20") int neighbours,
        @DefaultValue("1024") double radius,
        @DefaultValue("512") double radiusStep,
        @DefaultValue("4096") double maxRadius,
        @DefaultValue("1000") int maxKnown,

        @DefaultValue({"merged-requests", "progressive", "event-driven", "listed-names", "sequenced-positions"})
        Set<Optimisation> optimisations,

        @DefaultValue Space space,
        @DefaultValue Times times) {
    /** @throws IllegalArgumentException that names the property, its value and what is allowed */
    public PresenceProperties {
        if (port != null && (port < 0 || port > 65_535)) {
            throw Property.PRESENCE_PORT.invalid(port);
        }
        instance = instance == null || instance.isBlank() ? null : instance;
        optimisations = Set.copyOf(optimisations);
    }

    private static Name name(String text) {
        try {
            return Name.parse(text);
        } catch (IllegalArgumentException e) {
            throw Property.PRESENCE_PREFIX.invalid(text, "", e);
        }
    }

    /**
     * What the library makes of them.
     *
     * @param world whose name is the instance's unless one is set
     * @throws IllegalArgumentException that names the property, its value and what is allowed
     */
    PresenceSettings settings(String world) {
        try {
            return new PresenceSettings(
                    name(prefix),
                    instance == null ? world : instance,
                    space.toSpace(),
                    digest,
                    neighbours,
                    radius,
                    radiusStep,
                    maxRadius,
                    maxKnown,
                    times.toTimes(),
                    optimisations);
        } catch (InvalidSettingException e) {
            throw invalid(e);
        }
    }

    /** Properties are called as the library calls the settings. */
    private static InvalidPropertyException invalid(InvalidSettingException e) {
        String name = e.setting().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        Property property = Property.of(Property.PREFIX + ".presence." + name)
                .orElseThrow(() -> new IllegalStateException("there is no property of the setting " + e.setting(), e));
        String value = e.value() instanceof Duration time ? DurationText.of(time) : String.valueOf(e.value());
        boolean alwaysAllowed = e.allowed().equals(property.allowed());
        return property.invalid(value, alwaysAllowed ? "" : "with the other settings it may be " + e.allowed(), e);
    }

    /**
     * The cube in which all happens, and how it is cut.
     *
     * @param origin the corner with the smallest coordinates, as x,y,z; by default such that 0,0,0 is in the middle
     * @param edge of the cube, in units
     * @param levels so many times the cube is cut into eight
     * @param prefixLevel from this level on octants are asked for by name
     */
    public record Space(
            @Nullable String origin,
            @DefaultValue("65536") double edge,
            @DefaultValue("7") int levels,
            @DefaultValue("5") int prefixLevel) {
        /** Without an origin that is blank. */
        public Space {
            origin = origin == null || origin.isBlank() ? null : origin.trim();
        }

        private static Point point(String text) {
            try {
                double[] numbers = Arrays.stream(text.split(",", -1))
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                if (numbers.length != 3) {
                    throw Property.PRESENCE_SPACE_ORIGIN.invalid(text);
                }
                return new Point(numbers[0], numbers[1], numbers[2]);
            } catch (InvalidPropertyException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw Property.PRESENCE_SPACE_ORIGIN.invalid(text, "", e);
            }
        }

        private OctreeSpace toSpace() {
            return origin == null
                    ? OctreeSpace.centred(edge, levels, prefixLevel)
                    : new OctreeSpace(point(origin), edge, levels, prefixLevel);
        }
    }

    /**
     * How long and how often is asked.
     *
     * @param discoveryTimeout how long a question who is in an octant waits
     * @param discoveryInterval between two of them, without event-driven
     * @param eagerInterval between two of them for an octant that has changed
     * @param settledInterval between two of them for an octant that has not
     * @param discoveryFreshness how long an answer may be kept by others
     * @param positionTimeout how long a question for a position waits
     * @param updateInterval between two questions for the position of one avatar
     * @param positionInterval between two of them, without sequenced-positions
     * @param positionFreshness how long an answer may be kept by others
     * @param offlineAfter so many unanswered questions in a row, an avatar is gone
     */
    public record Times(
            @DefaultValue("10s") Duration discoveryTimeout,
            @DefaultValue("3s") Duration discoveryInterval,
            @DefaultValue("500ms") Duration eagerInterval,
            @DefaultValue("10s") Duration settledInterval,
            @DefaultValue("20s") Duration discoveryFreshness,
            @DefaultValue("500ms") Duration positionTimeout,
            @DefaultValue("40ms") Duration updateInterval,
            @DefaultValue("250ms") Duration positionInterval,
            @DefaultValue("1s") Duration positionFreshness,
            @DefaultValue("20") int offlineAfter) {
        private PresenceTimes toTimes() {
            return new PresenceTimes(
                    discoveryTimeout,
                    discoveryInterval,
                    eagerInterval,
                    settledInterval,
                    discoveryFreshness,
                    positionTimeout,
                    updateInterval,
                    positionInterval,
                    positionFreshness,
                    offlineAfter);
        }
    }
}
