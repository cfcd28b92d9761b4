package org.voxelpopuli.tangibles;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * The client's side: follows the messages of a {@link DifferenceTransmitter}, each when it comes. If it cannot follow one, or finds that its model is not
 * the shadow's, it says so once, and then ignores all until the server begins anew; meanwhile {@link #isSynchronised} is false, and the model must not be
 * shown. A long transmission comes in several messages; between them {@link #isComplete} is false, and the model is partly what it was: tangibles and
 * what they do come first, then tables. Belongs to the thread of its model.
 *
 * <p>What a message can cost is bounded by its length, and one look at all that the limits allow, whoever sent it; what it can make this hold, by its
 * length and the limits.
 */
public final class DifferenceReceiver {
    /** So many transmissions are ignored before a request is repeated, as it or its answer seems to be lost. */
    static final int ASK_AGAIN_AFTER = 32;

    private final ReceiverLimits limits;
    private final OwnerThread thread;
    private final Follower follower;
    private int sequence;
    private final Texts texts = new Texts();
    private boolean synchronised;
    private boolean complete;
    /** Whether all that the model holds came in the transmission that is coming. */
    private boolean afresh;

    private @Nullable Refusal failure;
    /** What came since a resynchronisation was asked for; -1: nothing was asked. */
    private int ignored = -1;

    /** A receiver with the default limits. */
    public DifferenceReceiver(ClientModel model) {
        this(model, ReceiverLimits.defaults());
    }

    /** A receiver that changes this model, which nobody else must do. */
    public DifferenceReceiver(ClientModel model, ReceiverLimits limits) {
        this.limits = limits;
        this.thread = model.thread();
        this.follower = Follower.ofClient(model, limits);
    }

    /** Whether all that came could be followed since the server began anew. */
    public boolean isSynchronised() {
        thread.check();
        return synchronised;
    }

    /** Whether the model is what the server's was at the last transmission: synchronised, and no part of it is still to come. */
    public boolean isComplete() {
        thread.check();
        return synchronised && complete;
    }

    /**
     * Why this gave up: what the server has to tell is more than the {@link ReceiverLimits} allow, and will be so after each resynchronisation, so that none
     * is asked for. Higher limits, or a server that has less to tell, and a new connection are what helps. Empty while there is hope; and again if the
     * server begins anew of itself.
     */
    public Optional<Refusal> failure() {
        thread.check();
        return Optional.ofNullable(failure);
    }

    /** What a message that comes now may refer to. */
    Texts copyOfTexts() {
        return texts.copy();
    }

    /** How many entries this holds; never too few. */
    long entriesHeld() {
        return follower.entriesHeld();
    }

    /** How many tables this holds numbers of. */
    int numbersHeld() {
        return follower.numbersHeld();
    }

    /**
     * Follows a message.
     *
     * @param message as it left the transmitter
     * @return empty if all is well; else bytes to send to the server's {@link DifferenceTransmitter#receive}: a request, or that this gave up
     * @throws IllegalStateException if the model belongs to another thread
     */
    public Optional<byte[]> receive(byte[] message) {
        thread.settle();
        Optional<Refusal> refusal = take(message);
        if (refusal.isEmpty()) {
            return Optional.empty();
        }
        synchronised = false;
        ignored++;
        if (ignored % ASK_AGAIN_AFTER != 0 || (failure != null && ignored > 0)) {
            return Optional.empty();
        }
        follower.forgetNumbers();
        if (refusal.get().reason() == Reason.LIMIT_TOO_LOW) {
            failure = refusal.get();
        }
        return Optional.of(new ResynchronisationRequest(sequence, refusal.get(), limits.maxBytes()).write());
    }

    private Optional<Refusal> take(byte[] message) {
        if (!ByteInput.hasChecksum(message)) {
            return refuse(Reason.DAMAGED, "the checksum of " + message.length + " bytes is wrong");
        }
        try {
            ByteInput in = new ByteInput(message, texts);
            Framed head = Framed.read(in);
            return message.length > limits.maxBytes()
                    ? refuseLength(head, message.length)
                    : follow(head, new InstructionReader(in));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return refuse(Reason.MALFORMED, String.valueOf(e.getMessage()));
        }
    }

    /** After a beginning that was taken, parts are no longer than allowed; what is, is a single instruction, and will be as long the next time. */
    private Optional<Refusal> refuseLength(Framed head, int length) {
        boolean isSingle = synchronised && head.kind() != Kind.ANEW;
        return isSingle
                ? refuse(
                        Reason.LIMIT_TOO_LOW,
                        "an instruction has " + length + " bytes, allowed by maxBytes are " + limits.maxBytes())
                : refuse(
                        Reason.TOO_LARGE,
                        "a message has " + length + " bytes, allowed by maxBytes are " + limits.maxBytes());
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
            failure = null;
            afresh = true;
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
            Optional<Refusal> refusal = follow(instruction);
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
            afresh = false;
        }
        synchronised = true;
        return Optional.empty();
    }

    private Optional<Refusal> follow(Instruction instruction) {
        if (instruction instanceof Instruction.Begin begin && begin.partBytes() > limits.maxBytes()) {
            return refuse(
                    Reason.TOO_LARGE,
                    "messages will have " + begin.partBytes() + " bytes, allowed by maxBytes are " + limits.maxBytes());
        }
        return follower.follow(instruction)
                .map(refusal -> afresh && refusal.reason() == Reason.TOO_LARGE
                        ? new Refusal(Reason.LIMIT_TOO_LOW, refusal.detail())
                        : refusal);
    }

    private static Optional<Refusal> refuse(Reason reason, String detail) {
        return Optional.of(new Refusal(reason, detail));
    }
}
