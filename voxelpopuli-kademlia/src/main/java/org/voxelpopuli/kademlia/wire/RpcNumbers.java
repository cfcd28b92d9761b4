package org.voxelpopuli.kademlia.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Short numbers for the names of procedures that are sent often. A name that has none is sent as text, so a new procedure needs none. */
final class RpcNumbers {
    /** By number. To be appended to, never changed. */
    static final List<String> NAMES = List.of(
            "PING",
            "FIND_NODE",
            "STORE",
            "FIND_VALUE",
            "STORE_CHUNK",
            "FIND_CHUNK",
            "STORE_PLAYER",
            "FIND_PLAYER",
            "STORE_FILE",
            "FIND_FILE",
            "STORE_ROUTE",
            "FIND_ROUTE");

    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    static {
        NAMES.forEach(name -> NUMBERS.put(name, NUMBERS.size()));
    }

    private RpcNumbers() {}

    static @Nullable Integer number(String name) {
        return NUMBERS.get(name);
    }
}
