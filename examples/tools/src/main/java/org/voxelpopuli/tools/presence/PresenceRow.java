package org.voxelpopuli.tools.presence;

import org.jspecify.annotations.Nullable;

/**
 * What one way costs and gives on one trace. Bytes are payload a second; a node's are what it sends and what it gets, together. Of nodes only those with avatars, not the server.
 *
 * @param way of knowing who is near
 * @param trace of the avatars
 * @param avatars there are
 * @param nodes on which they are, the server not counted
 * @param updates of a position a second
 * @param neighbours that an avatar should draw, on average
 * @param bytes of a node, median
 * @param bytesMost of the node that has most
 * @param bytesIn that a node gets, median
 * @param bytesOut that it sends, median
 * @param withHeaders bytes of a node with the headers of IP and UDP or TCP, median
 * @param mean bytes of a node, average
 * @param discovery of these, for who is there
 * @param positions of these, for where one is
 * @param directory of these, for lookups in the DHT
 * @param inside bytes of a node whose area lies inside the space where avatars are, average; 0 if there is none
 * @param perNeighbour average bytes by the neighbours
 * @param packets of a node, sent and got, average
 * @param packetsMost of the node that has most
 * @param signatures made and verified, of a node, average
 * @param cpuMicros processor time of this whole simulation for a node and second, in microseconds
 * @param serverBytes of the server
 * @param serverPackets of the server
 * @param entered avatars that came into an area by walking
 * @param enterP50 milliseconds from entering until being drawn, half of them; null if nobody entered and was drawn
 * @param enterP99 99 % of them; null as well
 * @param joined pairs of one who came into the world and one near it
 * @param joinP50 milliseconds from coming into the world until being drawn or drawing, half of them; null if there is no such pair
 * @param joinP99 99 % of them; null as well
 * @param unseen that left undrawn or were not drawn for a second, when it ended
 * @param ageP50 milliseconds that a drawn position is old, half of them; null if none was drawn
 * @param ageP99 99 % of them; null as well
 * @param drawnPercent of the neighbours that should be drawn
 * @param strayPercent of the drawn, those outside the area
 * @param cachePercent of questions that met a cache, those that it answered
 */
public record PresenceRow(
        Way way,
        TraceKind trace,
        int avatars,
        int nodes,
        int updates,
        double neighbours,
        double bytes,
        double bytesMost,
        double bytesIn,
        double bytesOut,
        double withHeaders,
        double mean,
        double discovery,
        double positions,
        double directory,
        double inside,
        double perNeighbour,
        double packets,
        double packetsMost,
        double signatures,
        double cpuMicros,
        double serverBytes,
        double serverPackets,
        long entered,
        @Nullable Double enterP50,
        @Nullable Double enterP99,
        long joined,
        @Nullable Double joinP50,
        @Nullable Double joinP99,
        long unseen,
        @Nullable Double ageP50,
        @Nullable Double ageP99,
        double drawnPercent,
        double strayPercent,
        double cachePercent) {
    /** Whether it is the game of the thesis, with several avatars on a node, which only its aim is held against. */
    public boolean isOfThesis() {
        return nodes < avatars;
    }

    /** For charts and comparisons: what is missing is no number. */
    static double orNaN(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }
}
