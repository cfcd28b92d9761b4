package org.voxelpopuli.kademlia.wire;

/** Why a request is not served. */
public enum RefusalCode {
    /** A reason without a name here; what its number means, the sender knows. */
    OTHER(0, "the request is not served"),
    /** The caller belongs to another network. */
    WRONG_NETWORK(1, "you belong to another network"),
    /** The request is served only with a token; the refusal brings one. */
    TOKEN_NEEDED(2, "send it again with this token"),
    /** A newer record is held. */
    TOO_OLD(3, "a newer record is held"),
    /** There is no room. */
    FULL(4, "there is no room"),
    /** The arguments are not what the procedure takes. */
    BAD_VALUE(5, "the arguments are not what the procedure takes"),
    /** Too much is being asked at the moment. */
    BUSY(6, "too much is being asked at the moment"),
    /** What is held under the key belongs to another. */
    NOT_OWNER(7, "what is held under the key belongs to another writer");

    private static final RefusalCode[] BY_NUMBER = values();

    private final int number;
    private final String meaning;

    RefusalCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    /** The number in datagrams. */
    public int number() {
        return number;
    }

    /** In words, for people. */
    public String meaning() {
        return meaning;
    }

    /** The code with a number; {@link #OTHER} if there is none. */
    public static RefusalCode of(int number) {
        return number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : OTHER;
    }
}
