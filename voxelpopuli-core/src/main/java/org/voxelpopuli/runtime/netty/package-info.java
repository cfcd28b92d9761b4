/**
 * The real {@link org.voxelpopuli.runtime.NodeEnvironment}: the machine's clocks, secure randomness, threads, files, and sockets by Netty
 * (epoll where its native library is present, else NIO).
 *
 * <p>Entry type: {@link org.voxelpopuli.runtime.netty.NettyEnvironment}. Owning threads: the event loops for sockets, each worker's
 * thread for its tasks. Imports only {@code runtime}, and alone imports {@code io.netty}.
 */
@NullMarked
package org.voxelpopuli.runtime.netty;

import org.jspecify.annotations.NullMarked;
