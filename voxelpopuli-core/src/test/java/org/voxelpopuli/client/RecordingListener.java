package org.voxelpopuli.client;

import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/** Writes down what it hears. */
final class RecordingListener implements WorldClientListener {
    final List<ChunkPos> loaded = new ArrayList<>();
    final List<ChunkPos> unloaded = new ArrayList<>();
    final List<String> blocks = new ArrayList<>();
    final List<String> players = new ArrayList<>();
    final List<ChunkPos> disconnected = new ArrayList<>();
    final List<ChunkPos> reconnected = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    int times;
    int displaced;

    @Override
    public void chunkLoaded(ChunkPos chunk) {
        loaded.add(chunk);
    }

    @Override
    public void chunkUnloaded(ChunkPos chunk) {
        unloaded.add(chunk);
    }

    @Override
    public void blockChanged(BlockPos position, int before, int after) {
        blocks.add(position + ": " + before + " -> " + after);
    }

    @Override
    public void playerAppeared(PlayerName player, Position position) {
        players.add(player + " appeared");
    }

    @Override
    public void playerMoved(PlayerName player, Position position) {
        players.add(player + " moved");
    }

    @Override
    public void playerLeft(PlayerName player) {
        players.add(player + " left");
    }

    @Override
    public void timeOfDay(double minutes) {
        times++;
    }

    @Override
    public void disconnected(ChunkPos chunk, String reason) {
        disconnected.add(chunk);
    }

    @Override
    public void reconnected(ChunkPos chunk) {
        reconnected.add(chunk);
    }

    @Override
    public void serverRefused(ChunkPos chunk, String reason) {
        refused.add(reason);
    }

    @Override
    public void displaced(String reason) {
        displaced++;
    }
}
