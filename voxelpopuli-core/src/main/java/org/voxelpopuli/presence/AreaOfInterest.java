package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.NodeClock;

/**
 * The octants around one of our avatars that are of interest to it, and who is where in them (SPEC N4, N10). Of the presence's worker, where nothing else is said.
 */
final class AreaOfInterest {
    /** Those beyond the nearest are asked so seldom, if they cannot have come near before; more seldom the more they are, so that no more are asked in a second than are drawn. */
    private static final Duration FAR_INTERVAL = Duration.ofSeconds(1);

    private static final Duration MAX_FAR_INTERVAL = Duration.ofSeconds(5);

    /** Who may come near soon is asked so often at most. */
    private static final Duration COMING_INTERVAL = Duration.ofMillis(100);

    /** Units in a millisecond; slower is none. */
    private static final double SLOWEST = 1e-6;

    /** Of those who are as near as the last of the nearest so many times as many as are drawn count as near at most. */
    private static final int MOST_NEAR = 2;

    /** As near as the last of the nearest counts who is farther by so much. */
    private static final double MARGIN = 1.1;

    /** After congestion it does not grow until it was thought over so often without, or it would be larger and smaller in turn. */
    private static final int CALM = 5;

    private final AvatarName self;
    private final PresenceSettings settings;
    private final NodeClock clock;
    private final NamesByOctant names;

    /** Those in it, as others may read them. */
    private final Map<AvatarName, Sighting> drawn = new ConcurrentHashMap<>();

    private final Speed speed = new Speed();

    private Point position;
    private Octant leaf;

    /** Where the cover was made. */
    private Point middle;

    private double radius;
    private List<Octant> cover;

    /** How often in a row it was thought over without congestion. */
    private int calm = CALM;

    private double nearRadius = Double.MAX_VALUE;
    private Duration farInterval = FAR_INTERVAL;

    /** Those who are as near as the last of the nearest, but too many: where all stand at one place each would be near to each. */
    private Set<AvatarName> crowdedOut = Set.of();

    AreaOfInterest(AvatarName self, Point position, PresenceSettings settings, NodeClock clock) {
        this.self = self;
        this.position = position;
        this.settings = settings;
        this.clock = clock;
        names = new NamesByOctant(settings.space(), settings.digest());
        leaf = settings.space().leaf(position);
        names.put(self, leaf);
        radius = settings.radius();
        middle = position;
        cover = settings.space().cover(position, radius);
    }

    /**
     * Our own avatar has moved.
     *
     * @return whether the octants of interest are others
     */
    boolean moved(Point to) {
        position = to;
        speed.told(to, clock.wallMillis());
        leaf = settings.space().leaf(to);
        names.put(self, leaf);
        if (to.distance(middle) <= settings.space().edge(settings.space().levels()) / 8) {
            return false;
        }
        lookAround(radius);
        return true;
    }

    private void lookAround(double newRadius) {
        radius = newRadius;
        middle = position;
        cover = settings.space().cover(middle, radius);
    }

    /**
     * Thinks over who is near, and whether it has to be larger to have as many as are drawn, or may be smaller, or has to be because of congestion.
     *
     * @param mayGrow whether all is known that is in it
     * @param congested whether most of those in it do not answer
     * @return whether the octants of interest are others
     */
    boolean review(boolean mayGrow, boolean congested) {
        calm = congested ? 0 : Math.min(CALM, calm + 1);
        List<Double> distances = new ArrayList<>(drawn.size());
        drawn.values().forEach(each -> distances.add(position.distance(each.position())));
        distances.sort(null);
        int wanted = settings.neighbours();
        int far = Math.max(0, distances.size() - wanted);
        farInterval = Duration.ofMillis(
                Math.min(MAX_FAR_INTERVAL.toMillis(), FAR_INTERVAL.toMillis() * Math.max(1, far / wanted)));
        nearRadius = far == 0 ? Double.MAX_VALUE : distances.get(wanted - 1) * MARGIN;
        int most = MOST_NEAR * wanted;
        crowdedOut = distances.size() > most && distances.get(most) <= nearRadius ? tooMany(most) : Set.of();
        if (!settings.uses(Optimisation.PROGRESSIVE)) {
            return false;
        }
        double smaller = radius - settings.radiusStep();
        boolean fits = distances.size() >= wanted && distances.get(wanted - 1) <= smaller;
        if ((fits || congested) && smaller >= settings.radiusStep()) {
            lookAround(smaller);
        } else if (distances.size() < wanted && radius < settings.maxRadius() && mayGrow && calm == CALM) {
            lookAround(Math.min(settings.maxRadius(), radius + settings.radiusStep()));
        } else {
            return false;
        }
        return true;
    }

    /** Whose it is. */
    AvatarName self() {
        return self;
    }

    private Set<AvatarName> tooMany(int most) {
        return nearestFirst(position).stream()
                .skip(most)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Of those who are equally far away the same ones each time. */
    private List<Map.Entry<AvatarName, Sighting>> nearestFirst(Point from) {
        List<Map.Entry<AvatarName, Sighting>> all = new ArrayList<>();
        drawn.forEach((name, sighting) -> all.add(Map.entry(name, sighting)));
        all.sort(Comparator.comparingDouble((Map.Entry<AvatarName, Sighting> each) ->
                        from.squaredDistance(each.getValue().position()))
                .thenComparing(Map.Entry::getKey));
        return all;
    }

    /** The octants of interest. */
    List<Octant> cover() {
        return cover;
    }

    /** How far a place is from our own avatar. */
    double distance(Point place) {
        return position.distance(place);
    }

    double radius() {
        return radius;
    }

    /** The smallest octant in which our own avatar is. */
    Octant leaf() {
        return leaf;
    }

    boolean covers(Octant smallest) {
        for (Octant each : cover) {
            if (each.contains(smallest)) {
                return true;
            }
        }
        return false;
    }

    /** Who is known to be in which octant, our own avatar included. */
    NamesByOctant names() {
        return names;
    }

    void draw(AvatarName name, Octant in, Sighting sighting) {
        names.put(name, in);
        drawn.put(name, sighting);
    }

    /** Where somebody was last, who is in it. */
    @Nullable
    Sighting sighting(AvatarName name) {
        return drawn.get(name);
    }

    /** Whom it has not, or not any more. */
    @Nullable
    Sighting remove(AvatarName name) {
        names.remove(name);
        return drawn.remove(name);
    }

    void clear() {
        drawn.clear();
    }

    /** So many avatars are in it. */
    int size() {
        return drawn.size();
    }

    /** Whether somebody there is among the nearest, as many as are drawn; all are if there are fewer. */
    boolean isNear(AvatarName who, Point place) {
        return position.distance(place) <= nearRadius && !crowdedOut.contains(who);
    }

    /** When to look again after somebody who is not among the nearest: before he can have come near. */
    Duration farInterval(AvatarName who, Point place, Speed his) {
        if (crowdedOut.contains(who)) {
            return farInterval;
        }
        double gap = position.distance(place) - nearRadius;
        long millis = (long) (gap / Math.max(SLOWEST, speed.perMilli() + his.perMilli()));
        return Duration.ofMillis(Math.max(COMING_INTERVAL.toMillis(), Math.min(millis, farInterval.toMillis())));
    }

    /** The nearest avatars, nearest first, as many as are drawn; from any thread. */
    List<Neighbour> nearest(Point from) {
        return nearestFirst(from).stream()
                .limit(settings.neighbours())
                .map(each -> each.getValue().neighbour(each.getKey(), settings.space(), clock.nanos()))
                .toList();
    }

    /** Those who stand nearest to an octant, nearest first. */
    List<AvatarName> nearest(Octant octant, int most) {
        return drawn.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<AvatarName, Sighting> each) -> settings.space()
                                .squaredDistance(octant, each.getValue().position()))
                        .thenComparing(Map.Entry::getKey))
                .limit(most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Those within a distance of a place. */
    List<AvatarName> within(Point place, double distance) {
        return watchers(each -> each.distance(place) <= distance);
    }

    /** Those into whose areas one comes who goes from one leaf to another, as far as we know them: their radius is taken for ours. */
    List<AvatarName> watchersGained(Octant from, Octant to) {
        return watchers(place -> watches(place, to) && !watches(place, from));
    }

    /** Of these those who do not see where one stands, who comes into their areas by going from one leaf to another. */
    List<AvatarName> watchersGainedUnseen(Point of, Octant from, Octant to) {
        return watchersGained(from, to).stream()
                .filter(each -> {
                    Octant his = names.leafOf(each);
                    return his != null && !watches(of, his);
                })
                .toList();
    }

    /** Some by chance of those whose areas an octant is in, as far as we know: their radius is taken for ours. */
    List<AvatarName> someWatchers(Octant octant, int most, RandomGenerator random) {
        List<AvatarName> watchers = watchers(place -> watches(place, octant));
        while (watchers.size() > most) {
            watchers.remove(random.nextInt(watchers.size()));
        }
        return watchers;
    }

    /** Whether an octant is in the area of who stands at a place, if their radius is ours. */
    private boolean watches(Point place, Octant octant) {
        return settings.space().squaredDistance(octant, place) <= settings.radius() * settings.radius();
    }

    private List<AvatarName> watchers(Predicate<Point> standsThere) {
        List<AvatarName> watchers = new ArrayList<>();
        drawn.forEach((name, sighting) -> {
            if (standsThere.test(sighting.position())) {
                watchers.add(name);
            }
        });
        watchers.sort(null);
        return watchers;
    }
}
