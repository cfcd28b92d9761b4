package org.voxelpopuli.node;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.env.Environment;

/** The web server's port is out of range, which Spring Boot tells with a stack trace alone. */
final class WebPortFailureAnalyzer implements FailureAnalyzer {
    private static final String PORT = "server.port";

    private final Environment environment;

    WebPortFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        String port = environment.getProperty(PORT, "");
        if (!port.matches("-?[0-9]{1,18}") || (Long.parseLong(port) >= -1 && Long.parseLong(port) <= 65_535)) {
            return null;
        }
        return new FailureAnalysis(
                PORT + " is '" + port + "'; allowed is 1..65535, 0 for any free port, or -1 for no web server.",
                "Change it where it is set: on the command line (--" + PORT
                        + "=...), in the application's properties, or in the environment (SERVER_PORT).",
                failure);
    }
}
