package org.voxelpopuli.node;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Tells the person who started the node where its web pages are. */
final class WhereToLook implements ApplicationListener<ApplicationReadyEvent> {
    private static final Logger log = LoggerFactory.getLogger(ReferenceNode.class);

    private final Environment environment;

    WhereToLook(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        String port = environment.getProperty("local.server.port");
        if (port != null) {
            String host = environment.getProperty("server.address", "127.0.0.1");
            log.info(
                    "Look inside at http://{}:{}/actuator/health, or chunks, replication, dht, players,{} metrics, info in its place; Ctrl-C stops the node",
                    host.contains(":") ? "[" + host + "]" : host,
                    port,
                    environment.getProperty("voxelpopuli.presence.enabled", Boolean.class, false) ? " presence," : "");
        }
    }
}
