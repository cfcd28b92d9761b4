package org.voxelpopuli.runtime.netty;

class NioEnvironmentTest extends NettyEnvironmentContract {
    NioEnvironmentTest() {
        super(SocketKind.NIO);
    }
}
