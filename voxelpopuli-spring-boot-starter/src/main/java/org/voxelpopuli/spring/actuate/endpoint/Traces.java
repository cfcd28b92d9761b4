package org.voxelpopuli.spring.actuate.endpoint;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.LookupTrace;

/** Lookups that operators ask for, a few at a time: each keeps a thread of the web server waiting and sends some dozens of datagrams. */
final class Traces {
    /** So many may run at once. */
    static final int AT_ONCE = 4;

    private final Semaphore places = new Semaphore(AT_ONCE);
    private final Function<NodeId, Optional<LookupTrace>> lookup;

    /** @param lookup is empty if there is no DHT; may block */
    Traces(Function<NodeId, Optional<LookupTrace>> lookup) {
        this.lookup = lookup;
    }

    /** The answer made of a lookup's trace; 404 if there is no DHT, 429 if too many run already, 503 if the lookup does not end in time. */
    WebEndpointResponse<Object> answer(NodeId key, Function<LookupTrace, WebEndpointResponse<Object>> shown) {
        if (!places.tryAcquire()) {
            return Answer.problem(
                    AT_ONCE + " lookups are being traced already, that is all that is allowed at once; ask again",
                    WebEndpointResponse.STATUS_TOO_MANY_REQUESTS);
        }
        try {
            return Answer.of(() -> lookup.apply(key).map(shown).orElseGet(Answer::noDht));
        } finally {
            places.release();
        }
    }
}
