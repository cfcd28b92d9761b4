package org.voxelpopuli.protocol.json;

import java.nio.charset.StandardCharsets;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.io.NumberOutput;

/** Writes the dialect's small messages. */
final class SeedJsonWriter {
    /** Up to here every integer is a double of its own. */
    private static final double EXACT_INTEGERS = 1L << 53;

    private static final int SECONDS_PER_DAY = 24 * 60 * 60;

    private SeedJsonWriter() {}

    /** A packet's line. */
    static byte[] packet(int type, String player, double... args) {
        StringBuilder line =
                new StringBuilder(64).append("{\"type\":").append(type).append(",\"args\":");
        appendNumbers(line, args);
        line.append(",\"player\":");
        appendString(line, player);
        return line(line.append('}'));
    }

    /** The line of a packet about a player's position; only a move carries the yaw. */
    static byte[] player(int type, PlayerName player, Position at, boolean withYaw) {
        return withYaw
                ? packet(type, player.text(), at.x(), at.y(), at.z(), at.yaw())
                : packet(type, player.text(), at.x(), at.y(), at.z());
    }

    static byte[] handshake(String type) {
        return line(new StringBuilder("{\"type\":\"").append(type).append("\"}"));
    }

    static byte[] handshake(String type, ChunkPos chunk) {
        StringBuilder line = new StringBuilder("{\"type\":\"").append(type).append("\",\"chunk\":");
        appendNumbers(line, chunk.x(), chunk.y(), chunk.z());
        return line(line.append('}'));
    }

    static byte[] success() {
        return line(new StringBuilder("{\"ok\":true}"));
    }

    static byte[] failure(String reason) {
        StringBuilder line = new StringBuilder("{\"ok\":false,\"error\":");
        appendString(line, reason);
        return line(line.append('}'));
    }

    static byte[] locateChunk(ChunkPos chunk) {
        StringBuilder line = new StringBuilder().append('\0');
        appendNumbers(line, chunk.x(), chunk.y(), chunk.z());
        return line(line);
    }

    static byte[] findPlayer(String name) {
        StringBuilder line = new StringBuilder().append('\1').append("{\"name\":");
        appendString(line, name);
        return line(line.append('}'));
    }

    static byte[] server(String host, int port) {
        StringBuilder line = new StringBuilder("[");
        appendString(line, host);
        return line(line.append(',').append(port).append(']'));
    }

    static byte[] position(Position position) {
        StringBuilder line = new StringBuilder();
        appendNumbers(line, position.x(), position.y(), position.z());
        return line(line);
    }

    /**
     * The minutes of a whole second of the day: the second that has begun, as a number which times 60 gives that second both
     * when it is rounded and when its fraction is cut off.
     */
    static double toTheSecond(double minutes) {
        // The tolerance keeps a number that this method returned at its second.
        int second = (int) Math.min(SECONDS_PER_DAY - 1, Math.floor(minutes * 60 + 1e-6));
        double written = second / 60.0;
        return Math.floor(written * 60) < second ? Math.nextUp(written) : written;
    }

    private static void appendNumbers(StringBuilder line, double... numbers) {
        line.append('[');
        for (int i = 0; i < numbers.length; i++) {
            if (i > 0) {
                line.append(',');
            }
            appendNumber(line, numbers[i]);
        }
        line.append(']');
    }

    private static void appendNumber(StringBuilder line, double number) {
        if (number == Math.rint(number) && Math.abs(number) <= EXACT_INTEGERS) {
            line.append((long) number);
        } else {
            // The shortest digits that read back as the same double, on every JDK.
            line.append(NumberOutput.toString(number, true));
        }
    }

    private static void appendString(StringBuilder line, String text) {
        line.append('"');
        JsonStringEncoder.getInstance().quoteAsString(text, line);
        line.append('"');
    }

    private static byte[] line(StringBuilder line) {
        return line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }
}
