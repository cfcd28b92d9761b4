package org.voxelpopuli.spring.autoconfigure;

import java.net.BindException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.voxelpopuli.VoxelNode;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.directory.KademliaDirectory;
import org.voxelpopuli.presence.MulticastRoutes;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.presence.Routes;
import org.voxelpopuli.runtime.NodeEnvironment;

/** Starts presence when its bean is asked for, beside a node that runs, and stops it before the node. */
final class PresenceLifecycle implements SmartLifecycle, DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(PresenceLifecycle.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final VoxelNode node;
    private final NodeEnvironment environment;
    private final NodeIdentity identity;
    private final InetSocketAddress local;
    private final boolean multicast;
    private final PresenceSettings settings;
    private @Nullable Presence presence;
    private boolean stopped;

    /**
     * Presence that has not begun.
     *
     * @param local where it listens; port 0 for any free one
     * @param multicast whether all of the local network is asked as well
     */
    PresenceLifecycle(
            VoxelNode node,
            NodeEnvironment environment,
            NodeIdentity identity,
            InetSocketAddress local,
            boolean multicast,
            PresenceSettings settings) {
        this.node = node;
        this.environment = environment;
        this.identity = identity;
        this.local = local;
        this.multicast = multicast;
        this.settings = settings;
    }

    /**
     * Starts it and waits until its port is bound.
     *
     * @throws NodeStartException if it cannot be bound
     * @throws InvalidPropertyException if the node keeps no routes, others could not reach it, or the local network cannot be asked
     */
    synchronized Presence open() {
        if (!(node.directory() instanceof KademliaDirectory directory)) {
            throw Property.PRESENCE_ENABLED.invalid(
                    true,
                    "the directory of this node is no DHT, in which presence finds where names lead; define a bean of type Presence",
                    null);
        }
        if (multicast) {
            requireOneAddress();
        }
        InetAddress advertised = advertised();
        try {
            Presence started = Presence.start(
                            environment,
                            identity,
                            local,
                            bound -> routes(directory, new InetSocketAddress(advertised, bound.getPort())),
                            settings)
                    .join();
            presence = started;
            log.info(
                    "Presence listens on UDP {}; instance '{}'; others reach it at {}{}",
                    started.localAddress().getPort(),
                    settings.instance(),
                    advertised.getHostAddress(),
                    multicast ? "; it asks in the multicast group " + MulticastRoutes.NDN_GROUP : "");
            return started;
        } catch (CompletionException e) {
            if (multicast && e.getCause() instanceof BindException failure && isOfGroup(failure)) {
                throw Property.PRESENCE_MULTICAST.invalid(true, String.valueOf(failure.getMessage()), failure);
            }
            throw new NodeStartException(
                    Property.PRESENCE_PORT, local.getPort(), e.getCause() == null ? e : e.getCause());
        }
    }

    private Routes routes(KademliaDirectory directory, InetSocketAddress advertised) {
        Routes routes = directory.routes().at(advertised);
        return multicast ? MulticastRoutes.beside(routes) : routes;
    }

    private void requireOneAddress() {
        InetAddress address = local.getAddress();
        if (!(address instanceof Inet4Address) || address.isAnyLocalAddress()) {
            throw Property.PRESENCE_MULTICAST.invalid(
                    true,
                    Property.HOST.key() + " is " + local.getHostString()
                            + ", and a group is asked through one IPv4 address: set it to the one that this machine has on the network that is meant",
                    null);
        }
    }

    /** Java has no other form for it than words. */
    private static boolean isOfGroup(BindException failure) {
        return String.valueOf(failure.getMessage()).contains("multicast group");
    }

    /** Under which the others reach this node: routes hold addresses, not names. */
    private InetAddress advertised() {
        String host = node.address().host();
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw Property.ADVERTISE.invalid(
                    host, "presence announces an address, and this name does not resolve to one", e);
        }
    }

    @Override
    public void start() {
        // The bean is open already.
    }

    @Override
    public synchronized void stop() {
        Presence running = presence;
        if (running != null && !stopped) {
            stopped = true;
            CompletableFuture<Void> ended = running.stop()
                    .orTimeout(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .exceptionally(failure -> {
                        log.warn("Presence did not stop within {} s", STOP_LIMIT.toSeconds());
                        return null;
                    });
            ended.join();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return presence != null && !stopped;
    }

    /** Also when the context could not be started after it was. */
    @Override
    public void destroy() {
        stop();
    }
}
