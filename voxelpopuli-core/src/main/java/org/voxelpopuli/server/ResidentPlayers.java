package org.voxelpopuli.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.protocol.ServerPacket;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.PlayerRecord;
import org.voxelpopuli.world.Position;

/**
 * The players who are registered in one chunk, and who may speak for them (SPEC V6.7, V6.8): only the connection that registered a
 * player moves or deregisters it; when another registers the same name, the newer wins and the older is told. Belongs to the chunk's
 * worker.
 */
final class ResidentPlayers {
    private static final Logger log = LoggerFactory.getLogger(ResidentPlayers.class);

    /** The clients of the chunk. */
    interface Audience {
        void tell(ChunkClient client, ServerPacket packet);

        void tellAllBut(@Nullable ChunkClient one, ServerPacket packet);
    }

    private static final Duration SAVE_EVERY = Duration.ofSeconds(5);

    private final ChunkPos chunk;
    private final Worker worker;
    private final ServerContext context;
    private final Residences residences;

    private final Audience audience;

    private final Map<PlayerName, Resident> residents = new LinkedHashMap<>();

    /** Where each stood when it was last saved. */
    private final Map<PlayerName, Position> saved = new HashMap<>();

    private long savedNanos;

    ResidentPlayers(ChunkPos chunk, ServerContext context, Residences residences, Worker worker, Audience audience) {
        this.chunk = chunk;
        this.worker = worker;
        this.context = context;
        this.residences = residences;
        this.audience = audience;
        this.savedNanos = context.environment().clock().nanos();
    }

    private record Resident(ChunkClient client, long ticket, Position position, long lastHeardNanos) {}

    /** Applies a packet; returns why it was refused, or null. */
    @Nullable
    String apply(ChunkClient client, ClientPacket packet, long now) {
        if (packet instanceof ClientPacket.RegisterPlayer register) {
            return register(client, register.player(), register.position(), now);
        }
        if (packet instanceof ClientPacket.MovePlayer move) {
            return move(client, move.player(), move.position(), now);
        }
        if (packet instanceof ClientPacket.DeregisterPlayer deregister) {
            return deregister(client, deregister.player());
        }
        throw new IllegalArgumentException("no packet of a player: " + packet);
    }

    private @Nullable String register(ChunkClient client, PlayerName player, Position position, long now) {
        if (client.player != null && !client.player.equals(player)) {
            return "this connection has registered the player " + client.player
                    + ", one for each connection is allowed";
        }
        Resident present = residents.get(player);
        if (present != null && present.client() == client) {
            return move(
                    client,
                    player,
                    new Position(
                            position.x(),
                            position.y(),
                            position.z(),
                            present.position().yaw()),
                    now);
        }
        if (present != null) {
            present.client().player = null;
            present.client().displaced(player, Residences.takenOver(player, "in this chunk"));
        }
        client.player = player;
        Residences.Registration registration = residences.register(
                player, client.session, why -> worker.execute(() -> displaced(player, client, why)));
        residents.put(player, new Resident(client, registration.ticket(), position, now));
        if (registration.entered() && client.session.isPresent()) {
            entered(player, position, client.session.getAsLong());
        }
        audience.tellAllBut(client, new ServerPacket.PlayerRegistered(player, position));
        return null;
    }

    /** A session came to this node: if another one plays elsewhere, that one ends; and from now on the network knows where this one is. */
    private void entered(PlayerName player, Position position, long session) {
        saved.put(player, position);
        var unused = context.directory()
                .findPlayer(player)
                .thenComposeAsync(
                        found -> {
                            found.ifPresent(record -> endElsewhere(record, session));
                            if (!residences.isPlayedBy(player, session)) {
                                // It left meanwhile, and was saved where it stood then.
                                return CompletableFuture.<Void>completedFuture(null);
                            }
                            Resident present = residents.get(player);
                            return context.directory()
                                    .savePlayer(here(player, present == null ? position : present.position(), session));
                        },
                        worker)
                .exceptionally(failure -> {
                    log.debug("Player {} is not known to be here: {}", player, failure.getMessage());
                    return null;
                });
    }

    private void endElsewhere(PlayerRecord record, long session) {
        if (record.session().isPresent() && record.session().getAsLong() != session) {
            ServerAddress.parse(record.server())
                    .filter(server -> !server.equals(context.replication().address()))
                    .ifPresent(server -> context.replication()
                            .displace(server, record.name(), record.session().getAsLong()));
        }
    }

    private PlayerRecord here(PlayerName player, Position position, long session) {
        return new PlayerRecord(
                player,
                position,
                OptionalLong.of(session),
                context.replication().address().toString());
    }

    /** Another session of the player registered elsewhere, later: this one only watches from now on. */
    private void displaced(PlayerName player, ChunkClient client, String why) {
        Resident present = residents.get(player);
        if (present != null && present.client() == client) {
            log.info("Player {} in chunk {} is played by another client now", player, chunk);
            residents.remove(player);
            saved.remove(player);
            client.player = null;
            client.displaced(player, why);
            client.flush();
            audience.tellAllBut(client, new ServerPacket.PlayerDeregistered(player));
        }
    }

    /** Saves, every few seconds, where those stand who have moved: a crash takes no player farther back. */
    void saveMoved(long now) {
        if (now - savedNanos < SAVE_EVERY.toNanos()) {
            return;
        }
        savedNanos = now;
        residents.forEach((player, resident) -> {
            if (!resident.position().equals(saved.put(player, resident.position()))) {
                OptionalLong session = resident.client().session;
                var unused = save(
                        session.isPresent()
                                ? here(player, resident.position(), session.getAsLong())
                                : new PlayerRecord(player, resident.position()));
            }
        });
    }

    private CompletableFuture<Void> save(PlayerRecord record) {
        return context.directory().savePlayer(record).exceptionally(failure -> {
            log.warn("Player {} could not be saved in the network: {}", record.name(), failure.getMessage());
            return null;
        });
    }

    private @Nullable String move(ChunkClient client, PlayerName player, Position position, long now) {
        Resident present = residents.get(player);
        if (present == null) {
            return player.equals(client.player)
                    ? register(client, player, position, now)
                    : "player " + player + " is not registered in this chunk, register first";
        }
        if (present.client() != client) {
            return "player " + player + " was registered by another connection";
        }
        residents.put(player, new Resident(client, present.ticket(), position, now));
        audience.tellAllBut(client, new ServerPacket.PlayerMoved(player, position));
        return null;
    }

    private @Nullable String deregister(ChunkClient client, PlayerName player) {
        Resident present = residents.get(player);
        if (present == null || present.client() != client) {
            return "player " + player + " was not registered by this connection";
        }
        client.player = null;
        var unused = remove(player, present);
        return null;
    }

    /** Any packet of a connection is a sign of life of its player. */
    void heardFrom(ChunkClient client, long now) {
        PlayerName player = client.player;
        if (player != null) {
            residents.computeIfPresent(
                    player,
                    (name, resident) -> new Resident(resident.client(), resident.ticket(), resident.position(), now));
        }
    }

    /** A connection ended: its own player leaves. */
    void leave(ChunkClient client) {
        PlayerName player = client.player;
        Resident present = player == null ? null : residents.get(player);
        if (player != null && present != null && present.client() == client) {
            var unused = remove(player, present);
        }
    }

    /** Removes the players who have sent nothing for too long. Their connections stay. */
    void removeSilent(long now) {
        long limit = context.settings().playerSilence().toNanos();
        List<PlayerName> silent = new ArrayList<>();
        residents.forEach((player, resident) -> {
            if (now - resident.lastHeardNanos() > limit) {
                silent.add(player);
            }
        });
        for (PlayerName player : silent) {
            Resident resident = residents.get(player);
            if (resident != null) {
                log.info("Player {} in chunk {} has been silent too long and is removed", player, chunk);
                var unused = remove(player, resident);
            }
        }
    }

    /** The server closes: all leave. Completes when they are saved, or could not be. */
    CompletableFuture<Void> leaveAll() {
        List<CompletableFuture<Void>> saves = new ArrayList<>();
        new LinkedHashMap<>(residents).forEach((player, resident) -> saves.add(remove(player, resident)));
        return CompletableFuture.allOf(saves.toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> remove(PlayerName player, Resident resident) {
        residents.remove(player);
        saved.remove(player);
        audience.tellAllBut(resident.client(), new ServerPacket.PlayerDeregistered(player));
        if (!residences.leave(player, resident.ticket())) {
            return CompletableFuture.completedFuture(null);
        }
        return save(new PlayerRecord(player, resident.position()));
    }

    /** Shows every resident to somebody who just came. */
    void showAllTo(Consumer<ServerPacket> newcomer) {
        residents.forEach(
                (player, resident) -> newcomer.accept(new ServerPacket.PlayerRegistered(player, resident.position())));
    }

    List<PlayerName> names() {
        return List.copyOf(residents.keySet());
    }

    List<PlayerInfo> infos(long now) {
        List<PlayerInfo> infos = new ArrayList<>();
        residents.forEach((player, resident) -> infos.add(
                new PlayerInfo(player, chunk, resident.position(), (now - resident.lastHeardNanos()) / 1_000_000)));
        return infos;
    }
}
