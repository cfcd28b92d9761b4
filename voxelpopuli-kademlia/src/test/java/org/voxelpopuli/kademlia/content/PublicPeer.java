package org.voxelpopuli.kademlia.content;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A peer of P2Play's network, written from the words of SPEC P1 to P3 and P8 with sockets and threads, and with nothing of ours. It knows one list of peers instead of buckets, and asks one
 * after another.
 */
final class PublicPeer implements AutoCloseable {
    private static final int K = 20;
    private static final BigInteger IDS = BigInteger.ONE.shiftLeft(160);

    /** A peer that another one knows. */
    private record Known(BigInteger id, InetSocketAddress address) {}

    final BigInteger id;
    private final RandomGenerator random;
    private final DatagramSocket datagrams;
    private final ServerSocket files;
    private final Map<BigInteger, InetSocketAddress> known = new ConcurrentHashMap<>();
    private final Map<BigInteger, CompletableFuture<Map<String, Object>>> calls = new ConcurrentHashMap<>();
    /** Kad-files by key. */
    final Map<BigInteger, Map<String, Object>> storage = new ConcurrentHashMap<>();
    /** Files by what they are called. */
    final Map<String, byte[]> songs = new ConcurrentHashMap<>();

    PublicPeer(RandomGenerator random) throws IOException {
        this.random = random;
        this.id = new BigInteger(160, new java.util.Random(random.nextLong()));
        InetAddress loopback = InetAddress.getLoopbackAddress();
        ServerSocket tcp = null;
        DatagramSocket udp = null;
        while (tcp == null) {
            udp = new DatagramSocket(0, loopback);
            try {
                tcp = new ServerSocket(udp.getLocalPort(), 50, loopback);
            } catch (IOException e) {
                udp.close();
            }
        }
        datagrams = udp;
        files = tcp;
        start(this::receive);
        start(this::serve);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "public peer");
        thread.setDaemon(true);
        thread.start();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) datagrams.getLocalSocketAddress();
    }

    Set<BigInteger> known() {
        return new HashSet<>(known.keySet());
    }

    static BigInteger key(String song, String artist) {
        try {
            return new BigInteger(1, MessageDigest.getInstance("SHA-1").digest((song + "-" + artist).getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // UDP

    private void receive() {
        byte[] buffer = new byte[65_536];
        while (!datagrams.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
                datagrams.receive(packet);
                received(
                        (InetSocketAddress) packet.getSocketAddress(),
                        new String(packet.getData(), 0, packet.getLength(), UTF_8));
            } catch (IOException | RuntimeException e) {
                // The end, or nonsense; theirs logs it.
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void received(InetSocketAddress from, String text) throws IOException {
        Map<String, Object> message = (Map<String, Object>) PublicJson.read(text);
        BigInteger call = (BigInteger) message.get("id");
        if (message.get("type").equals("result")) {
            CompletableFuture<Map<String, Object>> waiting = calls.remove(call);
            if (waiting != null) {
                waiting.complete(message);
            }
            return;
        }
        List<Object> args = (List<Object>) message.get("args");
        known.put((BigInteger) args.get(0), from);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("type", "result");
        answer.put("id", call);
        answer.put("result", answer((String) message.get("method"), args));
        answer.put("error", null);
        send(from, answer);
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object answer(String method, List<Object> args) {
        return switch (method) {
            case "ping" -> id;
            case "find_node" -> closest((BigInteger) args.get(1));
            case "find_value" -> {
                Map<String, Object> held = storage.get((BigInteger) args.get(1));
                yield held != null ? held : closest((BigInteger) args.get(1));
            }
            case "store" -> {
                keep((BigInteger) args.get(1), (Map<String, Object>) args.get(2));
                yield null;
            }
            default -> throw new IllegalArgumentException(method);
        };
    }

    private List<Object> closest(BigInteger key) {
        return known.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().xor(key)))
                .limit(K)
                .<Object>map(each -> List.of(
                        each.getKey(),
                        each.getValue().getAddress().getHostAddress(),
                        BigInteger.valueOf(each.getValue().getPort())))
                .toList();
    }

    private void keep(BigInteger key, Map<String, Object> file) {
        storage.merge(key, file, (held, coming) -> isNewer(coming, held) ? coming : held);
    }

    private static boolean isNewer(Map<String, Object> file, Map<String, Object> other) {
        int order = ((BigInteger) file.get("version")).compareTo((BigInteger) other.get("version"));
        return order > 0 || (order == 0 && ((BigInteger) file.get("id")).compareTo((BigInteger) other.get("id")) > 0);
    }

    private void send(InetSocketAddress to, Map<String, Object> message) throws IOException {
        byte[] bytes = PublicJson.write(message).getBytes(UTF_8);
        datagrams.send(new DatagramPacket(bytes, bytes.length, to));
    }

    /** Empty after 2 s, or for an error. The value may be null, as a store's is. */
    private Optional<Optional<Object>> call(InetSocketAddress to, String method, Object... args) throws Exception {
        BigInteger call = new BigInteger(Long.toUnsignedString(random.nextLong()));
        List<Object> all = new ArrayList<>();
        all.add(id);
        all.addAll(List.of(args));
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("type", "request");
        request.put("id", call);
        request.put("method", method);
        request.put("args", all);
        request.put("kwargs", Map.of());
        CompletableFuture<Map<String, Object>> answer = new CompletableFuture<>();
        calls.put(call, answer);
        send(to, request);
        try {
            Map<String, Object> message = answer.get(2, TimeUnit.SECONDS);
            return message.get("error") == null
                    ? Optional.of(Optional.ofNullable(message.get("result")))
                    : Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        }
    }

    void bootstrap(InetSocketAddress at) throws Exception {
        BigInteger other = (BigInteger) call(at, "ping").orElseThrow().orElseThrow();
        known.put(other, at);
        lookup(id, "find_node", new ArrayList<>());
    }

    /** The k closest that answer; kad-files that they hold are added. */
    @SuppressWarnings("unchecked")
    private List<Known> lookup(BigInteger key, String method, List<Map<String, Object>> found) throws Exception {
        Map<BigInteger, InetSocketAddress> candidates = new LinkedHashMap<>(known);
        Set<BigInteger> asked = new HashSet<>();
        while (true) {
            List<Known> closest = candidates.entrySet().stream()
                    .filter(each -> !each.getKey().equals(id))
                    .sorted(Comparator.comparing(each -> each.getKey().xor(key)))
                    .limit(K)
                    .map(each -> new Known(each.getKey(), each.getValue()))
                    .toList();
            Optional<Known> next =
                    closest.stream().filter(each -> !asked.contains(each.id())).findFirst();
            if (next.isEmpty()) {
                return closest;
            }
            asked.add(next.get().id());
            Optional<Optional<Object>> answer = call(next.get().address(), method, key);
            if (answer.isEmpty()) {
                candidates.remove(next.get().id());
                known.remove(next.get().id());
            } else if (answer.get().orElseThrow() instanceof Map<?, ?> file) {
                found.add((Map<String, Object>) file);
            } else {
                for (Object each : (List<Object>) answer.get().orElseThrow()) {
                    List<Object> contact = (List<Object>) each;
                    candidates.putIfAbsent(
                            (BigInteger) contact.get(0),
                            new InetSocketAddress(
                                    (String) contact.get(1), ((BigInteger) contact.get(2)).intValueExact()));
                }
            }
        }
    }

    // What the shell offers

    /** Returns the version. */
    int put(String song, String artist, byte[] bytes) throws Exception {
        songs.put(song + "-" + artist, bytes);
        List<Map<String, Object>> found = found(song, artist);
        BigInteger highest = found.stream()
                .map(file -> (BigInteger) file.get("version"))
                .max(Comparator.naturalOrder())
                .orElse(BigInteger.ZERO);
        return store(song, artist, highest, List.of());
    }

    /** The newest kad-file that anybody has, or we. */
    Optional<Map<String, Object>> find(String song, String artist) throws Exception {
        return found(song, artist).stream().max((a, b) -> isNewer(a, b) ? 1 : -1);
    }

    private List<Map<String, Object>> found(String song, String artist) throws Exception {
        List<Map<String, Object>> found = new ArrayList<>();
        lookup(key(song, artist), "find_value", found);
        Optional.ofNullable(storage.get(key(song, artist))).ifPresent(found::add);
        return found;
    }

    private int store(String song, String artist, BigInteger highest, List<Object> others) throws Exception {
        List<Object> providers = new ArrayList<>(others);
        providers.add(List.of(
                id,
                List.of(
                        address().getAddress().getHostAddress(),
                        BigInteger.valueOf(address().getPort()))));
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("version", highest.add(BigInteger.ONE));
        file.put("song_name", song);
        file.put("artist_name", artist);
        file.put("providers", providers);
        file.put("id", new BigInteger(159, new java.util.Random(random.nextLong())).mod(IDS));
        BigInteger key = key(song, artist);
        keep(key, file);
        for (Known each : lookup(key, "find_node", new ArrayList<>())) {
            call(each.address(), "store", key, file);
        }
        return highest.intValueExact() + 1;
    }

    /** Returns the bytes; empty if nobody has them. */
    @SuppressWarnings("unchecked")
    Optional<byte[]> get(String song, String artist) throws Exception {
        Optional<Map<String, Object>> file = find(song, artist);
        if (file.isEmpty()) {
            return Optional.empty();
        }
        List<Object> providers = (List<Object>) file.get().get("providers");
        for (Object each : providers) {
            List<Object> at = (List<Object>) ((List<Object>) each).get(1);
            InetSocketAddress address =
                    new InetSocketAddress((String) at.get(0), ((BigInteger) at.get(1)).intValueExact());
            Optional<byte[]> bytes = fetch(address, song + "-" + artist);
            if (bytes.isPresent()) {
                songs.put(song + "-" + artist, bytes.get());
                store(song, artist, (BigInteger) file.get().get("version"), providers);
                return bytes;
            }
        }
        return Optional.empty();
    }

    // TCP

    private static Optional<byte[]> fetch(InetSocketAddress from, String songId) {
        try (Socket socket = new Socket(from.getAddress(), from.getPort())) {
            byte[] question = PublicJson.write(Map.of("song_id", songId)).getBytes(UTF_8);
            socket.getOutputStream()
                    .write(String.format("%016d", question.length).getBytes(US_ASCII));
            socket.getOutputStream().write(question);
            return Optional.of(read(new DataInputStream(socket.getInputStream())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] digits = new byte[16];
        in.readFully(digits);
        byte[] bytes = new byte[Integer.parseInt(new String(digits, US_ASCII))];
        in.readFully(bytes);
        return bytes;
    }

    private void serve() {
        while (!files.isClosed()) {
            try (Socket socket = files.accept()) {
                Map<?, ?> question = (Map<?, ?>)
                        PublicJson.read(new String(read(new DataInputStream(socket.getInputStream())), UTF_8));
                byte[] song = songs.get(question.get("song_id"));
                if (song != null) {
                    socket.getOutputStream()
                            .write(String.format("%016d", song.length).getBytes(US_ASCII));
                    socket.getOutputStream().write(song);
                }
            } catch (IOException | RuntimeException e) {
                // The end, or nonsense.
            }
        }
    }

    @Override
    public void close() throws IOException {
        datagrams.close();
        files.close();
    }
}
