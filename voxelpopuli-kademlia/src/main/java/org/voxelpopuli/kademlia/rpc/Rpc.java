package org.voxelpopuli.kademlia.rpc;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.wire.BadValueException;
import org.voxelpopuli.kademlia.wire.RefusalCode;
import org.voxelpopuli.kademlia.wire.WireValue;
import org.voxelpopuli.protocol.Rejection;

/**
 * A remote procedure: its name, how its arguments and its result are written, the handler that serves it here, and the stub that calls
 * it elsewhere. Only what is registered at an {@link RpcEndpoint} can be called from outside: this is the documents'
 * {@code @rpc} marker (SPEC V4.2).
 *
 * @param <A> the arguments
 * @param <R> the result
 */
public abstract class Rpc<A, R> {
    private final String name;

    /** A procedure of this name, as it stands in datagrams. */
    protected Rpc(String name) {
        this.name = name;
    }

    /** The name in datagrams. */
    public final String name() {
        return name;
    }

    /** The arguments as they are sent. */
    public abstract List<WireValue> writeArguments(A arguments);

    /**
     * The arguments as they were meant.
     *
     * @throws BadValueException if they are not what this procedure takes
     */
    public abstract A readArguments(List<WireValue> arguments) throws BadValueException;

    /** The result as it is sent. */
    public abstract WireValue writeResult(R result);

    /**
     * The result as it was meant.
     *
     * @throws BadValueException if it is not what this procedure returns
     */
    public abstract R readResult(WireValue result) throws BadValueException;

    /** Why a result is a refusal, which CBOR says as such; empty if it is none. */
    protected Optional<RefusalCode> refusal(R result) {
        return Optional.empty();
    }

    /** The result that a refusal by the node that was called means; empty if that is the same as no answer. */
    protected Optional<R> refused(RefusalCode code) {
        return Optional.empty();
    }

    /** Serves a call. Runs on the endpoint's worker and must not block. The caller's id is a claim. */
    protected abstract R handle(Contact caller, A arguments);

    /** How its answers are cut to the size of a datagram; empty if they are short anyway. */
    protected Optional<ContactPages<A, R>> pages() {
        return Optional.empty();
    }

    /** Whether a call leaves something behind here, so that it is served only to who has proven to be where he says he is. */
    protected boolean leavesSomething() {
        return false;
    }

    /** Calls a node; the result, or empty if there is none in time, is told once on the endpoint's worker. */
    public final void call(RpcEndpoint endpoint, Contact node, A arguments, Consumer<Optional<R>> result) {
        endpoint.call(node, this, arguments, result);
    }

    /** Checks the number of arguments. */
    protected static void requireCount(List<WireValue> arguments, int count) throws BadValueException {
        if (arguments.size() != count) {
            throw new BadValueException(Rejection.WRONG_SHAPE, arguments.size() + " arguments, allowed are " + count);
        }
    }
}
