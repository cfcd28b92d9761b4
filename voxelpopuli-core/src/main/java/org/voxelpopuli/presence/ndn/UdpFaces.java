package org.voxelpopuli.presence.ndn;

import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.runtime.TimeShare;

/**
 * The faces of one UDP socket: one for each remote address, a packet in each datagram (SPEC N3). Who sends first gets a face by itself, as many as allowed; one that was
 * silent for a while gives way to a new one. What is sent as another's address has no worse effect than this: as long as an address has not given back a token that only it was sent, it gets little more
 * than three times what came from there, and all such addresses together a part of the worker's time. All methods but {@link #open} and {@link #localAddress} are called on the forwarder's worker.
 */
public final class UdpFaces {
    /** Whoever was silent for so long may lose a face that it got by sending. */
    static final Duration IDLE = Duration.ofMinutes(1);

    /** What the network adds to each datagram, about. */
    private static final int HEADERS = 28;

    /** So many bytes may be sent for each that came from an address that has not proven itself. */
    private static final int MOST_FOR_EACH = 3;

    /** So many bytes a second, and at once, all such addresses get beside that, so that who comes new is not kept waiting for the proof. */
    private static final int GIFTS_PER_SECOND = 1 << 16;

    private static final int GIFTS_AT_ONCE = 1 << 18;

    /** Of these so many a machine gets, whatever its ports: enough for an answer and some questions, by which it can prove itself. */
    private static final int GIFTS_OF_ONE_PER_SECOND = 1 << 6;

    private static final int GIFTS_OF_ONE_AT_ONCE = 1 << 11;

    /** So many machines are remembered that got some, the latest. */
    private static final int MAX_GIVEN = 1 << 13;

    /** Whoever has one address of IPv6 has all that begin with so many bytes of it. */
    private static final int BYTES_OF_NETWORK = 8;

    /** Whoever was found, and not heard, is asked so many bytes a second. */
    private static final int QUESTIONS_PER_SECOND = 1 << 13;

    /** All addresses that have not proven themselves get so much of the worker's time, and each other one so much, in percent. */
    private static final int STRANGERS_TIME = 20;

    private static final int TIME_OF_ONE = 75;

    private static final int TOKEN_BYTES = 8;

    /** Of so many questions one goes with the token at last, and more of the first ones: in an envelope, which not everybody reads. */
    private static final int QUESTIONS_PER_TOKEN = 64;

    private final Forwarder forwarder;
    private final int maxGuests;
    private final TimeShare strangers;
    private final ByteRate gifts;

    /** What machines may still get of them, by address. */
    private final LinkedHashMap<ByteBuffer, ByteRate> giftsOfOne = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ByteBuffer, ByteRate> eldest) {
            return size() > MAX_GIVEN;
        }
    };

    /** Those that were asked for, which stay. */
    private final Map<InetSocketAddress, UdpFace> residents = new HashMap<>();

    /** Those that came by themselves, whoever was silent for longest first. */
    private final LinkedHashMap<InetSocketAddress, UdpFace> guests = new LinkedHashMap<>(16, 0.75f, true);

    private final List<DatagramTransport.Socket> groups = new ArrayList<>();
    private DatagramTransport.Socket socket;
    private long turnedAway;
    private long withheld;

    private UdpFaces(Forwarder forwarder, int maxGuests) {
        this.forwarder = forwarder;
        this.maxGuests = maxGuests;
        this.socket = new ClosedSocket();
        strangers = new TimeShare(STRANGERS_TIME, now());
        gifts = new ByteRate(GIFTS_PER_SECOND, GIFTS_AT_ONCE, now());
    }

    private long now() {
        return forwarder.environment().clock().nanos();
    }

    /**
     * Binds a socket, from any thread.
     *
     * @param local address; port 0 for any free one
     * @param maxGuests so many addresses that nobody asked for may have a face, 0 or more
     * @return fails as {@link DatagramTransport#bind} does
     * @throws IllegalArgumentException if the number of guests is negative
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
        UdpFace face = residents.computeIfAbsent(remote, address -> guest == null ? new UdpFace(address) : guest);
        face.resident = true;
        return face;
    }

    /** The face to a remote address is not needed any more: it stays as one that came by itself does. Does nothing if there is none. */
    public void letGo(InetSocketAddress remote) {
        UdpFace face = residents.remove(remote);
        if (face == null) {
            return;
        }
        face.resident = false;
        if (guests.size() < maxGuests || makeRoom()) {
            guests.put(remote, face);
        } else {
            forwarder.remove(face);
        }
    }

    /** Why nobody would hear what is sent to a group from an address; empty if that may be heard. */
    static String whyNoGroup(InetAddress local, InetAddress group) {
        boolean isIpv6 = local instanceof Inet6Address;
        if (local.isAnyLocalAddress()) {
            return "UDP is bound to all addresses, it must be bound to one of the interface that is meant";
        }
        if (isIpv6 != (group instanceof Inet6Address)) {
            return "UDP is bound to " + local.getHostAddress() + ", one is of IPv4 and the other of IPv6";
        }
        if (isIpv6 && local.isLoopbackAddress()) {
            return "UDP is bound to ::1, where no group of IPv6 reaches anybody; bind it to 127.0.0.1 and take a"
                    + " group of IPv4, or to an address of the local network";
        }
        return "";
    }

    /**
     * Joins a multicast group on the interface that is bound, so that all of the local network can be asked. Who answers does so to the asker alone; Data in a group is ignored.
     *
     * @param admits which of the Interests that arrive in the group are taken; the others are dropped at once
     * @return the face to all members; fails as {@link DatagramTransport#join} does, and if no single address is bound
     */
    public CompletableFuture<Face> join(InetSocketAddress group, Predicate<Interest> admits) {
        String reason = whyNoGroup(localAddress().getAddress(), group.getAddress());
        if (!reason.isEmpty()) {
            return CompletableFuture.failedFuture(
                    new BindException("Cannot join the multicast group " + group + ": " + reason));
        }
        return forwarder
                .environment()
                .datagrams()
                .join(group, localAddress().getAddress(), forwarder.worker(), (from, payload) -> {
                    LinkPacket link = LinkPacket.decode(payload);
                    if (!from.equals(localAddress())
                            && link.packet() instanceof Interest interest
                            && admits.test(interest)) {
                        UdpFace face = faceOf(from);
                        if (face != null) {
                            face.heard(link, payload.length, now());
                        }
                    }
                })
                .thenApplyAsync(
                        joined -> {
                            groups.add(joined);
                            return new GroupFace(group);
                        },
                        forwarder.worker());
    }

    private void received(InetSocketAddress from, byte[] payload) {
        UdpFace face = faceOf(from);
        if (face != null) {
            face.heard(payload);
        }
    }

    /** Null, and counted, if there is no room for whoever comes new. */
    private @Nullable UdpFace faceOf(InetSocketAddress from) {
        UdpFace face = residents.get(from);
        if (face == null) {
            face = guest(from);
            turnedAway += face == null ? 1 : 0;
        }
        return face;
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

    private boolean takesGift(InetAddress machine, int bytes) {
        byte[] address = machine.getAddress();
        ByteBuffer key = ByteBuffer.wrap(address, 0, Math.min(address.length, BYTES_OF_NETWORK));
        ByteRate one = giftsOfOne.computeIfAbsent(
                key, each -> new ByteRate(GIFTS_OF_ONE_PER_SECOND, GIFTS_OF_ONE_AT_ONCE, now()));
        return one.takes(bytes, now()) && gifts.takes(bytes, now());
    }

    /** What the face to an address is called: {@code udp 192.0.2.1:6363}. */
    public static String describe(InetSocketAddress remote) {
        return "udp " + remote.getAddress().getHostAddress() + ":" + remote.getPort();
    }

    /** Faces that there are. */
    public int size() {
        return residents.size() + guests.size();
    }

    /** Datagrams that were dropped because all faces were taken, or those who sent them had their share of the time. */
    public long turnedAway() {
        return turnedAway;
    }

    /** Packets that were not sent, since nobody has proven that the address has asked for them. */
    public long withheld() {
        return withheld;
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

    /** All members of a group, none of whom answers as the group. */
    private final class GroupFace implements Face {
        private final InetSocketAddress group;

        GroupFace(InetSocketAddress group) {
            this.group = group;
        }

        @Override
        public void send(Interest interest) {
            socket.send(group, interest.wire());
        }

        @Override
        public void send(Data data) {
            // Nobody in the group has asked as the group.
        }

        @Override
        public boolean isLocal() {
            return false;
        }

        @Override
        public boolean asksMany() {
            return true;
        }

        @Override
        public boolean isProven() {
            return false;
        }

        @Override
        public String toString() {
            return describe(group);
        }
    }

    private final class UdpFace implements Face {
        private final InetSocketAddress remote;
        private long heardAt;

        /** Whether it was asked for here. */
        private boolean resident;

        /** What an answer has to bring back from there; null when one has. */
        private byte @Nullable [] token;

        private int questionsSent;

        /** Bytes that may be sent before that. */
        private int credit;

        private final ByteRate questions = new ByteRate(QUESTIONS_PER_SECOND, QUESTIONS_PER_SECOND, now());
        private final TimeShare time = new TimeShare(TIME_OF_ONE, now());

        UdpFace(InetSocketAddress remote) {
            this.remote = remote;
            byte[] random = new byte[TOKEN_BYTES];
            forwarder.environment().random().nextBytes(random);
            token = random;
        }

        void heard(byte[] payload) {
            long now = now();
            if (token == null && !time.allows(now)) {
                // Not even read: of a flood most is dropped, and that must cost next to nothing.
                heardAt = now;
                turnedAway++;
            } else {
                heard(LinkPacket.decode(payload), payload.length, now);
            }
        }

        void heard(LinkPacket packet, int bytes, long before) {
            heardAt = before;
            if (token != null) {
                credit = Math.min(GIFTS_AT_ONCE, credit + MOST_FOR_EACH * (bytes + HEADERS));
                if (packet.packet() instanceof Data && Arrays.equals(token, packet.token())) {
                    token = null;
                }
            }
            TimeShare share = token == null ? time : strangers;
            if (share.allows(before)) {
                forwarder.receive(this, packet);
                share.spend(now() - before);
            } else {
                turnedAway++;
            }
        }

        private void send(byte[] packet, boolean question) {
            int bytes = packet.length + HEADERS;
            if (token == null) {
                socket.send(remote, packet);
            } else if (credit >= bytes) {
                credit -= bytes;
                socket.send(remote, packet);
            } else if ((resident && question) ? questions.takes(bytes, now()) : takesGift(remote.getAddress(), bytes)) {
                socket.send(remote, packet);
            } else {
                withheld++;
            }
        }

        @Override
        public void send(Interest interest) {
            byte[] proof = token;
            int number = proof == null ? 0 : questionsSent++;
            boolean isTokensTurn = Integer.bitCount(number) == 1 || number % QUESTIONS_PER_TOKEN == 0;
            if (proof != null && number > 0 && isTokensTurn) {
                send(LinkPacket.encode(interest, proof), true);
            } else {
                send(interest.wire(), true);
            }
        }

        @Override
        public void send(Data data) {
            send(data.wire(), false);
        }

        @Override
        public void send(Data data, byte[] given) {
            send(LinkPacket.encode(data, given), false);
        }

        @Override
        public boolean isProven() {
            return token == null;
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
