package org.voxelpopuli.spring.actuate.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.presence.AvatarName;
import org.voxelpopuli.presence.AvatarStatus;
import org.voxelpopuli.presence.NameDigest;
import org.voxelpopuli.presence.OctantNames;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.PresenceCounts;
import org.voxelpopuli.presence.PresenceStatus;
import org.voxelpopuli.presence.Resolution;
import org.voxelpopuli.presence.ndn.ForwarderStatus;
import org.voxelpopuli.presence.ndn.ForwarderStatus.Dropped;
import org.voxelpopuli.spring.PresenceView;

/** {@code /actuator/presence} and {@code /actuator/presence/{avatar}}: whom the avatars of this node know, and the tables of named data. */
@WebEndpoint(id = "presence", defaultAccess = Access.READ_ONLY)
public final class PresenceEndpoint {
    /** So many avatars are shown together; each can be asked for by its name. */
    static final int MAX_AVATARS = 50;

    /** So many names of each avatar are shown with the others. */
    static final int MAX_NAMES_TOGETHER = 50;

    /** So many names are shown of an avatar that was asked for. */
    static final int MAX_NAMES = 2_000;

    private final PresenceView view;

    /** An endpoint that shows that presence. */
    public PresenceEndpoint(PresenceView view) {
        this.view = view;
    }

    /**
     * All avatars of this node, and what it keeps for them.
     *
     * @param format {@code json}, which is the default, or {@code text}
     * @return 200 with {@link Overview}, or the same as plain text; 400 if the format is none; 503 if presence does not answer in time
     */
    @ReadOperation
    public WebEndpointResponse<Object> presence(@Nullable String format) {
        Optional<Function<Overview, WebEndpointResponse<Object>>> shown =
                Format.of(format, overview -> overview, PresenceText::of);
        return shown.isEmpty() ? Format.unknown() : Answer.of(() -> shown.get().apply(overview(view.status())));
    }

    /**
     * One avatar of this node.
     *
     * @param avatar its name
     * @param format {@code json}, which is the default, or {@code text}
     * @return 200 with {@link AvatarView}, or the same as plain text; 400 if the format is none; 404 if this node has none of that name; 503 if presence does not answer in time
     */
    @ReadOperation
    public WebEndpointResponse<Object> avatar(@Selector String avatar, @Nullable String format) {
        Optional<Function<AvatarView, WebEndpointResponse<Object>>> shown =
                Format.of(format, each -> each, PresenceText::of);
        return shown.isEmpty()
                ? Format.unknown()
                : Answer.of(() -> view.status().avatars().stream()
                        .filter(each ->
                                AvatarName.parse(each.name()).name().text().equals(avatar))
                        .findFirst()
                        .map(each -> shown.get().apply(avatarView(each, MAX_NAMES)))
                        .orElseGet(() -> Answer.problem(
                                "this node has no avatar of that name; /actuator/presence shows those that it has",
                                WebEndpointResponse.STATUS_NOT_FOUND)));
    }

    private Overview overview(PresenceStatus status) {
        var address = view.presence().localAddress();
        return new Overview(
                address.getAddress().getHostAddress() + ":" + address.getPort(),
                view.presence().settings().instance(),
                view.presence().prefix().toString(),
                status.faces(),
                Tables.of(status.forwarder()),
                Packets.of(status),
                status.counts(),
                status.avatars().size(),
                status.avatars().stream()
                        .limit(MAX_AVATARS)
                        .map(each -> avatarView(each, MAX_NAMES_TOGETHER))
                        .toList(),
                status.resolutions().stream().map(ResolutionView::of).toList());
    }

    private AvatarView avatarView(AvatarStatus status, int maxNames) {
        NameDigest digest = view.presence().settings().digest();
        List<OctantView> octants = new ArrayList<>();
        int room = maxNames;
        int names = 0;
        for (OctantNames each : status.octants()) {
            names += each.names().size();
            if (room > 0) {
                List<String> shown =
                        each.names().subList(0, Math.min(room, each.names().size()));
                octants.add(new OctantView(
                        each.octant().path(),
                        HexFormat.of().toHexDigits(each.digest(), 2 * digest.bytes()),
                        each.names().size(),
                        shown));
                room -= shown.size();
            }
        }
        return new AvatarView(
                status.name(),
                status.position(),
                status.radius(),
                status.drawn(),
                status.known(),
                status.places(),
                status.counts(),
                status.octants().size(),
                names,
                octants);
    }

    /**
     * What there is to see.
     *
     * @param address where it listens, {@code host:port}
     * @param instance in which it takes part
     * @param host the name below which its avatars answer
     * @param faces to other nodes
     * @param tables of named data
     * @param packets that arrived, and that were not sent
     * @param counts of all avatars since the start
     * @param hosted avatars there are
     * @param avatars the first of them, {@value #MAX_AVATARS} at most
     * @param resolutions how the latest prefixes of names were resolved, a bounded number
     */
    public record Overview(
            String address,
            String instance,
            String host,
            int faces,
            Tables tables,
            Packets packets,
            PresenceCounts counts,
            int hosted,
            List<AvatarView> avatars,
            List<ResolutionView> resolutions) {}

    /**
     * A {@link Resolution} as text and numbers.
     *
     * @param prefix of a host or of an octant, as a URI
     * @param at when it was first wanted
     * @param answeredBy the first address whose answer was verified; absent as long as there is none
     * @param took from when it was wanted to that answer; absent as long as there is none
     * @param steps in their order
     */
    public record ResolutionView(
            String prefix,
            Instant at,
            @Nullable String answeredBy,
            @Nullable Duration took,
            List<Resolution.Step> steps) {
        static ResolutionView of(Resolution resolution) {
            return new ResolutionView(
                    resolution.prefix(),
                    Instant.ofEpochMilli(resolution.wallMillis()),
                    resolution.answeredBy().orElse(null),
                    resolution.took().orElse(null),
                    resolution.steps());
        }
    }

    /**
     * The tables through which an Interest goes, in their order.
     *
     * @param contentStore Data that is kept
     * @param pendingInterests that wait for Data
     * @param fib prefixes and where they lead
     */
    public record Tables(Table contentStore, Table pendingInterests, Table fib) {
        static Tables of(ForwarderStatus status) {
            return new Tables(
                    Table.of(status.storedData(), status.storedBytes(), status.storeHits(), status.storeMisses()),
                    Table.of(status.pendingInterests(), null, status.pendingHits(), status.pendingMisses()),
                    Table.of(
                            status.prefixes(),
                            null,
                            status.routeHits(),
                            status.dropped().noRoute()));
        }
    }

    /**
     * A table.
     *
     * @param entries in it
     * @param bytes of them; absent where nobody counts them
     * @param hits Interests that found an entry
     * @param misses Interests that found none
     * @param hitRate share of the hits; absent if nothing was looked up yet
     */
    public record Table(
            int entries,
            @Nullable Long bytes,
            long hits,
            long misses,
            @Nullable Double hitRate) {
        static Table of(int entries, @Nullable Long bytes, long hits, long misses) {
            long all = hits + misses;
            return new Table(entries, bytes, hits, misses, all == 0 ? null : (double) hits / all);
        }
    }

    /**
     * Packets, from other nodes and from the avatars of this one: those that arrived, and those that were not sent.
     *
     * @param interests good and bad
     * @param data good and bad
     * @param dropped by reason
     * @param turnedAway datagrams of nodes for which there is no room or no time
     * @param withheld packets that were not sent, since nobody has proven that the address has asked for them
     */
    public record Packets(long interests, long data, Dropped dropped, long turnedAway, long withheld) {
        static Packets of(PresenceStatus status) {
            return new Packets(
                    status.forwarder().interests(),
                    status.forwarder().data(),
                    status.forwarder().dropped(),
                    status.turnedAway(),
                    status.withheld());
        }
    }

    /**
     * An {@link AvatarStatus} as text and numbers.
     *
     * @param name {@code host:name}
     * @param position where it is
     * @param radius of its area of interest
     * @param drawn avatars in it that have told where they are
     * @param known avatars that somebody has spoken of, those included
     * @param places octants of the level of names in which it asks
     * @param counts of its questions and answers
     * @param octants that have names
     * @param names in all of them, its own included
     * @param namesByOctant the first of them
     */
    public record AvatarView(
            String name,
            Point position,
            double radius,
            int drawn,
            int known,
            int places,
            PresenceCounts counts,
            int octants,
            int names,
            List<OctantView> namesByOctant) {}

    /**
     * One of the smallest octants.
     *
     * @param path from the whole space, such as {@code 3/0/7/}
     * @param digest of the names, in hexadecimal
     * @param size so many names are in it
     * @param names the first of them, each as {@code host:name}
     */
    public record OctantView(String path, String digest, int size, List<String> names) {}
}
