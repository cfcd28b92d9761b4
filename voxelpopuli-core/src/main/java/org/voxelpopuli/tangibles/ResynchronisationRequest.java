package org.voxelpopuli.tangibles;

import java.util.Optional;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/** What a client sends when it cannot follow: the number of the transmission that it got last, and why. */
final class ResynchronisationRequest {
    /** More than the longest request has, whatever its detail is. */
    private static final int MAX_BYTES = 1_024;

    private ResynchronisationRequest() {}

    static byte[] write(int sequence, Refusal refusal) {
        ByteOutput out = new ByteOutput();
        new Framed(Kind.RESYNCHRONISE, false, sequence).write(out);
        out.write(refusal.reason().number());
        out.text(refusal.detail());
        return out.withChecksum();
    }

    /** Why; empty if the bytes are no request. */
    static Optional<Refusal> read(byte[] bytes) {
        if (bytes.length > MAX_BYTES || !ByteInput.hasChecksum(bytes)) {
            return Optional.empty();
        }
        try {
            ByteInput in = new ByteInput(bytes);
            Framed head = Framed.read(in);
            Reason reason = Reason.of(in.octet());
            Refusal refusal = new Refusal(reason, in.text());
            return head.kind() == Kind.RESYNCHRONISE && !in.hasMore() ? Optional.of(refusal) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
