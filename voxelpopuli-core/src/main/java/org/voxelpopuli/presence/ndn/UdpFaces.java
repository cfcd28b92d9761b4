package org.voxelpopuli.presence.ndn;

import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.DatagramTransport;

/**
 * The faces of one UDP socket: one for each remote address, a packet in each datagram (SPEC N3). Who sends first gets a face by itself, as many as allowed; one that was
 * silent for a while gives way to a new one. All methods but {@link #open} are called on the forwarder's worker.
 */
public final class UdpFaces {
    /** Whoever was silent for so long may lose a face that it got by sending. */
    static final Duration IDLE = Duration.ofMinutes(1);

    private final Forwarder forwarder;
    private final int maxGuests;

    /** Those that were asked for, which stay. */
    private final Map<InetSocketAddress, UdpFace> residents = new HashMap<>();

    /** Those that came by themselves, whoever was silent for longest first. */
    private final LinkedHashMap<InetSocketAddress, UdpFace> guests = new LinkedHashMap<>(16, 0.75f, true);

    private final List<DatagramTransport.Socket> groups = new ArrayList<>();
    private DatagramTransport.Socket socket;
    private long turnedAway;

    private UdpFaces(Forwarder forwarder, int maxGuests) {
        this.forwarder = forwarder;
        this.maxGuests = maxGuests;
        this.socket = new ClosedSocket();
    }

    /**
     * Binds a socket, from any thread.
     *
     * @param local address; port 0 for any free one
     * @param maxGuests so many addresses that nobody asked for may have a face, 0 or more
     * @return fails as {@link DatagramTransport#bind} does
     */
    public static CompletableFuture<UdpFaces> open(Forwarder forwarder, InetSocketAddress local, int maxGuests) {
        if (maxGuests < 0) {
            throw new IllegalArgumentException("UDP guests are " + maxGuests + ", allowed is 0 or more");
        }
        UdpFaces faces = new UdpFaces(forwarder, maxGuests);
        return forwarder
                .environment()
                .datagrams()
                .bind(local, forwarder.worker(), faces::received)
                .thenApplyAsync(
                        bound -> {
                            faces.socket = bound;
                            return faces;
                        },
                        forwarder.worker());
    }

    /** Where the socket is bound. */
    public InetSocketAddress localAddress() {
        return socket.localAddress();
    }

    /** The face to a remote address, which stays until the socket is closed. */
    public Face to(InetSocketAddress remote) {
        UdpFace guest = guests.remove(remote);
        return residents.computeIfAbsent(remote, address -> guest == null ? new UdpFace(address) : guest);
    }

    /** The face to a remote address is not needed any more: it stays as one that came by itself does. Does nothing if there is none. */
    public void letGo(InetSocketAddress remote) {
        UdpFace face = residents.remove(remote);
        if (face == null) {
            return;
        }
        if (guests.size() < maxGuests || makeRoom()) {
            guests.put(remote, face);
        } else {
            forwarder.remove(face);
        }
    }

    /**
     * Joins a multicast group on the interface that is bound, so that all of the local network can be asked. Who answers does so to the asker alone; Data in a group is ignored.
     *
     * @param admits which of the Interests that arrive in the group are taken; the others are dropped at once
     * @return the face to all members; fails as {@link DatagramTransport#join} does, and if no single address is bound
     */
    public CompletableFuture<Face> join(InetSocketAddress group, Predicate<Interest> admits) {
        if (localAddress().getAddress().isAnyLocalAddress()) {
            return CompletableFuture.failedFuture(new BindException("Cannot join the multicast group " + group
                    + ": UDP is bound to all addresses, it must be bound to one of the interface that is meant"));
        }
        return forwarder
                .environment()
                .datagrams()
                .join(group, localAddress().getAddress(), forwarder.worker(), (from, payload) -> {
                    LinkPacket link = LinkPacket.decode(payload);
                    if (!from.equals(localAddress())
                            && link.packet() instanceof Interest interest
                            && admits.test(interest)) {
                        received(from, link);
                    }
                })
                .thenApplyAsync(
                        joined -> {
                            groups.add(joined);
                            return new UdpFace(group);
                        },
                        forwarder.worker());
    }

    private void received(InetSocketAddress from, byte[] payload) {
        received(from, LinkPacket.decode(payload));
    }

    private void received(InetSocketAddress from, LinkPacket packet) {
        UdpFace face = residents.get(from);
        if (face == null) {
            face = guest(from);
            if (face == null) {
                turnedAway++;
                return;
            }
        }
        face.heardAt = forwarder.environment().clock().nanos();
        forwarder.receive(face, packet);
    }

    private @Nullable UdpFace guest(InetSocketAddress from) {
        UdpFace known = guests.get(from);
        if (known != null) {
            return known;
        }
        if (guests.size() >= maxGuests && !makeRoom()) {
            return null;
        }
        UdpFace face = new UdpFace(from);
        guests.put(from, face);
        return face;
    }

    private boolean makeRoom() {
        Iterator<UdpFace> oldest = guests.values().iterator();
        if (!oldest.hasNext()) {
            return false;
        }
        UdpFace face = oldest.next();
        if (forwarder.environment().clock().nanos() - face.heardAt < IDLE.toNanos()) {
            return false;
        }
        oldest.remove();
        forwarder.remove(face);
        return true;
    }

    /** What the face to an address is called: {@code udp 192.0.2.1:6363}. */
    public static String describe(InetSocketAddress remote) {
        return "udp " + remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }

    /** Faces that there are. */
    public int size() {
        return residents.size() + guests.size();
    }

    /** Datagrams that were dropped because all faces were taken. */
    public long turnedAway() {
        return turnedAway;
    }

    /** Removes all faces. Completes when the port is free again. */
    public CompletableFuture<Void> close() {
        residents.values().forEach(forwarder::remove);
        guests.values().forEach(forwarder::remove);
        residents.clear();
        guests.clear();
        groups.forEach(each -> {
            var unused = each.close();
        });
        return socket.close();
    }

    private final class UdpFace implements Face {
        private final InetSocketAddress remote;
        private long heardAt;

        UdpFace(InetSocketAddress remote) {
            this.remote = remote;
        }

        @Override
        public void send(Interest interest) {
            socket.send(remote, interest.wire());
        }

        @Override
        public void send(Data data) {
            socket.send(remote, data.wire());
        }

        @Override
        public void send(Data data, byte[] token) {
            socket.send(remote, LinkPacket.encode(data, token));
        }

        @Override
        public boolean isLocal() {
            return false;
        }

        @Override
        public String toString() {
            return describe(remote);
        }
    }

    /** Until the socket is bound. */
    private static final class ClosedSocket implements DatagramTransport.Socket {
        @Override
        public InetSocketAddress localAddress() {
            throw new IllegalStateException("the socket is not bound");
        }

        @Override
        public void send(InetSocketAddress to, byte[] payload) {
            // Lost, as on any network.
        }

        @Override
        public CompletableFuture<Void> close() {
            return CompletableFuture.completedFuture(null);
        }
    }
}
