package org.voxelpopuli.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.protocol.ClientPacket;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * The client's own player in the world: resident in one chunk at a time (SPEC V6.6). Changing over, it registers in the new chunk
 * first and only then deregisters from the old; until the new one's connection is open it stays in the old. Owned by the
 * client's worker.
 */
final class Avatar {
    /** As often does a player who stands still say so (SPEC V7.1). */
    static final Duration REPEAT = Duration.ofSeconds(3);

    /** A tick of the server: more moves would not be seen. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(50);

    /** Who was silent for longer than this may have been removed for it. */
    private static final Duration SURELY_ALIVE = Duration.ofSeconds(8);

    private final PlayerName name;
    private final ChunkLoader loader;
    private Position position;
    private final Residence residence;
    private @Nullable ChunkPos registeredIn;
    private @Nullable Position sent;
    private long sentAt;
    private boolean displaced;

    Avatar(PlayerName name, ChunkLoader loader, Position start) {
        this.name = name;
        this.loader = loader;
        this.position = start;
        this.residence = new Residence(start);
    }

    void start() {
        loader.follow(residence.chunk());
    }

    /** The chunk whose server hears of the player, or null. */
    @Nullable
    ChunkPos registeredIn() {
        return registeredIn;
    }

    Position position() {
        return position;
    }

    void moveTo(Position next, long now) {
        position = next;
        if (residence.moved(next)) {
            loader.follow(residence.chunk());
        }
        update(now);
    }

    /** Does what is due. To be called after each change, and several times a second. */
    void update(long now) {
        if (displaced) {
            return;
        }
        ChunkPos home = residence.chunk();
        ChunkSlot next = loader.slot(home);
        if (!home.equals(registeredIn) && next != null && next.isOpen()) {
            register(next, now);
        }
        ChunkSlot here = registeredIn == null ? null : loader.slot(registeredIn);
        if (here == null || !here.isOpen()) {
            return;
        }
        long pause = now - sentAt;
        boolean moved = !position.equals(sent);
        if (moved ? pause >= LEAST_PAUSE.toNanos() : pause >= REPEAT.toNanos()) {
            send(here, new ClientPacket.MovePlayer(name, position));
            sent = position;
            sentAt = now;
        }
    }

    private void register(ChunkSlot next, long now) {
        ChunkPos old = registeredIn;
        send(next, new ClientPacket.RegisterPlayer(name, position));
        registeredIn = next.chunk;
        // REGISTER carries no yaw: a player who looks elsewhere than to 0 moves as well.
        sent = new Position(position.x(), position.y(), position.z());
        sentAt = now;
        ChunkSlot left = old == null ? null : loader.slot(old);
        if (left != null) {
            send(left, new ClientPacket.DeregisterPlayer(name));
        }
        loader.pin(registeredIn);
    }

    private static void send(ChunkSlot slot, ClientPacket packet) {
        if (slot.link != null && slot.isOpen()) {
            slot.link.send(packet);
        }
    }

    /** The connection of a chunk is lost, and with it what was registered over it. */
    void lost(ChunkPos chunk) {
        if (chunk.equals(registeredIn)) {
            registeredIn = null;
            loader.pin(null);
        }
    }

    /**
     * A server says that our player left this chunk; it registers again.
     *
     * @return whether that was not for its silence, so that a server of the seed's dialect means that another session took it over
     */
    boolean deregistered(ChunkPos chunk, long now) {
        if (!chunk.equals(registeredIn)) {
            return false;
        }
        lost(chunk);
        return now - sentAt < SURELY_ALIVE.toNanos();
    }

    /** Another session plays the player: it is not registered any more. */
    void displaced() {
        displaced = true;
        registeredIn = null;
        loader.pin(null);
    }

    /** Leaves the world. */
    void leave() {
        ChunkSlot here = registeredIn == null ? null : loader.slot(registeredIn);
        if (here != null) {
            // The server saves the position that it heard last.
            if (!position.equals(sent)) {
                send(here, new ClientPacket.MovePlayer(name, position));
            }
            send(here, new ClientPacket.DeregisterPlayer(name));
        }
        registeredIn = null;
        displaced = true;
    }
}
