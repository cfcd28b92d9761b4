package org.voxelpopuli.spring.autoconfigure;

import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.FileStorage;
import org.voxelpopuli.runtime.NodeClock;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.StreamTransport;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** The real environment, which remembers which workers and UDP ports somebody wanted. */
final class RecordingEnvironment implements NodeEnvironment {
    final List<String> workers = new CopyOnWriteArrayList<>();
    final List<InetSocketAddress> bound = new CopyOnWriteArrayList<>();
    private final NodeEnvironment real = NettyEnvironment.createDaemon();
    private volatile boolean refusesGroups;

    /** From now on, as on a machine that does no multicast. */
    void refuseGroups() {
        refusesGroups = true;
    }

    @Override
    public Worker worker(String name) {
        workers.add(name);
        return real.worker(name);
    }

    @Override
    public DatagramTransport datagrams() {
        return new DatagramTransport() {
            @Override
            public CompletableFuture<Socket> bind(InetSocketAddress local, Worker owner, Handler handler) {
                bound.add(local);
                return real.datagrams().bind(local, owner, handler);
            }

            @Override
            public CompletableFuture<Socket> join(
                    InetSocketAddress group, InetAddress interfaceAddress, Worker owner, Handler handler) {
                if (refusesGroups) {
                    return CompletableFuture.failedFuture(
                            new BindException("Cannot join the multicast group 224.0.23.170:56363: no"));
                }
                bound.add(group);
                return real.datagrams().join(group, interfaceAddress, owner, handler);
            }
        };
    }

    @Override
    public NodeClock clock() {
        return real.clock();
    }

    @Override
    public RandomGenerator random() {
        return real.random();
    }

    @Override
    public NodeIdentity newIdentity(int puzzleBits) {
        return real.newIdentity(puzzleBits);
    }

    @Override
    public StreamTransport streams() {
        return real.streams();
    }

    @Override
    public FileStorage files() {
        return real.files();
    }

    @Override
    public void close() {
        real.close();
    }
}
