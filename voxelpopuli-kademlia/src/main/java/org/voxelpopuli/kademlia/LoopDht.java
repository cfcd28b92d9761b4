package org.voxelpopuli.kademlia;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.lookup.Cancellable;
import org.voxelpopuli.kademlia.lookup.LookupTrace;
import org.voxelpopuli.kademlia.records.RecordService;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.WireReader;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/** What a node does for its users, each time within a limit, if there is one. Thread-safe. */
final class LoopDht implements Dht {
    private final Calls calls;
    private final NodeLoop loop;
    private final RecordService values;
    private final Optional<Duration> limit;

    LoopDht(Calls calls, NodeLoop loop, RecordService values, Optional<Duration> limit) {
        this.calls = calls;
        this.loop = loop;
        this.values = values;
        this.limit = limit;
    }

    Dht within(Duration other) {
        return new LoopDht(calls, loop, values, Optional.of(other));
    }

    private <T> CompletableFuture<T> call(String what, Function<CompletableFuture<T>, Cancellable> task) {
        return calls.call(what, limit, result -> {
            loop.requireStarted();
            return task.apply(result);
        });
    }

    @Override
    public CompletableFuture<List<Contact>> lookup(NodeId key) {
        return call(
                "the lookup of " + key,
                result -> loop.lookup(key, found -> calls.finish(result, found.closest(), null)));
    }

    @Override
    public CompletableFuture<LookupTrace> trace(NodeId key) {
        return call("the lookup of " + key, result -> loop.trace(key, trace -> calls.finish(result, trace, null)));
    }

    @Override
    public CompletableFuture<Integer> store(NodeId key, String text) {
        return store(key, text, Integer.MAX_VALUE);
    }

    @Override
    public CompletableFuture<Integer> store(NodeId key, String text, int enough) {
        WireValue value = WireValue.of(text);
        try {
            checkValue(value);
        } catch (BadValueException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        if (enough < 1) {
            throw new IllegalArgumentException("enough nodes are " + enough + ", allowed are 1 or more");
        }
        return call(
                "storing under " + key,
                result -> values.put(key, value, false, enough, stored -> {
                    @Nullable KeyTakenException taken = stored.isTaken() ? new KeyTakenException(key, stored) : null;
                    calls.finish(result, stored.kept(), taken);
                }));
    }

    static void checkValue(WireValue value) throws BadValueException {
        String text = WireReader.text(value, "a value", Integer.MAX_VALUE);
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > KademliaNode.MAX_VALUE_BYTES) {
            throw new BadValueException(
                    Rejection.TOO_LARGE,
                    "a value has " + bytes + " bytes in UTF-8, allowed are " + KademliaNode.MAX_VALUE_BYTES);
        }
    }

    @Override
    public CompletableFuture<Optional<String>> find(NodeId key) {
        return call(
                "the search for " + key,
                result -> values.find(
                        key,
                        false,
                        found -> calls.finish(
                                result,
                                found.stream().findFirst().map(value -> ((WireValue.Text) value).text()),
                                null)));
    }
}
