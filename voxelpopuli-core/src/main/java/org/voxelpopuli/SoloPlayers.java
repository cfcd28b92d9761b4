package org.voxelpopuli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.Directory;
import org.voxelpopuli.directory.LocalDirectory;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/** Keeps the players of a node without a network in its store, as rows {@code x y z} by name. */
final class SoloPlayers {
    private static final Logger log = LoggerFactory.getLogger(SoloPlayers.class);
    private static final String KIND = "solo-player";

    private SoloPlayers() {}

    /** Opens the directory of a node alone. */
    static CompletableFuture<Directory> open(NodeContext context) {
        return context.records()
                .all(KIND)
                .thenApply(rows -> new LocalDirectory(players(rows), player -> context.records()
                        .put(row(player, context.environment().clock().wallMillis()))));
    }

    private static StoredRecord row(PlayerRecord player, long now) {
        Position at = player.position();
        return new StoredRecord(KIND, player.name().text(), at.x() + " " + at.y() + " " + at.z(), now);
    }

    private static List<PlayerRecord> players(List<StoredRecord> rows) {
        List<PlayerRecord> players = new ArrayList<>();
        for (StoredRecord row : rows) {
            String[] at = row.value().split(" ", -1);
            try {
                players.add(new PlayerRecord(
                        new PlayerName(row.key()),
                        new Position(Double.parseDouble(at[0]), Double.parseDouble(at[1]), Double.parseDouble(at[2]))));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                log.warn("Left out an unreadable player row of the store: {}", e.getMessage());
            }
        }
        return players;
    }
}
