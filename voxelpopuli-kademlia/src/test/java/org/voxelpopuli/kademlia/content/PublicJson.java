package org.voxelpopuli.kademlia.content;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** As much of JSON as {@link PublicPeer} needs: maps, lists, texts, whole numbers, null. Written with spaces and escapes, as Python does it. */
final class PublicJson {
    private final String text;
    private int at;

    private PublicJson(String text) {
        this.text = text;
    }

    static @Nullable Object read(String text) {
        PublicJson json = new PublicJson(text);
        Object value = json.value();
        json.skip();
        if (json.at != text.length()) {
            throw new IllegalArgumentException("something follows");
        }
        return value;
    }

    static String write(@Nullable Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(each -> write(each.getKey()) + ": " + write(each.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(PublicJson::write).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof String string) {
            return string.chars()
                    .mapToObj(c -> c == '"' || c == '\\'
                            ? "\\" + (char) c
                            : c < ' ' || c > '~' ? String.format("\\u%04x", c) : String.valueOf((char) c))
                    .collect(Collectors.joining("", "\"", "\""));
        }
        return String.valueOf(value);
    }

    private void skip() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean take(String word) {
        skip();
        boolean there = text.startsWith(word, at);
        at += there ? word.length() : 0;
        return there;
    }

    private void require(String word) {
        if (!take(word)) {
            throw new IllegalArgumentException("no " + word + " at " + at + " of " + text);
        }
    }

    private @Nullable Object value() {
        if (take("{")) {
            return fields();
        }
        if (take("[")) {
            return items();
        }
        if (take("null")) {
            return null;
        }
        if (take("\"")) {
            return string();
        }
        int begin = at;
        while (at < text.length() && "-0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return new BigInteger(text.substring(begin, at));
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (!take("}")) {
            if (!fields.isEmpty()) {
                require(",");
            }
            require("\"");
            String name = string();
            require(":");
            fields.put(name, value());
        }
        return fields;
    }

    private List<Object> items() {
        List<Object> items = new ArrayList<>();
        while (!take("]")) {
            if (!items.isEmpty()) {
                require(",");
            }
            items.add(value());
        }
        return items;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                c = text.charAt(++at);
                if (c == 'u') {
                    c = (char) Integer.parseInt(text.substring(at + 1, at + 5), 16);
                    at += 4;
                } else if ("bfnrt".indexOf(c) >= 0) {
                    c = "\b\f\n\r\t".charAt("bfnrt".indexOf(c));
                }
            }
            string.append(c);
        }
        at++;
        return string.toString();
    }
}
