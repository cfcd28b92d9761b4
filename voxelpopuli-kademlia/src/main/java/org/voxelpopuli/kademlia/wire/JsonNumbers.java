package org.voxelpopuli.kademlia.wire;

/** The grammar of numbers in JSON, RFC 8259 section 6. */
final class JsonNumbers {
    private JsonNumbers() {}

    /** Whether a text is one number, with nothing around it. */
    static boolean isNumber(String text) {
        int i = text.startsWith("-") ? 1 : 0;
        int whole = digitsEnd(text, i);
        if (whole == i || (whole > i + 1 && text.charAt(i) == '0')) {
            return false;
        }
        i = whole;
        if (i < text.length() && text.charAt(i) == '.') {
            int end = digitsEnd(text, i + 1);
            if (end == i + 1) {
                return false;
            }
            i = end;
        }
        if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
            i++;
            if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
                i++;
            }
            int end = digitsEnd(text, i);
            if (end == i) {
                return false;
            }
            i = end;
        }
        return i == text.length();
    }

    private static int digitsEnd(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i;
    }
}
