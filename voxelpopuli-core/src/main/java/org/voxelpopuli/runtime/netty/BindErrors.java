package org.voxelpopuli.runtime.netty;

import java.net.BindException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Netty's transports fail to bind in different ways; ours in one. */
final class BindErrors {
    private BindErrors() {}

    static BindException of(String protocol, InetSocketAddress local, Throwable cause) {
        BindException error =
                new BindException("Cannot bind " + protocol + " " + text(local) + ": " + cause.getMessage());
        error.initCause(cause);
        return error;
    }

    static BindException unresolved(String protocol, InetSocketAddress local) {
        return new BindException("Cannot bind " + protocol + " " + text(local) + ": unknown host");
    }

    static BindException group(InetSocketAddress group, String why, @Nullable Throwable cause) {
        BindException error = new BindException("Cannot join the multicast group " + text(group) + ": " + why);
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }

    private static String text(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
    }
}
