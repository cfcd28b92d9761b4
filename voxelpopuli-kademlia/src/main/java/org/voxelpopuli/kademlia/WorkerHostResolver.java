package org.voxelpopuli.kademlia;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.runtime.Worker;

/** Asks the operating system, on a worker of its own, since that may block for many seconds. */
final class WorkerHostResolver implements HostResolver {
    private final Worker worker;

    WorkerHostResolver(Worker worker) {
        this.worker = worker;
    }

    @Override
    public CompletableFuture<List<InetAddress>> resolve(String host) {
        CompletableFuture<List<InetAddress>> addresses = new CompletableFuture<>();
        worker.execute(() -> {
            try {
                addresses.complete(List.of(InetAddress.getAllByName(host)));
            } catch (UnknownHostException | RuntimeException e) {
                addresses.completeExceptionally(e);
            }
        });
        return addresses;
    }
}
