package org.voxelpopuli.server;

import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.world.PlayerName;

/**
 * Which registration of each player is the latest on this node. A player who walks registers in the new chunk before leaving the old
 * one; the old chunk's save must then not count (SPEC V6.7). A registration by another session ends the one before. Thread-safe, since the
 * chunks live on several workers.
 */
final class Residences {
    private final AtomicLong counter = new AtomicLong();
    private final ConcurrentMap<PlayerName, Residence> latest = new ConcurrentHashMap<>();

    /**
     * A registration.
     *
     * @param session of the client, if it draws one
     * @param end ends it, since another session took its place; told who, in words
     */
    private record Residence(long ticket, OptionalLong session, Consumer<String> end) {
        boolean isOfAnotherThan(OptionalLong other) {
            return session.isPresent() && other.isPresent() && !session.equals(other);
        }
    }

    /**
     * A player registered somewhere on this node.
     *
     * @param ended called, on any thread, if another session takes the player over, with words that say so
     * @return the ticket of this registration
     */
    Registration register(PlayerName player, OptionalLong session, Consumer<String> ended) {
        Residence residence = new Residence(counter.incrementAndGet(), session, ended);
        Residence before = latest.put(player, residence);
        if (before != null && before.isOfAnotherThan(session)) {
            before.end().accept(takenOver(player, "at this server"));
        }
        boolean entered = before == null || !before.session().equals(session);
        return new Registration(residence.ticket(), entered);
    }

    /**
     * What became of it.
     *
     * @param ticket of this registration
     * @param entered whether this session was not registered on this node before
     */
    record Registration(long ticket, boolean entered) {}

    /** The registration ended. True if no later one is known, so that its last position counts. */
    boolean leave(PlayerName player, long ticket) {
        Residence residence = latest.get(player);
        return residence != null && residence.ticket() == ticket && latest.remove(player, residence);
    }

    /** Whether this session of a player is registered on this node. */
    boolean isPlayedBy(PlayerName player, long session) {
        Residence residence = latest.get(player);
        return residence != null && residence.session().equals(OptionalLong.of(session));
    }

    static String takenOver(PlayerName player, String where) {
        return "player " + player + " is played by a newer session, " + where;
    }

    /** Another node has a newer session of a player: if this session is registered here, it ends. */
    void displace(PlayerName player, long session, ServerAddress by) {
        Residence residence = latest.get(player);
        if (residence != null && residence.session().equals(OptionalLong.of(session))) {
            residence.end().accept(takenOver(player, "at " + by));
        }
    }
}
