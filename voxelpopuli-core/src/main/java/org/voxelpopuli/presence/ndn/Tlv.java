package org.voxelpopuli.presence.ndn;

/** The TLV-TYPE numbers of NDN packet format 0.3 and of NDNLPv2 that we read or write (named-data.net, NDN Packet Format
 * Specification, "TLV-TYPE number assignments"). */
final class Tlv {
    static final int INTEREST = 0x05;
    static final int DATA = 0x06;
    static final int NAME = 0x07;

    static final int CAN_BE_PREFIX = 0x21;
    static final int MUST_BE_FRESH = 0x12;
    static final int FORWARDING_HINT = 0x1E;
    static final int NONCE = 0x0A;
    static final int INTEREST_LIFETIME = 0x0C;
    static final int HOP_LIMIT = 0x22;
    static final int APPLICATION_PARAMETERS = 0x24;
    static final int INTEREST_SIGNATURE_INFO = 0x2C;
    static final int INTEREST_SIGNATURE_VALUE = 0x2E;

    static final int META_INFO = 0x14;
    static final int CONTENT = 0x15;
    static final int SIGNATURE_INFO = 0x16;
    static final int SIGNATURE_VALUE = 0x17;
    static final int CONTENT_TYPE = 0x18;
    static final int FRESHNESS_PERIOD = 0x19;
    static final int FINAL_BLOCK_ID = 0x1A;
    static final int SIGNATURE_TYPE = 0x1B;
    static final int KEY_LOCATOR = 0x1C;
    static final int KEY_DIGEST = 0x1D;

    static final int LINK_PACKET = 0x64;
    static final int FRAGMENT = 0x50;
    static final int SEQUENCE = 0x51;
    static final int FRAGMENT_INDEX = 0x52;
    static final int FRAGMENT_COUNT = 0x53;
    static final int PIT_TOKEN = 0x62;
    static final int NACK = 0x0320;

    private Tlv() {}

    /** Whether a reader that does not know the type has to refuse the packet; else it skips the element. */
    static boolean isCritical(int type) {
        return type <= 31 || (type & 1) == 1;
    }

    /** Whether a link header that is not known may be passed over. */
    static boolean mayBeIgnoredOnLink(int type) {
        return type >= 800 && type <= 959 && (type & 3) == 0;
    }
}
