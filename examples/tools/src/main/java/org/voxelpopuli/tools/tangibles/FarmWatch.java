package org.voxelpopuli.tools.tangibles;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport.Connection;
import org.voxelpopuli.runtime.StreamTransport.Listener;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** A farm on a server and a client that follows it over a socket of loopback, in one process. */
public final class FarmWatch {
    private FarmWatch() {}

    /**
     * Shows what the client sees, again and again.
     *
     * @param frames how often
     * @param between waits for the next time; false ends it
     * @param screen takes the lines of each time
     */
    public static void watch(
            long seed, int sheep, int frames, Predicate<Duration> between, Consumer<List<String>> screen) {
        try (NodeEnvironment environment = NettyEnvironment.create()) {
            Listener listener =
                    new FarmServer(environment, new Farm(seed, sheep)).start().join();
            FarmClient client = new FarmClient(environment);
            Connection connection = client.connect(listener.localAddress()).join();
            for (int frame = 0; frame < frames && between.test(Duration.ofMillis(500)); frame++) {
                FarmClient.View view = client.view(connection).join();
                List<String> lines = new ArrayList<>();
                lines.add(view.messages() + " transmissions, " + view.bytes() + " bytes, the largest " + view.largest()
                        + (view.synchronised() ? "" : ", not synchronised"));
                lines.addAll(view.lines());
                screen.accept(lines);
            }
        }
    }
}
