package org.voxelpopuli.tangibles;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * The server's side of one player: compares the master with the shadow, an exact copy of the player's client model, and sends what differs. Belongs to
 * the thread of the master.
 *
 * <p>Two ways come to the same. The paper's passes look at all that is close; they do so first, and from time to time so that the client's model is
 * verified. In between the same passes look only at the tangibles that became close or left, and at what the {@link ChangeJournal} names, with the numbers
 * of the last time.
 */
public final class DifferenceTransmitter {
    private final MasterModel master;
    private final long player;
    private final TransmissionSettings settings;
    private final OwnerThread thread;
    private final Follower follower;

    private boolean anew = true;
    private boolean wantsAnew;
    private boolean givenUp;
    private int partBytes;
    private long lastResynchronisation;
    private long resynchronisations;
    private long requests;
    private long refusedRequests;
    private int sequence;
    /** What was compared, but not yet sent. */
    private final Deque<Instruction> unsent = new ArrayDeque<>();

    private final Texts texts = new Texts();
    private Numbering numbering = Numbering.ofMaster();
    private long position;
    private int sinceAll;

    /**
     * A transmitter to a client that knows nothing yet.
     *
     * @param player the id of the player's tangible, around which is transmitted
     */
    public DifferenceTransmitter(MasterModel master, long player, TransmissionSettings settings) {
        this.master = master;
        this.player = player;
        this.settings = settings;
        this.thread = master.thread();
        this.follower = Follower.ofShadow(thread);
        this.partBytes = settings.partBytes();
    }

    /** What the client's model is after all that was sent. */
    ClientModel shadow() {
        return follower.model();
    }

    /** How many tables this holds numbers of, in master and shadow. */
    int numbersHeld() {
        return numbering.size() + follower.numbersHeld();
    }

    /**
     * Compares, and lets the shadow follow: to be called once in a tick, say. A long transmission is handed out in parts, one with each call, and nothing
     * is compared until the last of them is out.
     *
     * @param nanos the time now, of a clock that never steps back
     * @return a message for the client's {@link DifferenceReceiver}, to be delivered in order; empty while the client waits for a resynchronisation that
     *     would come too soon after the last, and if it gave up
     * @throws IllegalStateException if the player's tangible is not in the master, or the master belongs to another thread
     */
    public Optional<byte[]> transmit(long nanos) {
        thread.settle();
        if (givenUp) {
            return Optional.empty();
        }
        if (wantsAnew && !resynchronise(nanos)) {
            return Optional.empty();
        }
        Kind kind = Kind.CHANGES;
        if (anew || !hasMore()) {
            boolean begins = anew;
            boolean ofAll = run();
            if (begins) {
                texts.clear();
            }
            kind = begins ? Kind.ANEW : ofAll ? Kind.ALL : Kind.CHANGES;
        }
        return Optional.of(write(kind));
    }

    /** Whether the last message was not the last part of its transmission. */
    public boolean hasMore() {
        thread.check();
        return !unsent.isEmpty();
    }

    private byte[] write(Kind kind) {
        ByteOutput content = new ByteOutput(texts);
        InstructionWriter writer = new InstructionWriter(content);
        int length = 0;
        while (hasMore() && length < partBytes - Framed.BYTES - ByteInput.CHECKSUM) {
            texts.mark();
            writer.write(unsent.element());
            if (length > 0 && content.size() > partBytes - Framed.BYTES - ByteInput.CHECKSUM) {
                // It is written into the next message, where ids and texts may look otherwise.
                texts.undo();
                content.cut(length);
                break;
            }
            unsent.remove();
            length = content.size();
        }
        ByteOutput message = new ByteOutput();
        new Framed(kind, hasMore(), sequence).write(message);
        message.writeBytes(content.toByteArray());
        sequence = Framed.next(sequence);
        return message.withChecksum();
    }

    /**
     * Takes what the client's receiver sends back: a request for a resynchronisation, which is granted with the next transmission, but not sooner after
     * the last one than the settings say; what comes meanwhile is granted with it. It tells how long the client's messages may be, too, which are so
     * from then on. If the client gave up, nothing more is sent. Nothing else can be done to a master by this way.
     *
     * @return why the client wants it, or gave up; empty if the bytes are no request, and were ignored
     * @throws IllegalStateException if the master belongs to another thread
     */
    public Optional<Refusal> receive(byte[] request) {
        thread.check();
        Optional<ResynchronisationRequest> read = ResynchronisationRequest.read(request);
        if (read.isEmpty()) {
            refusedRequests++;
            return Optional.empty();
        }
        requests++;
        Refusal refusal = read.get().refusal();
        partBytes = Math.min(settings.partBytes(), Math.max(read.get().maxBytes(), ReceiverLimits.LEAST_BYTES));
        givenUp = refusal.reason() == Reason.LIMIT_TOO_LOW;
        wantsAnew = !givenUp;
        if (givenUp) {
            anew = true;
            unsent.clear();
        }
        return Optional.of(refusal);
    }

    private boolean resynchronise(long nanos) {
        boolean soon = resynchronisations > 0
                && nanos - lastResynchronisation < settings.resynchroniseEvery().toNanos();
        if (!soon) {
            wantsAnew = false;
            anew = true;
            lastResynchronisation = nanos;
            resynchronisations++;
        }
        return !soon;
    }

    /** Whether the client said that its limits are too low for what it is told: until it asks for a resynchronisation, nothing is sent. */
    public boolean isGivenUp() {
        return givenUp;
    }

    /** How many requests came from the client; those beyond {@link #resynchronisations} came too soon or too often to be granted on their own. */
    public long requests() {
        return requests;
    }

    /** How many messages came from the client that are no requests, and were ignored. */
    public long refusedRequests() {
        return refusedRequests;
    }

    /** How often the client was resynchronised. */
    public long resynchronisations() {
        return resynchronisations;
    }

    /** Compares, and lets the shadow follow; whether all was compared. */
    private boolean run() {
        Tangible center = master.tangible(player)
                .orElseThrow(
                        () -> new IllegalStateException("the player's tangible " + player + " is not in the master"));
        boolean finished = false;
        try {
            boolean ofAll = run(center);
            finished = true;
            return ofAll;
        } finally {
            // Else shadow and client may be apart.
            anew = !finished;
        }
    }

    private boolean run(Tangible center) {
        Optional<Changes> changes = changes();
        if (changes.isEmpty()) {
            follower.forgetNumbers();
            numbering = Numbering.ofMaster();
        }
        boolean tracked = settings.verifyEvery() > 0;
        Transmission transmission =
                new Transmission(master, follower, center, settings, numbering, changes.orElse(null));
        if (anew) {
            transmission.run(
                    begin -> begin.send(new Instruction.Begin(player, settings.closeRadius(), tracked, partBytes)));
        }
        Pass.ALL.forEach(transmission::run);
        if (tracked) {
            transmission.run(new ForgetUnreachableTables());
        } else {
            numbering = Numbering.ofMaster();
        }
        follower.endTransmission();
        position = master.journal().position();
        sinceAll = changes.isEmpty() ? 0 : sinceAll + 1;
        unsent.clear();
        unsent.addAll(transmission.sent());
        return changes.isEmpty();
    }

    /** What changed since the last time; empty if all must be compared. */
    private Optional<Changes> changes() {
        return anew || sinceAll >= settings.verifyEvery()
                ? Optional.empty()
                : master.journal().since(position);
    }
}
