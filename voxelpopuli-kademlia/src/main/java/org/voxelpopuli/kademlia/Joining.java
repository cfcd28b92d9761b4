package org.voxelpopuli.kademlia;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.rpc.CallEnd;
import org.voxelpopuli.kademlia.rpc.RpcOutcome;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;

/**
 * How a node gets into the network, and back into it (SPEC V2.3, V2.7). Used on the node's worker alone.
 *
 * <p>A try pings all addresses of all bootstrap hosts and all remembered contacts. The first contact that ends in the table, be it one
 * of these or a stranger who found us, is what joins us: our own id is looked up through it, and the buckets are filled. Without any contact we try again, with
 * growing pauses. Whoever has joined goes on pinging, once a minute, those bootstrap hosts that it does not know, so that two halves of a network grow together.
 */
final class Joining {
    /** So long does a try wait for names to be resolved. */
    private static final Duration RESOLVE_LIMIT = Duration.ofSeconds(2);

    /** So long does a node with bootstrap hosts generate no chunk for itself. */
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(5);

    private static final String NO_ANSWER = "no answer: it is down, out of reach, or has another secret";

    private static final Logger log = LoggerFactory.getLogger(Joining.class);

    private final NodeLoop node;
    private final List<BootstrapAddress> hosts;
    private final HostResolver resolver;
    private final RememberedContacts remembered;
    private final Map<BootstrapAddress, List<InetSocketAddress>> resolved = new HashMap<>();
    private final Set<BootstrapAddress> unresolved = new HashSet<>();
    private final Set<BootstrapAddress> ourselves = new HashSet<>();

    /** Why hosts do not help: what they said that answered, but will have nothing to do with us, or that there was no answer. */
    private final Map<BootstrapAddress, String> troubles = new HashMap<>();

    private final List<Runnable> whenBeginningOver = new ArrayList<>();
    private final CompletableFuture<Void> settled = new CompletableFuture<>();
    private boolean begun;
    private boolean beginningOver;
    private boolean joined;
    private boolean trying;
    private boolean retryScheduled;
    private int failed;

    Joining(NodeLoop node, List<BootstrapAddress> hosts, HostResolver resolver, RememberedContacts remembered) {
        this.node = node;
        this.hosts = hosts;
        this.resolver = resolver;
        this.remembered = remembered;
    }

    /** Begins to join, if that has not been done before. The task runs when this node has joined, or it is clear that it will not soon. */
    void begin(Runnable whenOver) {
        if (beginningOver) {
            whenOver.run();
            return;
        }
        whenBeginningOver.add(whenOver);
        if (!begun) {
            begun = true;
            node.worker().schedule(SETTLE_LIMIT, () -> {
                settle();
                beginningOver();
            });
            if (joined || hasNobodyToAsk()) {
                beginningOver();
            } else {
                attempt();
            }
        }
    }

    private boolean hasNobodyToAsk() {
        return hosts.isEmpty() && remembered.isEmpty();
    }

    /** Completes when this node may take it that what it does not find in the network is not there. */
    CompletableFuture<Void> settled() {
        return settled;
    }

    private void settle() {
        settled.complete(null);
    }

    private void beginningOver() {
        if (!beginningOver) {
            beginningOver = true;
            if (joined || hosts.stream().allMatch(ourselves::contains)) {
                settle();
            }
            whenBeginningOver.forEach(Runnable::run);
            whenBeginningOver.clear();
        }
    }

    // A try

    private void attempt() {
        if (trying || node.isClosed()) {
            return;
        }
        trying = true;
        Attempt attempt = new Attempt();
        for (BootstrapAddress host : hosts) {
            attempt.left++;
            addresses(host, addresses -> attempt.pingHost(host, addresses));
        }
        for (Contact contact : remembered.all()) {
            attempt.left++;
            node.pingAddress(contact.address(), answer -> attempt.one());
        }
        attempt.one();
    }

    /** The pings of one try. */
    private final class Attempt {
        private int left = 1;

        void pingHost(BootstrapAddress host, List<InetSocketAddress> addresses) {
            left += addresses.size();
            for (InetSocketAddress address : addresses) {
                node.pingAddress(address, answer -> {
                    noteAnswer(host, answer);
                    one();
                });
            }
            one();
        }

        void one() {
            if (--left == 0) {
                trying = false;
                attemptOver();
            }
        }
    }

    private void noteAnswer(BootstrapAddress host, CallEnd<NodeId> end) {
        String refusal =
                switch (end.outcome()) {
                    case WRONG_NETWORK -> "belongs to another network, and says: " + end.detail();
                    case UNPROVEN -> end.detail();
                    case REFUSED, BAD_ANSWER, WRONG_NODE -> "does not take part";
                    case ANSWERED, TIMED_OUT, NOT_SENT -> "";
                };
        if (!refusal.isEmpty()) {
            if (!refusal.equals(troubles.put(host, refusal))) {
                log.warn("The bootstrap host {} {}{}", host, refusal, network());
            }
        } else if (end.outcome() == RpcOutcome.TIMED_OUT || end.outcome() == RpcOutcome.NOT_SENT) {
            // What one of its addresses said tells more than the silence of another.
            troubles.putIfAbsent(host, NO_ANSWER);
        } else if (end.outcome() == RpcOutcome.ANSWERED) {
            troubles.remove(host);
            if (end.answerer().filter(node.own()::equals).isPresent() && ourselves.add(host)) {
                log.info("The bootstrap host {} is this node itself, or has a copy of its key", host);
            }
        }
    }

    private String network() {
        return node.network().isEmpty() ? "" : "; this node is of network '" + node.network() + "'";
    }

    private void attemptOver() {
        if (joined || node.isClosed()) {
            return;
        }
        failed++;
        if (failed == 1 && !hosts.isEmpty()) {
            log.info("No answer yet: {}", text());
        }
        // Who does not answer at once may be as busy as we are, or just starting.
        if (!troubles.containsValue(NO_ANSWER) && unresolved.isEmpty()) {
            beginningOver();
        }
        retryAfter(
                hosts.stream().allMatch(ourselves::contains) && remembered.isEmpty()
                        ? Duration.ofSeconds(60)
                        : RetrySchedule.pauseAfter(failed));
    }

    private void retryAfter(Duration pause) {
        if (!retryScheduled && !hasNobodyToAsk()) {
            retryScheduled = true;
            node.worker().schedule(pause, () -> {
                retryScheduled = false;
                if (!joined) {
                    attempt();
                }
            });
        }
    }

    // Names

    /** Receives the addresses of a host. */
    private interface Addresses {
        void accept(List<InetSocketAddress> addresses);
    }

    private void addresses(BootstrapAddress host, Addresses then) {
        InetAddress literal = literal(host.host());
        if (literal != null) {
            then.accept(List.of(new InetSocketAddress(literal, host.port())));
            return;
        }
        boolean[] told = {false};
        Runnable tell = () -> {
            if (!told[0]) {
                told[0] = true;
                then.accept(resolved.getOrDefault(host, List.of()));
            }
        };
        var unused = resolve(host)
                .whenCompleteAsync(
                        (found, error) -> {
                            noteResolved(host, found);
                            tell.run();
                        },
                        node.worker());
        node.worker().schedule(RESOLVE_LIMIT, tell);
    }

    /** Resolvers are written by others: what they throw is as good as no address. */
    private CompletableFuture<List<InetAddress>> resolve(BootstrapAddress host) {
        try {
            return resolver.resolve(host.host());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void noteResolved(BootstrapAddress host, @Nullable List<InetAddress> found) {
        if (found != null && !found.isEmpty()) {
            unresolved.remove(host);
            resolved.put(
                    host,
                    found.stream()
                            .limit(16)
                            .map(address -> new InetSocketAddress(address, host.port()))
                            .toList());
        } else if (unresolved.add(host)) {
            log.warn("The bootstrap host {} has no address now; its name is tried again", host);
        }
    }

    static @Nullable InetAddress literal(String host) {
        try {
            return WireReader.address(WireValue.of(host), "host");
        } catch (BadValueException e) {
            return null;
        }
    }

    // Contacts come and go

    void contactAdded() {
        if (!joined) {
            joined = true;
            failed = 0;
            node.refresh().join(this::settle, () -> {
                log.info("Joined a network; nodes known: {}", node.table().size());
                begun = true;
                beginningOver();
            });
        }
    }

    void contactRemoved() {
        if (joined && node.knowsNobody()) {
            joined = false;
            log.warn("All nodes that we knew are silent: {}", text());
            retryAfter(RetrySchedule.pauseAfter(1));
        }
    }

    /** Called once a minute. */
    void maintain() {
        if (joined) {
            for (BootstrapAddress host : hosts) {
                if (!ourselves.contains(host)) {
                    addresses(host, addresses -> addresses.stream()
                            .filter(address -> !node.knows(address))
                            .forEach(address -> node.pingAddress(address, answer -> noteAnswer(host, answer))));
                }
            }
        }
    }

    boolean isJoined() {
        return joined;
    }

    private String why(BootstrapAddress host) {
        if (unresolved.contains(host)) {
            return " (name not found)";
        }
        String trouble = troubles.get(host);
        return trouble == null ? "" : " (" + trouble + ")";
    }

    /** How it goes, for an operator. */
    String text() {
        if (joined) {
            return "joined";
        }
        String others = hosts.stream()
                .filter(host -> !ourselves.contains(host))
                .map(host -> host + why(host))
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            return "alone, still trying " + others;
        }
        String why = ourselves.isEmpty() ? "" : ", the bootstrap host is this node itself, or has a copy of its key";
        return remembered.isEmpty()
                ? "alone, waiting for others" + why
                : "alone, still trying nodes known before" + why;
    }
}
