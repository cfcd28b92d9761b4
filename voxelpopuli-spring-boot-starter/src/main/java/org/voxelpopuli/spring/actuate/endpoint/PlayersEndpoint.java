package org.voxelpopuli.spring.actuate.endpoint;

import java.util.List;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.server.PlayerInfo;
import org.voxelpopuli.spring.NodeView;
import org.voxelpopuli.world.Position;

/** {@code /actuator/players}: who is registered on this node. */
@WebEndpoint(id = "players", defaultAccess = Access.READ_ONLY)
public final class PlayersEndpoint {
    private final NodeView view;

    /** An endpoint that shows that node. */
    public PlayersEndpoint(NodeView view) {
        this.view = view;
    }

    /** 200 with {@link Players}; 503 if the node does not answer in time. */
    @ReadOperation
    public WebEndpointResponse<Object> players() {
        return Answer.of(() ->
                Answer.ok(new Players(view.players().stream().map(Player::of).toList())));
    }

    /**
     * Who is registered.
     *
     * @param players sorted by name
     */
    public record Players(List<Player> players) {}

    /**
     * A {@link PlayerInfo} as text and numbers.
     *
     * @param name of the player
     * @param chunk where the player is registered, {@code x,y,z}
     * @param position where the player stands, in blocks
     * @param silentMillis since the player's last packet
     */
    public record Player(String name, String chunk, Position position, long silentMillis) {
        static Player of(PlayerInfo info) {
            return new Player(info.name().text(), info.chunk().toString(), info.position(), info.silentMillis());
        }
    }
}
