package org.voxelpopuli.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class Ed25519Test {
    private static final byte[] MESSAGE = {0x72};

    /** RFC 8032, section 7.1, TEST 2. */
    private static final byte[] PUBLIC_KEY =
            HexFormat.of().parseHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");

    private static final byte[] SEED =
            HexFormat.of().parseHex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");

    private static final byte[] SIGNATURE = HexFormat.of()
            .parseHex("92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                    + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");

    private static byte[] pkcs8(byte[] seed) {
        return HexFormat.of()
                .parseHex("302e020100300506032b657004220420" + HexFormat.of().formatHex(seed));
    }

    @Test
    void signsAndVerifiesAsTheStandardSays() {
        assertThat(Ed25519.SCHEME.verify(PUBLIC_KEY, MESSAGE, SIGNATURE)).isTrue();
        assertThat(Ed25519.of(pkcs8(SEED), PUBLIC_KEY).sign(MESSAGE)).isEqualTo(SIGNATURE);
    }

    @Test
    void whatIsAlteredIsNotSigned() {
        for (int bit = 0; bit < 8 * SIGNATURE.length; bit += 37) {
            byte[] altered = SIGNATURE.clone();
            altered[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(Ed25519.SCHEME.verify(PUBLIC_KEY, MESSAGE, altered)).isFalse();
        }
        assertThat(Ed25519.SCHEME.verify(PUBLIC_KEY, new byte[] {0x73}, SIGNATURE))
                .isFalse();
        assertThat(Ed25519.SCHEME.verify(new byte[32], MESSAGE, SIGNATURE)).isFalse();
        assertThat(Ed25519.SCHEME.verify(new byte[31], MESSAGE, SIGNATURE)).isFalse();
        assertThat(Ed25519.SCHEME.verify(PUBLIC_KEY, MESSAGE, new byte[0])).isFalse();
        byte[] noPoint = new byte[32];
        Arrays.fill(noPoint, (byte) 0xFF);
        assertThat(Ed25519.SCHEME.verify(noPoint, MESSAGE, SIGNATURE)).isFalse();
    }

    @Test
    void anIdentityIsWhatItsKeySays() {
        NodeIdentity identity = Ed25519.generate(6);
        assertThat(identity.id()).hasSize(20).isEqualTo(IdPuzzle.idOf(identity.publicKey()));
        assertThat(IdPuzzle.isSolvedBy(identity.id(), 6)).isTrue();
        NodeIdentity again = Ed25519.of(Ed25519.privateKey(identity), identity.publicKey());
        assertThat(Ed25519.SCHEME.verify(identity.publicKey(), MESSAGE, again.sign(MESSAGE)))
                .isTrue();
    }

    @Test
    void keysThatDoNotBelongTogetherAreRefused() {
        byte[] another = Ed25519.generate(0).publicKey();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ed25519.of(pkcs8(SEED), another))
                .withMessageContaining("does not belong");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ed25519.of(new byte[] {1}, PUBLIC_KEY))
                .withMessageContaining("no Ed25519 private key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Ed25519.generate(25))
                .withMessageContaining("0..24");
    }

    @Test
    void thePuzzleCountsLeadingZeroBitsOfTheHashedId() {
        int solved = 0;
        for (int i = 0; i < 4096; i++) {
            byte[] id = IdPuzzle.idOf(new byte[] {(byte) i, (byte) (i >> 8)});
            boolean four = IdPuzzle.isSolvedBy(id, 4);
            assertThat(IdPuzzle.isSolvedBy(id, 0)).isTrue();
            assertThat(four || !IdPuzzle.isSolvedBy(id, 5)).isTrue();
            solved += four ? 1 : 0;
        }
        assertThat(solved).isBetween(180, 340);
    }
}
