package org.voxelpopuli.kademlia;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.DatagramTransport;
import org.voxelpopuli.simulation.Simulation;

/** A peer that is nothing but a socket and texts. */
public final class RawPeer {
    private static final Pattern REQUEST =
            Pattern.compile("\\{\"id\":(\\d+),\"node\":\"[0-9a-f]{40}\",\"call\":true,\"rpc\":\"(\\w+)\",\"args\":.*");

    private final Simulation simulation;
    private final InetSocketAddress to;
    private final DatagramTransport.Socket socket;
    private final List<String> received = new ArrayList<>();
    private final NodeId id;
    private UnaryOperator<String> results = rpc -> null;

    /** A peer on a host of its own that talks to an address. */
    public RawPeer(Simulation simulation, String name, InetSocketAddress to) {
        this.simulation = simulation;
        this.to = to;
        this.id = NodeId.sha1Of(name);
        var host = simulation.newHost(name);
        socket = simulation.await(
                host.datagrams()
                        .bind(
                                host.socketAddress(5000),
                                host.worker("raw"),
                                (from, payload) -> receive(from, new String(payload, UTF_8))),
                Duration.ofSeconds(1));
    }

    public NodeId id() {
        return id;
    }

    public InetSocketAddress address() {
        return socket.localAddress();
    }

    /** What is returned for a procedure, as JSON; null for no answer. */
    public void answer(UnaryOperator<String> byName) {
        results = byName;
    }

    private void receive(InetSocketAddress from, String text) {
        received.add(text);
        Matcher request = REQUEST.matcher(text);
        if (request.matches()) {
            String result = results.apply(request.group(2));
            if (result != null) {
                socket.send(
                        from, reply(request.group(1), request.group(2), result).getBytes(UTF_8));
            }
        }
    }

    public String reply(String callId, String rpc, String result) {
        return "{\"id\":" + callId + ",\"node\":\"" + id + "\",\"call\":false,\"rpc\":\"" + rpc + "\",\"ret\":" + result
                + "}";
    }

    public String request(long callId, String rpc, String args) {
        return "{\"id\":" + callId + ",\"node\":\"" + id + "\",\"call\":true,\"rpc\":\"" + rpc + "\",\"args\":" + args
                + "}";
    }

    public void send(byte[] datagram) {
        socket.send(to, datagram);
    }

    public void send(String text) {
        send(text.getBytes(UTF_8));
    }

    /** Sends, waits, and gives the replies that came meanwhile. */
    public List<String> exchange(String text) {
        received.clear();
        send(text);
        simulation.run(Duration.ofMillis(300));
        return received.stream()
                .filter(reply -> reply.contains("\"call\":false"))
                .toList();
    }

    /** Answers as a peer that knows nobody and holds nothing. */
    public void answerHonestly() {
        answer(rpc -> switch (rpc) {
            case "PING" -> "\"" + id + "\"";
            case "FIND_NODE" -> "[]";
            case "FIND_CHUNK", "FIND_PLAYER", "FIND_VALUE" -> "{\"nodes\":[]}";
            default -> "true";
        });
    }

    public List<String> received() {
        return received;
    }
}
