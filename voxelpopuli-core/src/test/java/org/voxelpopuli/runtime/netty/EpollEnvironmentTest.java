package org.voxelpopuli.runtime.netty;

import io.netty.channel.epoll.Epoll;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf("available")
class EpollEnvironmentTest extends NettyEnvironmentContract {
    EpollEnvironmentTest() {
        super(SocketKind.EPOLL);
    }

    static boolean available() {
        return Epoll.isAvailable();
    }
}
