package org.voxelpopuli.presence;

import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;
import org.voxelpopuli.world.PlayerName;

/**
 * Who an avatar is: the prefix below which its host answers, and its own name there. Two hosts may have avatars of the same name.
 *
 * @param prefix that leads to the host
 * @param name of the avatar on that host
 */
public record AvatarName(Name prefix, PlayerName name) implements Comparable<AvatarName> {
    private static final NameComponent PLAYERS = NameComponent.of("players");

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

    /** The name below which all of its answers are: {@code prefix/players/name}. */
    public Name path() {
        return prefix.append(PLAYERS).append(NameComponent.of(name.text()));
    }

    @Override
    public int compareTo(AvatarName other) {
        int byPrefix = prefix.compareTo(other.prefix);
        return byPrefix != 0 ? byPrefix : name.compareTo(other.name);
    }

    /** As discovery writes it; neither part has a space or a colon in it. */
    @Override
    public String toString() {
        return prefix + ":" + NameComponent.of(name.text());
    }
}
