package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.world.PlayerName;

@DisplayName("N4 N8 The settings of presence")
class PresenceSettingsTest {
    private static final PresenceSettings DEFAULT = PresenceSettings.DEFAULT;

    private static Arguments refused(Supplier<Object> settings, String message) {
        return Arguments.of(settings, message);
    }

    private static PresenceTimes times(Duration discoveryTimeout, int offlineAfter) {
        PresenceTimes like = PresenceTimes.DEFAULT;
        return new PresenceTimes(
                discoveryTimeout,
                like.discoveryInterval(),
                like.eagerInterval(),
                like.settledInterval(),
                like.discoveryFreshness(),
                like.positionTimeout(),
                like.updateInterval(),
                like.positionInterval(),
                like.positionFreshness(),
                offlineAfter);
    }

    static Stream<Arguments> badSettings() {
        Duration second = Duration.ofSeconds(1);
        return Stream.of(
                refused(() -> DEFAULT.withNeighbours(0), "neighbours is 0, allowed is 1..100000"),
                refused(() -> DEFAULT.withNeighbours(100_001), "neighbours is 100001, allowed is 1..100000"),
                refused(() -> DEFAULT.withMaxKnown(19), "maxKnown is 19, allowed is 20..100000, as many as neighbours"),
                refused(() -> DEFAULT.withMaxKnown(100_001), "maxKnown is 100001, allowed is 20..100000"),
                refused(() -> DEFAULT.withInstance(""), "instance is '', allowed is 1 to 64 characters"),
                refused(() -> DEFAULT.withInstance("x".repeat(65)), "instance is 'xxx"),
                refused(() -> DEFAULT.withPrefix(Name.EMPTY), "prefix is '/', allowed is 1 to 8 components"),
                refused(() -> DEFAULT.withPrefix(Name.of("x".repeat(256))), "prefix is '/xxx"),
                refused(() -> DEFAULT.withRadius(0, 1, 1), "radius is 0.0, allowed is more than 0"),
                refused(() -> DEFAULT.withRadius(Double.NaN, 1, 1), "radius is NaN, allowed is more than 0"),
                refused(() -> DEFAULT.withRadius(1, Double.POSITIVE_INFINITY, 1), "radiusStep is Infinity, allowed is"),
                refused(() -> DEFAULT.withRadius(2, 1, 1), "maxRadius is 1.0, allowed is the radius, which is 2.0"),
                refused(
                        () -> DEFAULT.withRadius(1, 1, 16_385),
                        "maxRadius is 16385.0, allowed is the radius, which is"),
                refused(() -> times(second, 0), "times.offlineAfter is 0, allowed is 1..1000"),
                refused(() -> times(second, 1_001), "times.offlineAfter is 1001, allowed is 1..1000"),
                refused(
                        () -> times(Duration.ofMillis(9), 1),
                        "times.discoveryTimeout is PT0.009S, allowed is 10ms..1h"),
                refused(() -> times(Duration.ofHours(2), 1), "times.discoveryTimeout is PT2H, allowed is 10ms..1h"));
    }

    @ParameterizedTest
    @MethodSource("badSettings")
    @DisplayName("N4 N8 a setting out of its range is named with its value and what is allowed")
    void bad(Supplier<Object> settings, String message) {
        assertThatThrownBy(settings::get)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageStartingWith(message);
    }

    static Stream<Arguments> missingSettings() {
        return Stream.of(
                refused(() -> DEFAULT.withPrefix(null), "prefix is null, allowed is"),
                refused(() -> DEFAULT.withInstance(null), "instance is null, allowed is 1 to 64 characters"),
                refused(() -> DEFAULT.withSpace(null), "space is null, allowed is"),
                refused(() -> DEFAULT.withDigest(null), "digest is null, allowed is"),
                refused(() -> DEFAULT.withTimes(null), "times is null, allowed is"),
                refused(() -> DEFAULT.withOptimisations(null), "optimisations is null, allowed is"),
                refused(() -> times(null, 1), "times.discoveryTimeout is null, allowed is 10ms..1h"),
                refused(() -> new OctreeSpace(null, 10, 7, 5), "space.origin is null, allowed is"),
                refused(() -> new PositionTrack(null), "the delay of a track is null, allowed is"),
                refused(() -> MulticastRoutes.beside(null), "the routes beside a group are null"),
                refused(() -> MulticastRoutes.beside(MulticastRoutes.alone(), null), "a group is null, allowed is"),
                refused(() -> new PlayerName(null), "the text of a player name is null"));
    }

    @ParameterizedTest
    @MethodSource("missingSettings")
    @DisplayName("N4 N8 N13 what is missing is named where it is given, and not where it is used later")
    void missing(Supplier<Object> made, String message) {
        assertThatThrownBy(made::get).isInstanceOf(NullPointerException.class).hasMessageStartingWith(message);
    }

    @Test
    @DisplayName("N4 who wants more neighbours than may be known is told what to set first")
    void moreNeighboursThanKnown() {
        assertThatThrownBy(() -> DEFAULT.withNeighbours(5_000))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("neighbours is 5000, allowed is 1..1000, as many as may be known;"
                        + " for up to 100000 call withMaxKnown first");
        assertThat(DEFAULT.withMaxKnown(5_000).withNeighbours(5_000).neighbours())
                .isEqualTo(5_000);
    }

    @Test
    @DisplayName("N4 N8 one setting is changed, and the others stay")
    void with() {
        PresenceSettings set = DEFAULT.withPrefix(Name.of("games"))
                .withInstance("arena")
                .withDigest(NameDigest.XOR_FNV_32)
                .withNeighbours(3)
                .withRadius(10, 2.5, 20)
                .withSpace(OctreeSpace.centred(1_000, 4, 2))
                .withMaxKnown(7)
                .withTimes(times(Duration.ofSeconds(1), 9))
                .withOptimisations(Set.of(Optimisation.PROGRESSIVE));
        assertThat(set)
                .isEqualTo(new PresenceSettings(
                        Name.of("games"),
                        "arena",
                        OctreeSpace.centred(1_000, 4, 2),
                        NameDigest.XOR_FNV_32,
                        3,
                        10,
                        2.5,
                        20,
                        7,
                        times(Duration.ofSeconds(1), 9),
                        Set.of(Optimisation.PROGRESSIVE)));
        assertThat(DEFAULT.withInstance("default").withTimes(PresenceTimes.DEFAULT))
                .isEqualTo(DEFAULT);
    }
}
