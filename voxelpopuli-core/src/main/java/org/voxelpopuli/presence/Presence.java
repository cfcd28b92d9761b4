package org.voxelpopuli.presence;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.Face;
import org.voxelpopuli.presence.ndn.Forwarder;
import org.voxelpopuli.presence.ndn.ForwarderSettings;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.Packet;
import org.voxelpopuli.presence.ndn.UdpFaces;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.PendingFutures;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.PlayerName;

/**
 * A node that takes part in finding out who is near whom, with no server in the middle: a forwarder of named data on one UDP port, and the avatars that it hosts (SPEC N13). Thread-safe. Futures
 * complete on its own worker, so that what depends on them must not block.
 */
public final class Presence implements AutoCloseable {
    /** So many peers that nobody here asked for may send to us. */
    private static final int MAX_GUESTS = 4_096;

    /** What is asked for here is fresh for seconds, so a large store would be full of what nobody wants. */
    private static final long CONTENT_STORE_BYTES = 1 << 20;

    /** Of those on the local network who could answer a question in the group about so many do. */
    private static final int ANSWERS_IN_GROUP = 4;

    /** So long it tells that its avatars have left before it closes: a few times as long as neighbours wait between two questions. */
    private static final Duration FAREWELL = Duration.ofMillis(200);

    private final NodeEnvironment environment;
    private final NodeIdentity identity;
    private final PresenceSettings settings;
    private final Worker worker;
    private final Name prefix;
    private final Forwarder forwarder;
    private final UdpFaces udp;
    private final Routes routes;
    private final RouteKeeper keeper;
    private final NameTracer tracer;
    private final LatelyAsked strangers = new LatelyAsked(DiscoveryAnswerer.MAX_STRANGERS);

    private final Map<Name, Integer> announced = new HashMap<>();
    private final Map<PlayerName, Avatar> avatars = new LinkedHashMap<>();
    /** Who have left and say so to whoever asks. */
    private final Map<PlayerName, Avatar> leaving = new HashMap<>();

    /** Of avatars that have left. */
    private PresenceCounts departed = PresenceCounts.NONE;

    private final CompletableFuture<Void> stopped = new CompletableFuture<>();
    private final PendingFutures pending = new PendingFutures("presence is closed");
    private boolean closed;

    private Presence(
            NodeEnvironment environment,
            NodeIdentity identity,
            PresenceSettings settings,
            Forwarder forwarder,
            UdpFaces udp,
            Routes routes) {
        this.environment = environment;
        this.identity = identity;
        this.settings = settings;
        this.worker = forwarder.worker();
        this.prefix = HostPrefix.of(identity.publicKey());
        this.forwarder = forwarder;
        this.udp = udp;
        this.routes = routes;
        keeper = new RouteKeeper(forwarder, udp, routes, prefix);
        tracer = new NameTracer(forwarder, keeper, settings);
        forwarder.onArrival(this::arrived);
        announcements().announce(prefix);
    }

    /**
     * Opens a UDP port and takes part.
     *
     * @param environment stays the caller's, who closes it after this; what is asked of this when it is closed is never answered
     * @param identity whose public key the names of this node's avatars come from; a new one for each start will do, a name then is another's
     * @param local address; port 0 for any free one
     * @param routes where names lead, asked for once on the worker and made for the address that is bound: {@code routes::at} of {@code KademliaRoutes}, or {@code bound -> MulticastRoutes.alone()}
     * @param settings of which prefix, instance, space and digest are agreed with all who shall be seen
     * @return fails as {@link org.voxelpopuli.runtime.DatagramTransport#bind} does, as its {@code join} if the routes name a group, and with what making the routes threw; then the port is free again
     */
    public static CompletableFuture<Presence> start(
            NodeEnvironment environment,
            NodeIdentity identity,
            InetSocketAddress local,
            Function<InetSocketAddress, Routes> routes,
            PresenceSettings settings) {
        Objects.requireNonNull(environment, "the environment of a presence is null");
        Objects.requireNonNull(identity, "the identity of a presence is null");
        Objects.requireNonNull(local, "the address of a presence is null");
        Objects.requireNonNull(routes, "the routes of a presence are null");
        Objects.requireNonNull(settings, "the settings of a presence are null");
        Worker worker = environment.worker("presence");
        HostKeys keys = new HostKeys(identity.scheme());
        return CompletableFuture.supplyAsync(
                        () -> new Forwarder(
                                environment,
                                worker,
                                ForwarderSettings.defaults(keys).withContentStoreBytes(CONTENT_STORE_BYTES)),
                        worker)
                .thenCompose(forwarder -> UdpFaces.open(forwarder, local, MAX_GUESTS)
                        .thenCompose(udp -> begin(environment, identity, settings, forwarder, udp, routes)))
                .thenCompose(Presence::joinGroup)
                .whenComplete((presence, failure) -> {
                    if (failure != null) {
                        worker.close();
                    }
                });
    }

    private static CompletableFuture<Presence> begin(
            NodeEnvironment environment,
            NodeIdentity identity,
            PresenceSettings settings,
            Forwarder forwarder,
            UdpFaces udp,
            Function<InetSocketAddress, Routes> routes) {
        Worker worker = forwarder.worker();
        return CompletableFuture.supplyAsync(
                        () -> new Presence(
                                environment,
                                identity,
                                settings,
                                forwarder,
                                udp,
                                Objects.requireNonNull(
                                        routes.apply(udp.localAddress()), "the routes made for a presence are null")),
                        worker)
                .exceptionallyComposeAsync(
                        failure -> udp.close().thenCompose(closed -> CompletableFuture.failedFuture(failure)), worker);
    }

    /**
     * Puts an avatar into space.
     *
     * @param name that no other avatar of this node has
     * @param listener hears of its neighbours
     * @return fails with {@link IllegalStateException} if the name is taken here or this is closed
     */
    public CompletableFuture<Avatar> join(PlayerName name, Point position, PresenceListener listener) {
        return join(name, "player", position, listener);
    }

    /**
     * Puts an avatar into space that need not be a player.
     *
     * @param name that no other avatar of this node has
     * @param type what it is, for others to see: 1 to {@value PositionRecord#MAX_TYPE} of the characters a-z 0-9 . _ -
     * @param listener hears of its neighbours
     * @return fails with {@link IllegalStateException} if the name is taken here or this is closed
     * @throws IllegalArgumentException if the type is none
     */
    public CompletableFuture<Avatar> join(PlayerName name, String type, Point position, PresenceListener listener) {
        PositionRecord.requireType(type);
        Objects.requireNonNull(name, "the name of an avatar is null");
        Objects.requireNonNull(position, "the place of an avatar is null");
        Objects.requireNonNull(listener, "the listener of an avatar is null");
        return pending.track(CompletableFuture.supplyAsync(
                () -> {
                    if (closed) {
                        throw new IllegalStateException("presence is closed");
                    }
                    if (avatars.containsKey(name)) {
                        throw new IllegalStateException("this node already has an avatar named " + name);
                    }
                    Avatar before = leaving.get(name);
                    if (before != null) {
                        before.fallSilent();
                    }
                    Avatar avatar = new Avatar(this, new AvatarName(prefix, name), type, position, listener);
                    avatar.begin();
                    avatars.put(name, avatar);
                    return avatar;
                },
                worker));
    }

    /** Asks all of the local network too, if the routes say so. */
    private CompletableFuture<Presence> joinGroup() {
        return routes.group()
                .map(group -> udp.join(group, this::admits)
                        .thenApplyAsync(
                                face -> {
                                    keeper.askGroup(face);
                                    return this;
                                },
                                worker))
                .orElseGet(() -> CompletableFuture.completedFuture(this))
                .whenComplete((joined, failure) -> {
                    if (failure != null) {
                        close();
                    }
                });
    }

    /** Whether a question in the group is for us: of our host, or of an octant in which we are; in a crowd not all answer. */
    private boolean admits(Interest interest) {
        Name routed = routed(interest.name());
        if (routed == null || !announced.containsKey(routed)) {
            return false;
        }
        return routed.equals(prefix)
                || environment.random().nextInt(1 + keeper.ways(routed).size()) < ANSWERS_IN_GROUP;
    }

    /** Whoever asks for an octant wants to be asked for it too: that is known at once, before any announcement is found. */
    private void arrived(Face from, Packet packet) {
        if (packet instanceof Interest interest) {
            Name octant = routed(interest.name());
            if (octant != null && !HostPrefix.begins(octant)) {
                keeper.learn(octant, from, Resolution.What.QUESTION_CAME);
            }
        } else if (packet instanceof Data data && keeper.log().hasOpen()) {
            Name answered = routed(data.name());
            if (answered != null) {
                keeper.log().add(answered, Resolution.What.ANSWERED, from);
            }
        }
    }

    /** The prefix of a name that is routed: that of a host or of an octant of the level of names; null if it is shorter. */
    private @Nullable Name routed(Name name) {
        int ends = HostPrefix.begins(name)
                ? prefix.size()
                : settings.prefix().size() + 1 + settings.space().prefixLevel();
        return name.size() < ends ? null : name.prefix(ends);
    }

    /**
     * Finds out how a name is resolved: looks up where it leads, unless that is known, asks there, and tells each step. It takes some seconds if nobody answers.
     *
     * @param name of a position ({@code AvatarName.path().append("position")}) or of an octant at the level of names
     * @return fails with {@link IllegalArgumentException} if the name is none of this instance's, and with {@link IllegalStateException} if this is closed or {@value NameTracer#MAX_AT_ONCE} are being traced
     */
    public CompletableFuture<Resolution> trace(Name name) {
        Objects.requireNonNull(name, "a name that is traced is null");
        return pending.track(CompletableFuture.completedFuture(name).thenComposeAsync(this::traceHere, worker));
    }

    private CompletableFuture<Resolution> traceHere(Name name) {
        Name routed = routed(name);
        boolean ofHost = HostPrefix.begins(name);
        boolean ofInstance = settings.prefix().append(settings.instance()).isPrefixOf(name);
        if (routed == null || !(ofHost || ofInstance)) {
            throw new IllegalArgumentException("a name that is traced is of a host or of an octant of level "
                    + settings.space().prefixLevel() + " in the instance '" + settings.instance() + "', not " + name);
        }
        if (closed) {
            throw new IllegalStateException("presence is closed");
        }
        return tracer.trace(name, routed, ofHost);
    }

    /** What all peers of its instance agree on, and what this one has chosen. */
    public PresenceSettings settings() {
        return settings;
    }

    /** Below which this node's avatars answer. */
    public Name prefix() {
        return prefix;
    }

    /** Where it is bound. */
    public InetSocketAddress localAddress() {
        return udp.localAddress();
    }

    /**
     * The avatars that it hosts, and what its forwarder does.
     *
     * @return fails with {@link IllegalStateException} if this is closed
     */
    public CompletableFuture<PresenceStatus> status() {
        return pending.track(CompletableFuture.supplyAsync(
                () -> new PresenceStatus(
                        avatars.values().stream().map(Avatar::status).toList(),
                        avatars.values().stream().map(Avatar::counts).reduce(departed, PresenceCounts::plus),
                        forwarder.status(),
                        udp.size(),
                        udp.turnedAway(),
                        udp.withheld(),
                        keeper.log().latest()),
                worker));
    }

    /** Completes as what is done on the worker, and with this presence at the latest. */
    CompletableFuture<Void> orStopped(CompletableFuture<Void> done) {
        return CompletableFuture.anyOf(done, stopped).thenAccept(any -> {});
    }

    Discovery.Announcements announcements() {
        return new Discovery.Announcements() {
            @Override
            public void announce(Name announcedPrefix) {
                if (announced.merge(announcedPrefix, 1, Integer::sum) == 1) {
                    routes.announce(announcedPrefix);
                }
            }

            @Override
            public void withdraw(Name announcedPrefix) {
                announced.computeIfPresent(announcedPrefix, (each, count) -> {
                    if (count == 1) {
                        routes.withdraw(each);
                        return null;
                    }
                    return count - 1;
                });
            }
        };
    }

    /** The other avatars of this node within a distance. */
    List<Avatar> around(Avatar avatar, double radius) {
        List<Avatar> around = new ArrayList<>();
        for (Avatar each : avatars.values()) {
            if (each != avatar && each.position().distance(avatar.position()) <= radius) {
                around.add(each);
            }
        }
        return around;
    }

    void ended(Avatar avatar) {
        if (avatars.remove(avatar.name().name(), avatar)) {
            departed = departed.plus(avatar.counts());
            leaving.put(avatar.name().name(), avatar);
        }
    }

    void silenced(Avatar avatar) {
        leaving.remove(avatar.name().name(), avatar);
    }

    /** Where others reach it, if its routes know. */
    Optional<InetSocketAddress> address() {
        return routes.address();
    }

    NodeEnvironment environment() {
        return environment;
    }

    NodeIdentity identity() {
        return identity;
    }

    Worker worker() {
        return worker;
    }

    Forwarder forwarder() {
        return forwarder;
    }

    RouteKeeper keeper() {
        return keeper;
    }

    /** Who has been asked back without having proven his address. */
    LatelyAsked strangers() {
        return strangers;
    }

    /**
     * Takes out all avatars and closes the port, if there are any after 0.2 s, in which whoever draws them asks and is told that they have left.
     *
     * @return completes when the port is free again
     */
    public CompletableFuture<Void> stop() {
        worker.execute(() -> {
            if (!closed) {
                closed = true;
                List.copyOf(avatars.values()).forEach(Avatar::end);
                tracer.close();
                announcements().withdraw(prefix);
                worker.schedule(leaving.isEmpty() ? Duration.ZERO : FAREWELL, this::closePort);
            }
        });
        return stopped.copy();
    }

    private void closePort() {
        var unused = udp.close().whenComplete((done, failure) -> {
            pending.close();
            stopped.complete(null);
            worker.close();
        });
    }

    /** As {@link #stop}, and does not wait: whom the environment's end overtakes has not said that his avatars have left. */
    @Override
    public void close() {
        var unused = stop();
    }
}
