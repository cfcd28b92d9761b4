package org.voxelpopuli.spring.actuate.endpoint;

import java.util.function.Supplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.voxelpopuli.spring.NodeView.NoAnswerException;

/** The answers that are not what was asked for. */
final class Answer {
    private Answer() {}

    /** What the node says; 503 if it says nothing in time. */
    static WebEndpointResponse<Object> of(Supplier<WebEndpointResponse<Object>> question) {
        try {
            return question.get();
        } catch (NoAnswerException e) {
            return problem(String.valueOf(e.getMessage()), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }

    static WebEndpointResponse<Object> ok(Object body) {
        return new WebEndpointResponse<>(body);
    }

    static WebEndpointResponse<Object> noDht() {
        return problem("the directory of this node is no DHT", WebEndpointResponse.STATUS_NOT_FOUND);
    }

    static WebEndpointResponse<Object> problem(String message, int status) {
        return new WebEndpointResponse<>(new Problem(message), status);
    }

    /**
     * Why there is no better answer.
     *
     * @param error for people
     */
    record Problem(String error) {}
}
