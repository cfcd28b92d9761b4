package org.voxelpopuli.tangibles;

import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.Consumer;
import org.voxelpopuli.tangibles.Framed.Kind;

/** Sends a receiver what it likes, well numbered and with right checksums and hashes; and knows what the receiver makes of it. */
final class HostileServer {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    final ClientModel client = new ClientModel();
    final DifferenceReceiver receiver;
    /** Its own copy, for the hashes. */
    private Follower shadow = Follower.ofShadow(new OwnerThread("a copy"));

    private int sequence;
    private ByteOutput content = new ByteOutput();
    private InstructionWriter writer = new InstructionWriter(content);
    private Kind kind = Kind.ANEW;
    private long bytes;
    private long cost;

    HostileServer(ReceiverLimits limits) {
        receiver = new DifferenceReceiver(client, limits);
        begin();
    }

    /** A new beginning, of a player at the origin. */
    HostileServer begin() {
        kind = Kind.ANEW;
        content = new ByteOutput();
        writer = new InstructionWriter(content);
        shadow = Follower.ofShadow(new OwnerThread("a copy"));
        return add(new Instruction.Begin(1, 32, true, 64)).add(create(1, 0));
    }

    static Instruction create(long id, double x) {
        return Instruction.CreateTangible.like(new Tangible(new MasterModel(), id, "", AnimationQueue.at(x, 0, 0)));
    }

    /** Adds to the message. */
    HostileServer add(Instruction instruction) {
        writer.write(instruction);
        if (!(instruction instanceof Instruction.CheckCloseList || instruction instanceof Instruction.CheckNumbering)) {
            shadow.follow(instruction);
        }
        return this;
    }

    HostileServer addCloseList() {
        return add(new Instruction.CheckCloseList(shadow.makeCloseList()));
    }

    HostileServer addNumbering() {
        return add(new Instruction.CheckNumbering(shadow.numberEntered()));
    }

    /** Bytes that may be no instruction at all. */
    HostileServer write(Consumer<ByteOutput> bytesOf) {
        bytesOf.accept(content);
        return this;
    }

    /** Sends the message; why it was refused. */
    Optional<Refusal> send(boolean goesOn) {
        ByteOutput message = new ByteOutput();
        new Framed(kind, goesOn, sequence).write(message);
        message.writeBytes(content.toByteArray());
        byte[] sent = message.withChecksum();
        bytes += sent.length;
        sequence = Framed.next(sequence);
        kind = Kind.CHANGES;
        content = new ByteOutput();
        writer = new InstructionWriter(content);
        if (!goesOn) {
            shadow.endTransmission();
        }
        long before = allocated();
        Optional<byte[]> answer = receiver.receive(sent);
        cost += allocated() - before;
        return answer.flatMap(ResynchronisationRequest::read).map(ResynchronisationRequest::refusal);
    }

    /** How many bytes were sent. */
    long bytes() {
        return bytes;
    }

    /** What the receiver allocated for them. */
    long cost() {
        return cost;
    }

    /** What this thread has allocated until now, which is what work there was, too: nothing is looked at without a list or an iterator. */
    static long allocated() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }
}
