package org.voxelpopuli.kademlia.wire;

/** Why a request is not served. */
public enum RefusalCode {
    /** A reason without a name here; what its number means, the sender knows. */
    OTHER(0),
    /** The caller belongs to another network. */
    WRONG_NETWORK(1),
    /** The request is served only with a token; the refusal brings one. */
    TOKEN_NEEDED(2),
    /** A newer record is held. */
    TOO_OLD(3),
    /** There is no room. */
    FULL(4),
    /** The arguments are not what the procedure takes. */
    BAD_VALUE(5),
    /** Too much is being asked at the moment. */
    BUSY(6);

    private static final RefusalCode[] BY_NUMBER = values();

    private final int number;

    RefusalCode(int number) {
        this.number = number;
    }

    /** The number in datagrams. */
    public int number() {
        return number;
    }

    /** The code with a number; {@link #OTHER} if there is none. */
    public static RefusalCode of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : OTHER;
    }
}
