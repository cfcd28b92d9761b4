package org.voxelpopuli.tangibles;

import java.util.Optional;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * The client's side: follows the transmissions of a {@link DifferenceTransmitter}, each when it comes. If it cannot follow one, or finds that its model
 * is not the shadow's, it says so once, and then ignores all until the server begins anew; meanwhile {@link #isSynchronised} is false, and the model must
 * not be shown. Belongs to the thread of its model.
 */
public final class DifferenceReceiver {
    /** So many transmissions are ignored before a request is repeated, as it or its answer seems to be lost. */
    static final int ASK_AGAIN_AFTER = 32;

    private final ReceiverLimits limits;
    private final Follower follower;
    private int sequence;
    private boolean synchronised;
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

    /** Whether the model is what the server thinks it is, as far as can be known. */
    public boolean isSynchronised() {
        return synchronised;
    }

    /** How many tables this holds numbers of. */
    int numbersHeld() {
        return follower.numbersHeld();
    }

    /**
     * Follows a transmission.
     *
     * @param transmission as it left the transmitter
     * @return empty if all is well; else a request to send to the server's {@link DifferenceTransmitter#receive}
     */
    public Optional<byte[]> receive(byte[] transmission) {
        Optional<Refusal> refusal = take(transmission);
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

    private Optional<Refusal> take(byte[] transmission) {
        if (transmission.length > limits.maxBytes()) {
            return refuse(
                    Reason.TOO_LARGE,
                    "a transmission has " + transmission.length + " bytes, allowed are " + limits.maxBytes());
        }
        if (!ByteInput.hasChecksum(transmission)) {
            return refuse(Reason.DAMAGED, "the checksum of " + transmission.length + " bytes is wrong");
        }
        try {
            ByteInput in = new ByteInput(transmission);
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
            return refuse(Reason.OUT_OF_ORDER, "transmission " + head.sequence() + " came, but nothing has begun");
        }
        if (!anew && head.sequence() != Framed.next(sequence)) {
            return refuse(
                    Reason.OUT_OF_ORDER,
                    "transmission " + head.sequence() + " came, expected was " + Framed.next(sequence));
        }
        if (head.kind() == Kind.ALL) {
            follower.forgetNumbers();
        }
        if (anew) {
            ignored = -1;
        }
        sequence = head.sequence();
        boolean begun = !anew;
        while (instructions.hasNext()) {
            Instruction instruction = instructions.next();
            if (instruction instanceof Instruction.Begin == begun) {
                return refuse(Reason.MALFORMED, "a transmission begins in its middle, or does not begin");
            }
            begun = true;
            Optional<Refusal> refusal = follower.follow(instruction);
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        if (!begun) {
            return refuse(Reason.MALFORMED, "a transmission does not begin");
        }
        follower.endTransmission();
        synchronised = true;
        return Optional.empty();
    }

    private static Optional<Refusal> refuse(Reason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }
}
