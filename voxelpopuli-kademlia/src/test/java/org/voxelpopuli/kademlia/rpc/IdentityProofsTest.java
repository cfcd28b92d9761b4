package org.voxelpopuli.kademlia.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.identity.NodeIdentity;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.wire.Proof;

@DisplayName("D9 a proof of identity")
class IdentityProofsTest {
    private static final NodeIdentity ALICE = Ed25519.generate(4);
    private static final NodeIdentity BOB = Ed25519.generate(4);
    /** Monotonic clocks may begin anywhere, also below 0. */
    private static final long START = -1_000_000_000_000L;

    private static final long CALL = 0x1234_5678_9ABC_DEF0L;

    private final IdentityProofs alice = new IdentityProofs(ALICE, "net", 4, START);
    private final IdentityProofs bob = new IdentityProofs(BOB, "net", 4, START);

    private static NodeId id(NodeIdentity identity) {
        return NodeId.of(identity.id());
    }

    private Proof ofBob() {
        return bob.prove(CALL, id(ALICE), true, START).orElseThrow();
    }

    @Test
    void isGoodForOneAnswerOfOneCall() {
        assertThat(alice.isGood(ofBob(), CALL, id(BOB))).isTrue();
        assertThat(alice.isGood(ofBob(), CALL + 1, id(BOB))).as("another call").isFalse();
        assertThat(alice.isGood(ofBob(), CALL, id(ALICE)))
                .as("another answerer")
                .isFalse();
        assertThat(bob.isGood(ofBob(), CALL, id(BOB))).as("another caller").isFalse();
        assertThat(new IdentityProofs(ALICE, "other net", 4, START).isGood(ofBob(), CALL, id(BOB)))
                .as("another network")
                .isFalse();
        NodeIdentity mallory = Ed25519.generate(4);
        assertThat(alice.isGood(new Proof(mallory.publicKey(), ofBob().signature()), CALL, id(BOB)))
                .as("another key")
                .isFalse();
        assertThat(alice.isGood(new Proof(BOB.publicKey(), new byte[64]), CALL, id(BOB)))
                .as("no signature")
                .isFalse();
    }

    @Test
    void anIdThatCostTooLittleProvesNothing() {
        IdentityProofs strict = new IdentityProofs(ALICE, "net", 20, START);
        assertThat(strict.mayBe(id(BOB))).isFalse();
        assertThat(strict.isGood(ofBob(), CALL, id(BOB))).isFalse();
    }

    @Test
    void fewAreMadeForAddressesThatAreNotProven() {
        int strangers = 0;
        int known = 0;
        for (int i = 0; i <= IdentityProofs.MAX_PER_SECOND; i++) {
            strangers += made(false, START);
            known += made(true, START);
        }
        assertThat(strangers).isEqualTo(IdentityProofs.MAX_FOR_STRANGERS);
        assertThat(known).isEqualTo(IdentityProofs.MAX_PER_SECOND);
        long later = START + Duration.ofSeconds(1).toNanos();
        assertThat(made(false, later)).isOne();
    }

    private int made(boolean proven, long now) {
        Optional<Proof> proof = bob.prove(CALL, id(ALICE), proven, now);
        return proof.isPresent() ? 1 : 0;
    }
}
