package org.voxelpopuli.presence;

import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.world.PlayerName;

/**
 * Who an avatar is: the prefix below which its host answers, and its own name there. Two hosts may have avatars of the same name. Immutable; ordered by its text.
 */
public final class AvatarName implements Comparable<AvatarName> {
    private static final NameComponent PLAYERS = NameComponent.of("players");

    private final Name prefix;
    private final PlayerName name;

    /** Asked for often: digests are made of it. */
    private final String text;

    /** Made when it is asked for the first time, since most names are only read; 0 before that. */
    private volatile long hash;

    /**
     * A name below a prefix.
     *
     * @param prefix that leads to the host
     * @param name of the avatar on that host
     */
    public AvatarName(Name prefix, PlayerName name) {
        this.prefix = prefix;
        this.name = name;
        // Neither part has a space or a colon in it.
        text = prefix + ":" + NameComponent.of(name.text());
    }

    /**
     * Reads {@code prefix:name}, as {@link #toString} writes it.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static AvatarName parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("an avatar is written as prefix:name, there is no ':'");
        }
        return new AvatarName(
                Name.parse(text.substring(0, colon)),
                new PlayerName(NameComponent.parse(text.substring(colon + 1)).text()));
    }

    /** That leads to the host. */
    public Name prefix() {
        return prefix;
    }

    /** Of the avatar on its host. */
    public PlayerName name() {
        return name;
    }

    /** The name below which all of its answers are: {@code prefix/players/name}. */
    public Name path() {
        return prefix.append(PLAYERS).append(NameComponent.of(name.text()));
    }

    /** The digest of this name alone, by {@link NameDigest#SUM_64}. */
    long hash() {
        long made = hash;
        if (made == 0) {
            made = NameDigest.hash(text);
            hash = made;
        }
        return made;
    }

    @Override
    public int compareTo(AvatarName other) {
        return text.compareTo(other.text);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AvatarName that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** As discovery writes it: {@code prefix:name}. */
    @Override
    public String toString() {
        return text;
    }
}
