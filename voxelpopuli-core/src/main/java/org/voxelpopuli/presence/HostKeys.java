package org.voxelpopuli.presence;

import java.util.LinkedHashMap;
import java.util.Map;
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
 * Whose Data is whose: what is below a {@linkplain HostPrefix host's prefix} has to be signed with that host's key, and all else with the key of the host that it names. A key stands in the key
 * locator, {@code prefix/KEY/<key>}; who has shown it may leave it out. The latest {@value #MOST} keys are remembered. Of one worker.
 */
final class HostKeys implements DataVerifier {
    private static final NameComponent KEY = NameComponent.of("KEY");
    private static final int MOST = 8_192;

    private final SignatureScheme scheme;

    private final Map<Name, byte[]> byHost = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Name, byte[]> eldest) {
            return size() > MOST;
        }
    };

    HostKeys(SignatureScheme scheme) {
        this.scheme = scheme;
    }

    /** Shows the key in each packet. */
    static DataSigner showing(NodeIdentity identity) {
        byte[] key = identity.publicKey();
        return DataSigner.of(
                identity, HostPrefix.of(key).append(KEY).append(NameComponent.of(NameComponent.KEYWORD, key)));
    }

    @Override
    public boolean verify(Data data) {
        if (data.signatureType() != DataSigner.ED25519) {
            return false;
        }
        Optional<KeyLocator> locator = data.keyLocator();
        byte[] key = locator.isPresent()
                ? shown(locator.get())
                : HostPrefix.begins(data.name()) ? byHost.get(host(data.name())) : null;
        if (key == null) {
            return false;
        }
        Name host = HostPrefix.of(key);
        if (HostPrefix.begins(data.name()) && !host(data.name()).equals(host)) {
            return false;
        }
        if (!scheme.verify(key, data.signedPortion(), data.signature())) {
            return false;
        }
        byHost.put(host, key);
        return true;
    }

    private static Name host(Name name) {
        return name.prefix(1);
    }

    private static byte @Nullable [] shown(KeyLocator locator) {
        if (!(locator instanceof KeyLocator.KeyName named)) {
            return null;
        }
        Name name = named.name();
        boolean isKey = name.size() == 3
                && name.get(1).equals(KEY)
                && name.get(2).type() == NameComponent.KEYWORD
                && name.get(2).length() == SignatureScheme.PUBLIC_KEY_BYTES;
        if (!isKey) {
            return null;
        }
        byte[] key = name.get(2).value();
        return HostPrefix.of(key).equals(host(name)) ? key : null;
    }
}
