package org.voxelpopuli.presence;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.identity.SignatureScheme;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.DataVerifier;
import org.voxelpopuli.presence.ndn.KeyLocator;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

/**
 * The names of hosts, which hold their public key: {@code prefix/nodes/<key>}. So whose Data below one is can be seen from the Data alone (Mazières et al., "Separating key management from
 * file system security", 1999). What nobody owns, such as answers of discovery, names in its key locator the host that signed it.
 */
record SelfCertifyingNames(Name prefix, SignatureScheme scheme) implements DataVerifier {
    private static final NameComponent NODES = NameComponent.of("nodes");

    /** The prefix below which a host answers. */
    Name of(NodeIdentity identity) {
        return prefix.append(NODES).append(NameComponent.of(NameComponent.KEYWORD, identity.publicKey()));
    }

    @Override
    public boolean verify(Data data) {
        if (data.signatureType() != DataSigner.ED25519) {
            return false;
        }
        byte[] key = keyIn(data.name());
        if (key == null) {
            Optional<KeyLocator> locator = data.keyLocator();
            if (locator.isPresent() && locator.get() instanceof KeyLocator.KeyName named) {
                key = keyIn(named.name());
            }
        }
        return key != null && scheme.verify(key, data.signedPortion(), data.signature());
    }

    /** Whether a name begins with that of a host. */
    boolean isOfHost(Name name) {
        return keyIn(name) != null;
    }

    private byte @Nullable [] keyIn(Name name) {
        int at = prefix.size();
        boolean ofHost =
                name.size() > at + 1 && prefix.isPrefixOf(name) && name.get(at).equals(NODES);
        NameComponent key = ofHost ? name.get(at + 1) : NODES;
        return key.type() == NameComponent.KEYWORD && key.length() == SignatureScheme.PUBLIC_KEY_BYTES
                ? key.value()
                : null;
    }
}
