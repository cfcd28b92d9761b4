package org.voxelpopuli.tangibles;

/**
 * Why a client refuses a transmission, and asks for a resynchronisation if that can help.
 *
 * @param reason its kind, for counting
 * @param detail what was wrong; at most {@value #MAX_DETAIL} characters
 */
public record Refusal(Reason reason, String detail) {
    /** The longest detail. */
    public static final int MAX_DETAIL = 200;

    /** Kinds of refusals. */
    public enum Reason {
        /** The bytes are no transmission, or cut short. */
        MALFORMED(0),
        /** The checksum is wrong. */
        DAMAGED(1),
        /** Not the transmission after the last one. */
        OUT_OF_ORDER(2),
        /** More than the limits allow. */
        TOO_LARGE(3),
        /** The close tangible list is not the server's. */
        CLOSE_LIST_DIFFERS(4),
        /** The numbering of the tables is not the server's, or what stands in them. */
        NUMBERING_DIFFERS(5),
        /** A tangible that is not there, or is there already. */
        WRONG_TANGIBLE(6),
        /** A table number that was not given. */
        WRONG_TABLE(7),
        /** An instruction that makes no sense for other reasons. */
        IMPOSSIBLE(8),
        /** More than the limits allow, though all was forgotten before: no resynchronisation helps, and none is asked for. */
        LIMIT_TOO_LOW(9);

        private final int number;

        Reason(int number) {
            this.number = number;
        }

        /** The number on the wire. */
        int number() {
            return number;
        }

        /** @throws IllegalArgumentException if there is no such reason */
        static Reason of(int number) {
            for (Reason reason : values()) {
                if (reason.number == number) {
                    return reason;
                }
            }
            throw new IllegalArgumentException("a refusal for reason " + number + ", allowed is 0..9");
        }
    }

    /** Cuts a longer detail. */
    public Refusal {
        detail = detail.length() > MAX_DETAIL ? detail.substring(0, MAX_DETAIL) : detail;
    }
}
