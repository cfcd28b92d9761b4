package org.voxelpopuli.presence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

@DisplayName("N1 N7 Data below a host's name is that host's")
class HostKeysTest {
    private final NodeIdentity anna = Ed25519.generate(0);
    private final NodeIdentity bert = Ed25519.generate(0);
    private final HostKeys keys = new HostKeys(Ed25519.SCHEME);

    private static Name position(NodeIdentity host) {
        return HostPrefix.of(host.publicKey()).append("players", "x", "position");
    }

    private static Data data(Name name, DataSigner signer) {
        return Data.builder(name).content(new byte[] {1, 2, 3}).sign(signer);
    }

    @Test
    void aKeyIsShownOnceAndThenRemembered() {
        assertThat(keys.verify(data(position(anna), DataSigner.of(anna)))).isFalse();
        assertThat(keys.verify(data(position(anna), HostKeys.showing(anna)))).isTrue();
        assertThat(keys.verify(data(position(anna), DataSigner.of(anna)))).isTrue();
        assertThat(keys.verify(data(position(bert), DataSigner.of(bert)))).isFalse();
    }

    @Test
    void nobodySignsForAnother() {
        assertThat(keys.verify(data(position(anna), HostKeys.showing(anna)))).isTrue();
        assertThat(keys.verify(data(position(anna), HostKeys.showing(bert))))
                .as("with his own key, shown")
                .isFalse();
        assertThat(keys.verify(data(position(anna), DataSigner.of(bert))))
                .as("silently")
                .isFalse();
        Name claimed = HostPrefix.of(anna.publicKey())
                .append(NameComponent.of("KEY"))
                .append(NameComponent.of(NameComponent.KEYWORD, bert.publicKey()));
        assertThat(keys.verify(data(position(anna), DataSigner.of(bert, claimed))))
                .as("another's hash before his key")
                .isFalse();
        assertThat(keys.verify(data(position(anna), DataSigner.of(bert, Name.EMPTY))))
                .isFalse();
        assertThat(keys.verify(data(position(anna), DataSigner.sha256())))
                .as("unsigned")
                .isFalse();
        assertThat(keys.verify(data(position(anna), DataSigner.of(anna))))
                .as("and nothing of that was remembered")
                .isTrue();
    }

    @Test
    void whatNobodyOwnsIsSignedByWhoShowsHimself() {
        Name octant = Name.of("presence", "default", "0", "0", "0", "0", "0", "question");
        assertThat(keys.verify(data(octant, HostKeys.showing(bert)))).isTrue();
        assertThat(keys.verify(data(octant, DataSigner.of(bert)))).isFalse();
        assertThat(keys.verify(data(octant, DataSigner.sha256()))).isFalse();
    }

    @Test
    @DisplayName("N8 a position costs less than 200 bytes, question and answer together")
    void bytes() {
        Name name = PositionRecord.named(HostPrefix.of(anna.publicKey()).append("players", "anna", "position"), 1_000);
        PositionRecord record = new PositionRecord(
                1_000, 1_764_432_000_123L, new Point(1, -2.5, 60_000), OptionalInt.empty(), "player");
        Interest question = Interest.builder(name)
                .mustBeFresh()
                .lifetime(PresenceTimes.DEFAULT.positionTimeout())
                .build();
        byte[] content = record.encodeFor(name);
        Data answer = Data.builder(name)
                .freshness(PresenceTimes.DEFAULT.positionFreshness())
                .content(content)
                .sign(DataSigner.of(anna));
        assertThat(question.toBytes()).hasSize(57);
        assertThat(answer.toBytes()).hasSize(142);
        assertThat(PositionRecord.decode(name, content).position()).isEqualTo(record.position());
    }
}
