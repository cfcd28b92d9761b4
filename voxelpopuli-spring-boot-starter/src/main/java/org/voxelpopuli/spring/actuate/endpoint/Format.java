package org.voxelpopuli.spring.actuate.endpoint;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeTypeUtils;

/** How an answer is shown: {@code ?format=json}, which is the default, or {@code ?format=text}. */
final class Format {
    private Format() {}

    /**
     * How something is answered in a format.
     *
     * @param json of it
     * @param text of it, in lines
     * @return empty if there is no such format
     */
    static <T> Optional<Function<T, WebEndpointResponse<Object>>> of(
            @Nullable String format, Function<T, Object> json, Function<T, String> text) {
        if (format == null || format.equals("json")) {
            return Optional.of(shown -> Answer.ok(json.apply(shown)));
        }
        return format.equals("text")
                ? Optional.of(shown -> new WebEndpointResponse<>(text.apply(shown), MimeTypeUtils.TEXT_PLAIN))
                : Optional.empty();
    }

    static WebEndpointResponse<Object> unknown() {
        return Answer.problem(
                "this format is unknown, allowed are json and text", WebEndpointResponse.STATUS_BAD_REQUEST);
    }
}
