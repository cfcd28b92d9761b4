package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.List;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.PlayerName;

/** One avatar on a host of its own. */
class SimulatedPlayer {
    static final Duration LIMIT = Duration.ofSeconds(10);

    final SimulatedHost host;
    final Presence presence;
    final Avatar avatar;

    SimulatedPlayer(
            Simulation simulation,
            SimulatedRoutes routes,
            PresenceSettings settings,
            String name,
            Point position,
            PresenceListener listener) {
        host = simulation.newHost(name);
        presence = simulation.await(
                Presence.start(
                        host, host.newIdentity(0), host.socketAddress(6363), bound -> routes.of(host, bound), settings),
                LIMIT);
        avatar = simulation.await(presence.join(new PlayerName(name), position, listener), LIMIT);
    }

    List<String> sees() {
        return avatar.neighbours().stream()
                .map(each -> each.name().name().text())
                .toList();
    }

    boolean sees(SimulatedPlayer other) {
        return avatar.neighbours().stream().anyMatch(each -> each.name().equals(other.avatar.name()));
    }
}
