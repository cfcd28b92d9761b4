package org.voxelpopuli.presence;

import java.util.Arrays;
import org.voxelpopuli.identity.Sha256;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

/**
 * The prefix below which a host answers: one component, the first {@value #BYTES} bytes of the SHA-256 of its public key. So it is known whose Data has to be below a name, without anybody who gives
 * out names (Mazières et al., "Separating key management from file system security", 1999).
 */
public final class HostPrefix {
    /** The bytes of the hash in the name: short, as each position holds it twice, and enough that nobody finds another key to it. */
    public static final int BYTES = 10;

    private HostPrefix() {}

    /** The prefix of who has a public key. */
    public static Name of(byte[] publicKey) {
        byte[] hash = Arrays.copyOf(Sha256.of(publicKey), BYTES);
        return Name.EMPTY.append(NameComponent.of(NameComponent.KEYWORD, hash));
    }

    /** Whether a name is just the prefix of a host. */
    static boolean is(Name name) {
        return name.size() == 1 && begins(name);
    }

    /** Whether a name begins with the prefix of a host. */
    public static boolean begins(Name name) {
        return name.size() > 0
                && name.get(0).type() == NameComponent.KEYWORD
                && name.get(0).length() == BYTES;
    }
}
