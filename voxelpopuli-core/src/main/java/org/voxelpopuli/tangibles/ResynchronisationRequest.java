package org.voxelpopuli.tangibles;

import java.util.Optional;
import org.voxelpopuli.tangibles.Framed.Kind;
import org.voxelpopuli.tangibles.Refusal.Reason;

/**
 * What a client sends when it cannot follow.
 *
 * @param sequence the number of the message that it got last
 * @param refusal why
 * @param maxBytes the longest message that it takes
 */
record ResynchronisationRequest(int sequence, Refusal refusal, int maxBytes) {
    /** More than the longest request has, whatever its detail is. */
    private static final int MAX_BYTES = 1_024;

    byte[] write() {
        ByteOutput out = new ByteOutput();
        new Framed(Kind.RESYNCHRONISE, false, sequence).write(out);
        out.write(refusal.reason().number());
        out.text(refusal.detail());
        out.varint(maxBytes);
        return out.withChecksum();
    }

    /** Empty if the bytes are no request. */
    static Optional<ResynchronisationRequest> read(byte[] bytes) {
        if (bytes.length > MAX_BYTES || !ByteInput.hasChecksum(bytes)) {
            return Optional.empty();
        }
        try {
            ByteInput in = new ByteInput(bytes);
            Framed head = Framed.read(in);
            Reason reason = Reason.of(in.octet());
            Refusal refusal = new Refusal(reason, in.text());
            int maxBytes = in.number(Integer.MAX_VALUE);
            return head.kind() == Kind.RESYNCHRONISE && !in.hasMore()
                    ? Optional.of(new ResynchronisationRequest(head.sequence(), refusal, maxBytes))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
