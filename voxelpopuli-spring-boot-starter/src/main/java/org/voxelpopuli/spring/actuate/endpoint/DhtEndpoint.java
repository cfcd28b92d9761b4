package org.voxelpopuli.spring.actuate.endpoint;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.voxelpopuli.spring.NodeView;

/** {@code /actuator/dht}: a {@link org.voxelpopuli.kademlia.KademliaStatus}. */
@WebEndpoint(id = "dht", defaultAccess = Access.READ_ONLY)
public final class DhtEndpoint {
    private final NodeView view;

    /** An endpoint that shows that node. */
    public DhtEndpoint(NodeView view) {
        this.view = view;
    }

    /** 200 with the status; 404 if the node's directory is no DHT; 503 if the node does not answer in time. */
    @ReadOperation
    public WebEndpointResponse<Object> dht() {
        return Answer.of(() -> view.dht()
                .map(Answer::ok)
                .orElseGet(() ->
                        Answer.problem("the directory of this node is no DHT", WebEndpointResponse.STATUS_NOT_FOUND)));
    }
}
