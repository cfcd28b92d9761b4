package org.voxelpopuli.spring.actuate.endpoint;

import java.time.Duration;
import java.util.Locale;
import org.voxelpopuli.presence.PresenceCounts;
import org.voxelpopuli.presence.Resolution;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.AvatarView;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.OctantView;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.Overview;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.Packets;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.ResolutionView;
import org.voxelpopuli.spring.actuate.endpoint.PresenceEndpoint.Table;

/** Presence in lines, for people. */
final class PresenceText {
    private final StringBuilder text = new StringBuilder();

    private PresenceText() {}

    /** The node, its tables and packets, then each avatar with the octants that it knows, then how prefixes were resolved. */
    static String of(Overview overview) {
        PresenceText lines = new PresenceText();
        lines.line(
                "host %s at %s, instance %s, faces %d, avatars %d",
                overview.host(), overview.address(), overview.instance(), overview.faces(), overview.hosted());
        lines.counts("", overview.counts());
        lines.table("content store", overview.tables().contentStore());
        lines.table("pending Interests", overview.tables().pendingInterests());
        lines.table("FIB", overview.tables().fib());
        lines.packets(overview.packets());
        overview.avatars().forEach(lines::avatar);
        if (overview.avatars().size() < overview.hosted()) {
            lines.line(
                    "avatars not shown %d",
                    overview.hosted() - overview.avatars().size());
        }
        overview.resolutions().forEach(lines::resolution);
        return lines.text.toString();
    }

    /** An avatar, and the octants that it knows. */
    static String of(AvatarView avatar) {
        PresenceText lines = new PresenceText();
        lines.avatar(avatar);
        return lines.text.toString();
    }

    private void avatar(AvatarView avatar) {
        line(
                "avatar %s at %.1f,%.1f,%.1f, radius %.0f, drawn %d, known %d, places %d, names %d, octants %d",
                avatar.name(),
                avatar.position().x(),
                avatar.position().y(),
                avatar.position().z(),
                avatar.radius(),
                avatar.drawn(),
                avatar.known(),
                avatar.places(),
                avatar.names(),
                avatar.octants());
        counts("    ", avatar.counts());
        avatar.namesByOctant().forEach(this::octant);
        if (avatar.namesByOctant().size() < avatar.octants()) {
            line(
                    "    octants not shown %d",
                    avatar.octants() - avatar.namesByOctant().size());
        }
    }

    private void octant(OctantView octant) {
        line("    %s  digest %s, names %d", octant.path(), octant.digest(), octant.size());
        octant.names().forEach(each -> line("        %s", each));
        if (octant.names().size() < octant.size()) {
            line("        names not shown %d", octant.size() - octant.names().size());
        }
    }

    private void counts(String indent, PresenceCounts counts) {
        line(
                "%sdiscovery: asked %d, answers useful %d, useless %d, sent %d",
                indent, counts.asked(), counts.answersUseful(), counts.answersUseless(), counts.answersSent());
        line(
                "%spositions: asked %d, heard %d, missed %d, sent %d",
                indent,
                counts.positionsAsked(),
                counts.positionsHeard(),
                counts.positionsMissed(),
                counts.positionsSent());
    }

    private void table(String name, Table table) {
        line(
                "%-17s  entries %d%s, hits %d, misses %d%s",
                name,
                table.entries(),
                table.bytes() == null ? "" : ", bytes " + table.bytes(),
                table.hits(),
                table.misses(),
                table.hitRate() == null ? "" : String.format(Locale.ROOT, ", %.1f %%", 100 * table.hitRate()));
    }

    private void packets(Packets packets) {
        line(
                "packets: Interests %d, Data %d, turned away %d, withheld %d",
                packets.interests(), packets.data(), packets.turnedAway(), packets.withheld());
        line(
                "dropped: malformed %d, hop limit %d, duplicate nonce %d, no route %d, too many pending %d, unsolicited %d, refused %d",
                packets.dropped().malformed(),
                packets.dropped().hopLimit(),
                packets.dropped().duplicateNonce(),
                packets.dropped().noRoute(),
                packets.dropped().tooManyPending(),
                packets.dropped().unsolicited(),
                packets.dropped().refused());
    }

    private void resolution(ResolutionView resolution) {
        line(
                "prefix %s, wanted at %s, %s",
                resolution.prefix(),
                resolution.at(),
                resolution.took() == null
                        ? "no answer yet"
                        : "answered by " + resolution.answeredBy() + " after " + millis(resolution.took()));
        for (Resolution.Step step : resolution.steps()) {
            line(
                    "%14s  %s  %s",
                    millis(step.after()),
                    step.what().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    step.address());
        }
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
