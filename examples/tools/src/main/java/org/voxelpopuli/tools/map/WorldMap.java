package org.voxelpopuli.tools.map;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.voxelpopuli.world.ChunkPos;

/**
 * What the picture shows.
 *
 * @param servers in the order of the legend; every tile's server is one of them
 * @param tiles the chunks of one layer, each position once
 * @param trails of players
 * @param terrainSeed of the world's hills, if known
 */
public record WorldMap(List<Server> servers, List<Tile> tiles, List<Trail> trails, OptionalLong terrainSeed) {
    /**
     * A node as the legend names it.
     *
     * @param name for people
     * @param address host:port of its game server
     */
    public record Server(String name, String address) {}

    /**
     * A chunk.
     *
     * @param position of the chunk
     * @param server the address of the server that serves it
     * @param edited whether somebody built here
     */
    public record Tile(ChunkPos position, String server, boolean edited) {}

    /**
     * A point on a player's way, in blocks.
     *
     * @param x east
     * @param z south
     */
    public record Point(double x, double z) {}

    /**
     * Where a player went.
     *
     * @param player the name
     * @param points in order
     */
    public record Trail(String player, List<Point> points) {}

    /** Sorts the tiles; a chunk that several servers claim (they disagree for a moment) is drawn once. */
    public WorldMap {
        Map<ChunkPos, Tile> unique = new TreeMap<>(Comparator.comparingInt(ChunkPos::z)
                .thenComparingInt(ChunkPos::x)
                .thenComparingInt(ChunkPos::y));
        tiles.forEach(tile -> unique.putIfAbsent(tile.position(), tile));
        servers = List.copyOf(servers);
        tiles = List.copyOf(new ArrayList<>(unique.values()));
        trails = List.copyOf(trails);
    }

    /** How many of the tiles a server serves. */
    public int chunksOf(Server server) {
        return (int) tiles.stream()
                .filter(tile -> tile.server().equals(server.address()))
                .count();
    }
}
