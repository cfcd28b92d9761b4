package org.voxelpopuli.tangibles;

import java.util.Optional;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * The client's side: follows the messages of a {@link DifferenceTransmitter}, each when it comes. If it cannot follow one, or finds that its model is not
 * the shadow's, it says so once, and then ignores all until the server begins anew; meanwhile {@link #isSynchronised} is false, and the model must not be
 * shown. A long transmission comes in several messages; between them {@link #isComplete} is false, and the model is partly what it was: tangibles and
 * what they do come first, then tables. Belongs to the thread of its model.
 */
public final class DifferenceReceiver {
    /** So many transmissions are ignored before a request is repeated, as it or its answer seems to be lost. */
    static final int ASK_AGAIN_AFTER = 32;

    private final ReceiverLimits limits;
    private final Follower follower;
    private int sequence;
    private final Texts texts = new Texts();
    private boolean synchronised;
    private boolean complete;
    /** What came since a resynchronisation was asked for; -1: nothing was asked. */
    private int ignored = -1;

    /** A receiver with the default limits. */
    public DifferenceReceiver(ClientModel model) {
        this(model, ReceiverLimits.defaults());
    }

    /** A receiver that changes this model, which nobody else must do. */
    public DifferenceReceiver(ClientModel model, ReceiverLimits limits) {
        this.limits = limits;
        this.follower = Follower.ofClient(model, limits);
    }

    /** Whether all that came could be followed since the server began anew. */
    public boolean isSynchronised() {
        return synchronised;
    }

    /** Whether the model is what the server's was at the last transmission: synchronised, and no part of it is still to come. */
    public boolean isComplete() {
        return synchronised && complete;
    }

    /** How many tables this holds numbers of. */
    int numbersHeld() {
        return follower.numbersHeld();
    }

    /**
     * Follows a message.
     *
     * @param message as it left the transmitter
     * @return empty if all is well; else a request to send to the server's {@link DifferenceTransmitter#receive}
     */
    public Optional<byte[]> receive(byte[] message) {
        Optional<Refusal> refusal = take(message);
        if (refusal.isEmpty()) {
            return Optional.empty();
        }
        synchronised = false;
        ignored++;
        if (ignored % ASK_AGAIN_AFTER != 0) {
            return Optional.empty();
        }
        follower.forgetNumbers();
        return Optional.of(ResynchronisationRequest.write(sequence, refusal.get()));
    }

    private Optional<Refusal> take(byte[] message) {
        if (message.length > limits.maxBytes()) {
            return refuse(
                    Reason.TOO_LARGE, "a message has " + message.length + " bytes, allowed are " + limits.maxBytes());
        }
        if (!ByteInput.hasChecksum(message)) {
            return refuse(Reason.DAMAGED, "the checksum of " + message.length + " bytes is wrong");
        }
        try {
            ByteInput in = new ByteInput(message, texts);
            return follow(Framed.read(in), new InstructionReader(in));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return refuse(Reason.MALFORMED, String.valueOf(e.getMessage()));
        }
    }

    private Optional<Refusal> follow(Framed head, InstructionReader instructions) {
        boolean anew = head.kind() == Kind.ANEW;
        if (head.kind() == Kind.RESYNCHRONISE) {
            return refuse(Reason.MALFORMED, "a request came from the server");
        }
        if (!anew && !synchronised) {
            return refuse(Reason.OUT_OF_ORDER, "message " + head.sequence() + " came, but nothing has begun");
        }
        if (!anew && head.sequence() != Framed.next(sequence)) {
            return refuse(
                    Reason.OUT_OF_ORDER, "message " + head.sequence() + " came, expected was " + Framed.next(sequence));
        }
        if (head.kind() == Kind.ALL) {
            follower.forgetNumbers();
        }
        if (anew) {
            ignored = -1;
            texts.clear();
        }
        sequence = head.sequence();
        boolean begun = !anew;
        while (instructions.hasNext()) {
            Instruction instruction = instructions.next();
            if (instruction instanceof Instruction.Begin == begun) {
                return refuse(Reason.MALFORMED, "a message begins in its middle, or does not begin");
            }
            begun = true;
            Optional<Refusal> refusal = follower.follow(instruction);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        if (!begun) {
            return refuse(Reason.MALFORMED, "a message does not begin");
        }
        complete = !head.goesOn();
        if (complete) {
            follower.endTransmission();
        }
        synchronised = true;
        return Optional.empty();
    }

    private static Optional<Refusal> refuse(Reason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }
}
