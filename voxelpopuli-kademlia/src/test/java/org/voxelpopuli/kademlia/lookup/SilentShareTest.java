package org.voxelpopuli.kademlia.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SilentShareTest {
    private final SilentShare share = new SilentShare();

    @Test
    void whoHearsEverybodyAsksNobodyInVain() {
        assertThat(share.toHear(20)).isEqualTo(20);
        for (int i = 0; i < 100; i++) {
            share.answered();
        }
        assertThat(share.toHear(20)).isEqualTo(20);
    }

    @Test
    void whereAThirdIsSilentHalfAsManyAgainAreAsked() {
        for (int i = 0; i < 300; i++) {
            share.answered();
            share.answered();
            share.silent();
        }
        assertThat(share.toHear(20)).isBetween(28, 33);
    }

    @Test
    void neverMoreThanTwiceAsManyAreAskedAndThatIsForgotten() {
        for (int i = 0; i < 100; i++) {
            share.silent();
        }
        assertThat(share.toHear(20)).isEqualTo(40);
        for (int i = 0; i < 40; i++) {
            share.answered();
        }
        assertThat(share.toHear(20)).isEqualTo(20);
    }
}
