package org.voxelpopuli.client;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.Worker;

/** Turns host names into addresses, away from the client's worker, since a name server may take its time. Used by one worker. */
final class HostResolver {
    private static final String BYTE = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");

    private final NodeEnvironment environment;
    private final String name;
    private @Nullable Worker worker;

    HostResolver(NodeEnvironment environment, String name) {
        this.environment = environment;
        this.name = name;
    }

    /** Completes at once for a literal address, else on a worker of the resolver's own. */
    CompletableFuture<InetSocketAddress> resolve(ServerAddress address) {
        if (address.host().indexOf(':') >= 0 || IPV4.matcher(address.host()).matches()) {
            return look(address);
        }
        if (worker == null) {
            worker = environment.worker(name);
        }
        return CompletableFuture.completedFuture(address).thenComposeAsync(HostResolver::look, worker);
    }

    private static CompletableFuture<InetSocketAddress> look(ServerAddress address) {
        try {
            return CompletableFuture.completedFuture(address.toSocketAddress());
        } catch (UnknownHostException e) {
            return CompletableFuture.failedFuture(new HandshakeException(
                    HandshakeException.Kind.UNREACHABLE, address + " cannot be resolved: check the name"));
        }
    }

    void close() {
        if (worker != null) {
            worker.close();
        }
    }
}
