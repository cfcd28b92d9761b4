package org.voxelpopuli.store.jdbc;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a PostgreSQL database is, or one of another kind that speaks its protocol.
 *
 * @param url such as {@code jdbc:postgresql://host:5432/database}
 * @param user of the database; without one, what the URL says, else the user of this process
 * @param password of that user; without one, what the URL or the user's password file says
 */
public record DatabaseSettings(
        String url, @Nullable String user, @Nullable String password) {
    private static final String PREFIX = "jdbc:postgresql:";

    /** @throws IllegalArgumentException if the URL is none of PostgreSQL */
    public DatabaseSettings {
        if (!url.toLowerCase(Locale.ROOT).startsWith(PREFIX) || url.length() == PREFIX.length()) {
            throw new IllegalArgumentException(
                    "database url is '" + publicPart(url) + "', allowed is " + PREFIX + "//host:port/database");
        }
    }

    /** The URL without what follows the question mark, where a password may be. */
    String location() {
        return publicPart(url);
    }

    private static String publicPart(String url) {
        int question = url.indexOf('?');
        return question < 0 ? url : url.substring(0, question);
    }

    /** Not the password. */
    @Override
    public String toString() {
        return "DatabaseSettings[url=" + location() + ", user=" + user + "]";
    }
}
