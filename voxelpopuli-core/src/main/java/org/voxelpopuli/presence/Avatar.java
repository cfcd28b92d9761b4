package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.runtime.NodeClock;

/**
 * An object that this node hosts, and what is around it: from {@link Presence#join}. Thread-safe.
 */
public final class Avatar implements AutoCloseable {
    /** How often the area of interest is thought over. */
    private static final Duration REVIEW = Duration.ofSeconds(1);

    /** If it is thought over so much later than it should be, the machine was asleep. */
    private static final Duration ASLEEP = Duration.ofSeconds(5);

    /** So long whoever asks is told that it has left: of those who are far many ask every five seconds. */
    private static final Duration FAREWELL = Duration.ofSeconds(6);

    private final Presence presence;
    private final AvatarName name;
    private final PresenceSettings settings;
    private final LocalFace face;
    private final PositionSource source;
    private final ActionSource actions;
    private final AreaOfInterest area;
    private final GuardedListener guarded;
    private final Surroundings surroundings;
    private final Discovery discovery;

    private volatile Point position;

    /** Where it is to be moved next; null if it is there. */
    private final AtomicReference<@Nullable Point> nextMove = new AtomicReference<>();

    /** When it was thought over, by both clocks: the one goes on while a machine sleeps, the other stops on some. */
    private long reviewedAtNanos;

    private long reviewedAtMillis;

    private boolean closed;

    Avatar(Presence presence, AvatarName name, String type, Point position, PresenceListener listener) {
        this.presence = presence;
        this.name = name;
        this.position = position;
        settings = presence.settings();
        face = new LocalFace(name.name().text(), presence.forwarder());
        source = new PositionSource(
                presence.worker(),
                face,
                presence.identity(),
                name,
                position,
                settings.times().positionFreshness(),
                presence.environment().clock()::wallMillis,
                presence.environment().random().nextInt(PositionRecord.SEQUENCES),
                type,
                presence.address());
        actions = new ActionSource(
                face, DataSigner.of(presence.identity()), name, settings.times().positionFreshness());
        area = new AreaOfInterest(
                name, position, settings, presence.environment().clock());
        guarded = new GuardedListener(name, listener);
        surroundings = new Surroundings(
                name,
                area,
                settings,
                presence.environment().clock(),
                presence.worker(),
                face,
                presence.keeper(),
                guarded,
                new Surroundings.Observer() {
                    @Override
                    public void appeared(AvatarName who, Octant leaf) {
                        discovery().appeared(who, leaf);
                    }

                    @Override
                    public void neighbourMoved(AvatarName neighbour, Octant leaf, List<AvatarName> watchers) {
                        discovery().neighbourMoved(neighbour, leaf, watchers);
                    }

                    @Override
                    public void othersMayBeHere() {
                        discovery().askAll();
                    }
                });
        DataSigner answers = HostKeys.showing(presence.identity());
        discovery = new Discovery(new Discovery.Ground(
                settings,
                presence.environment().clock(),
                presence.environment().random(),
                presence.worker(),
                face,
                (dataName, content) -> Data.builder(dataName)
                        .freshness(settings.times().discoveryFreshness())
                        .content(content)
                        .sign(answers),
                area,
                surroundings,
                presence.keeper(),
                presence.announcements(),
                presence.strangers(),
                new Discovery.Counts()));
    }

    /** Begins, on the worker. */
    void begin() {
        discovery.coverChanged(area.cover());
        meetThoseHere();
        var unused = hasSlept();
        presence.worker().schedule(REVIEW, this::review);
    }

    /** Who it is. */
    public AvatarName name() {
        return name;
    }

    /** Where it was moved last. */
    public Point position() {
        return position;
    }

    /**
     * Moves it. As often as wanted: others hear of 25 moves a second at most, in single precision. What lies outside the {@linkplain OctreeSpace cube} is found in the octant of its rim that is nearest.
     */
    public void moveTo(Point to) {
        position = Objects.requireNonNull(to, "the place to which an avatar is moved is null");
        if (nextMove.getAndSet(to) == null) {
            presence.worker().execute(this::move);
        }
    }

    /** To the latest place: a game that moves it more often than that is done does not have the moves between wait. */
    private void move() {
        Point to = nextMove.getAndSet(null);
        if (closed || to == null) {
            return;
        }
        Octant before = area.leaf();
        source.moveTo(to);
        if (area.moved(to)) {
            discovery.coverChanged(area.cover());
        }
        if (!area.leaf().equals(before)) {
            discovery.moved(area.leaf(), area.watchersGained(before, area.leaf()));
        }
    }

    /**
     * Does something that its neighbours hear of in order: an opaque value, whose meaning is the game's.
     *
     * @throws IllegalArgumentException if it has more than {@value ActionSource#MAX_BYTES} bytes
     */
    public void act(byte[] action) {
        if (Objects.requireNonNull(action, "an action is null").length > ActionSource.MAX_BYTES) {
            throw new IllegalArgumentException(
                    "an action has " + action.length + " bytes, allowed are up to " + ActionSource.MAX_BYTES);
        }
        byte[] copy = action.clone();
        presence.worker().execute(() -> {
            if (!closed) {
                actions.act(copy);
                source.acted(actions.latest());
            }
        });
    }

    /** The nearest avatars that have told where they are, nearest first, {@link PresenceSettings#neighbours} at most; none after it has left. */
    public List<Neighbour> neighbours() {
        return area.nearest(position);
    }

    /** Avatars of one node meet without the network, and each second one of them tells whom it sees. */
    private void meetThoseHere() {
        List<Avatar> here = presence.around(this, area.radius());
        here.forEach(each -> surroundings.spokenOfHere(each.name));
        if (!here.isEmpty()) {
            here.get(presence.environment().random().nextInt(here.size()))
                    .area
                    .within(position, area.radius())
                    .forEach(surroundings::spokenOfHere);
        }
    }

    private Discovery discovery() {
        return discovery;
    }

    private void review() {
        if (closed) {
            return;
        }
        presence.worker().schedule(REVIEW, this::review);
        meetThoseHere();
        if (hasSlept()) {
            surroundings.woke();
            discovery.askAll();
        } else if (area.review(discovery.isSettled(), surroundings.isCongested())) {
            discovery.coverChanged(area.cover());
        }
    }

    /** Whether the machine was asleep since this was called before. */
    private boolean hasSlept() {
        NodeClock clock = presence.environment().clock();
        long nanos = clock.nanos() - reviewedAtNanos;
        long millis = clock.wallMillis() - reviewedAtMillis;
        reviewedAtNanos += nanos;
        reviewedAtMillis += millis;
        return Math.max(Duration.ofNanos(nanos).toMillis(), millis)
                > REVIEW.plus(ASLEEP).toMillis();
    }

    /** What it has asked and answered. */
    PresenceCounts counts() {
        Discovery.Counts octants = discovery.counts();
        PositionReader.Counts positions = surroundings.counts();
        return new PresenceCounts(
                octants.asked,
                octants.answersSent,
                octants.answersUseful,
                octants.answersUseless,
                positions.asked,
                positions.heard,
                positions.missed,
                source.sent());
    }

    /** What it knows and does. */
    AvatarStatus status() {
        return new AvatarStatus(
                name.toString(),
                source.position(),
                area.radius(),
                area.size(),
                surroundings.size(),
                discovery.places(),
                counts(),
                area.names().octants());
    }

    /**
     * Takes it out of the world; nothing that it does afterwards has an effect, and its listener hears of nothing more. Neighbours who wait for its next position are told at once, and for 6 s whoever asks; they hear of
     * it as {@link PresenceListener#left}. Whom that does not reach notices when it has not answered {@link PresenceTimes#offlineAfter} questions, after 10 s by default: {@link PresenceListener#offline}.
     *
     * @return completes when it asks nothing any more and its name is free, at once if it has left before
     */
    public CompletableFuture<Void> leave() {
        guarded.end();
        return presence.orStopped(CompletableFuture.runAsync(this::end, presence.worker()));
    }

    @Override
    public void close() {
        var unused = leave();
    }

    void end() {
        if (!closed) {
            closed = true;
            guarded.end();
            source.leave();
            discovery.close();
            surroundings.close();
            presence.ended(this);
            presence.worker().schedule(FAREWELL, this::fallSilent);
        }
    }

    /** Nobody is told any more that it has left: for some time all are, or another has its name now. */
    void fallSilent() {
        face.close();
        presence.silenced(this);
    }
}
