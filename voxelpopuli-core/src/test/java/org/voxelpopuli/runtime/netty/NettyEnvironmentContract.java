package org.voxelpopuli.runtime.netty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.NodeEnvironmentContract;

/** The contract on real sockets. */
abstract class NettyEnvironmentContract extends NodeEnvironmentContract {
    private final List<NettyEnvironment> opened;
    private final NodeEnvironment here;
    private final NodeEnvironment there;
    private final List<Socket> sockets = new ArrayList<>();

    NettyEnvironmentContract(SocketKind kind) {
        this(kind, environment -> environment);
    }

    /** @param tested what of an environment keeps the contract */
    NettyEnvironmentContract(SocketKind kind, Function<NettyEnvironment, NodeEnvironment> tested) {
        opened = List.of(new NettyEnvironment(kind, true), new NettyEnvironment(kind, true));
        here = tested.apply(opened.get(0));
        there = tested.apply(opened.get(1));
    }

    /** What {@link #here()} is, or is a part of. */
    final NettyEnvironment whole() {
        return opened.get(0);
    }

    @Override
    protected NodeEnvironment here() {
        return here;
    }

    @Override
    protected NodeEnvironment there() {
        return there;
    }

    @Override
    protected InetSocketAddress address(NodeEnvironment environment, int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    protected <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("not completed within " + TIMEOUT, e);
        }
    }

    @Override
    protected void connectStalledReader(InetSocketAddress to) {
        try {
            sockets.add(new Socket(to.getAddress(), to.getPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        here.close();
        there.close();
        opened.forEach(NettyEnvironment::close);
    }
}
