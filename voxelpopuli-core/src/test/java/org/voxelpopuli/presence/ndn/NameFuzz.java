package org.voxelpopuli.presence.ndn;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Any text as a name. */
public final class NameFuzz {
    private NameFuzz() {}

    /** Called by Jazzer. Whatever is thrown is a bug. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        String text = new String(bytes, UTF_8);
        Allocation.check(() -> parse(text), 3 * text.length());
        Name name = parse(text);
        if (name != null) {
            check(name);
        }
        try {
            NameComponent component = NameComponent.parse(text);
            PacketFuzz.require(
                    NameComponent.parse(component.toString()).equals(component), "a component as text is the same");
        } catch (IllegalArgumentException e) {
            PacketFuzz.require(String.valueOf(e.getMessage()).length() > 5, "a reason in words");
        }
    }

    /** Null if it is none. */
    private static Name parse(String text) {
        try {
            return Name.parse(text);
        } catch (IllegalArgumentException e) {
            PacketFuzz.require(String.valueOf(e.getMessage()).length() > 5, "a reason in words");
            return null;
        }
    }

    /** What holds of every name. */
    public static void check(Name name) {
        PacketFuzz.require(Name.parse(name.toString()).equals(name), "a name as text is the same");
        PacketFuzz.require(name.prefix(name.size() / 2).isPrefixOf(name), "its beginning is a prefix");
        PacketFuzz.require(name.prefixes().size() == name.size() + 1, "all its prefixes");
        PacketFuzz.require(
                name.compareTo(Name.parse(name.toString())) == 0
                        && (name.size() == 0) == (name.compareTo(Name.EMPTY) == 0),
                "order");
    }
}
