package org.voxelpopuli.kademlia.wire;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An argument or a result, apart from how it is written. Immutable. */
public sealed interface WireValue {
    /** Nothing. */
    WireValue NULL = new Null();

    /** True. */
    WireValue TRUE = new Bool(true);

    /** False. */
    WireValue FALSE = new Bool(false);

    /** A text of Unicode. */
    record Text(String text) implements WireValue {}

    /**
     * A number, kept as the decimal text that was sent, so that nothing of it is lost when it is passed on.
     *
     * @param literal as JSON writes numbers
     */
    record Num(String literal) implements WireValue {}

    /** True or false. */
    record Bool(boolean value) implements WireValue {}

    /** Nothing. */
    record Null() implements WireValue {}

    /** Values in order. */
    record Items(List<WireValue> items) implements WireValue {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Values by name, in the order in which they were sent. */
    record Fields(Map<String, WireValue> fields) implements WireValue {
        public Fields {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    /** A text. */
    static WireValue of(String text) {
        return new Text(text);
    }

    /** An integer. */
    static WireValue of(long number) {
        return new Num(Long.toString(number));
    }

    /** A finite number; an integral one is written without a fraction. */
    static WireValue of(double number) {
        if (!Double.isFinite(number)) {
            throw new IllegalArgumentException("number is " + number + ", allowed is a finite one");
        }
        long integral = (long) number;
        boolean exact = integral == number && Math.abs(integral) < 1L << 53 && !(number == 0 && 1 / number < 0);
        return new Num(exact ? Long.toString(integral) : Double.toString(number));
    }

    /** Values in order. */
    static WireValue items(WireValue... items) {
        return new Items(List.of(items));
    }
}
