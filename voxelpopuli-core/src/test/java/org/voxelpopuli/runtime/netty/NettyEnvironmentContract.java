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
import org.junit.jupiter.api.AfterEach;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.NodeEnvironmentContract;

/** The contract on real sockets. */
abstract class NettyEnvironmentContract extends NodeEnvironmentContract {
    private final NettyEnvironment here;
    private final NettyEnvironment there;
    private final List<Socket> sockets = new ArrayList<>();

    NettyEnvironmentContract(SocketKind kind) {
        here = new NettyEnvironment(kind, true);
        there = new NettyEnvironment(kind, true);
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
    }
}
