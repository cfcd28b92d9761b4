package org.voxelpopuli.kademlia.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.wire.Dialect;

class PeersTest {
    private static final long CALL = millis(500);

    private final Peers peers = new Peers(CALL);
    private final InetSocketAddress near = peer(1);
    private final InetSocketAddress far = peer(2);

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static InetSocketAddress peer(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private void measure(InetSocketAddress peer, int times, long millis) {
        for (int i = 0; i < times; i++) {
            peers.answered(peer, Dialect.CBOR, millis(millis), 0);
        }
    }

    @Test
    void whoIsUnknownIsGivenHalfACallsTime() {
        assertThat(peers.roundTrip(near).timeout()).isEqualTo(CALL / 2);
        assertThat(peers.roundTrip(near).usual()).isEqualTo(CALL / 2);
        assertThat(peers.smoothed(near)).isZero();
    }

    @Test
    @DisplayName("Each peer has its own estimate, and a new one that of all")
    void eachPeerHasItsOwnEstimate() {
        measure(near, 100, 60);
        measure(far, 100, 200);
        assertThat(peers.smoothed(near)).isBetween(millis(59), millis(61));
        assertThat(peers.roundTrip(near).timeout()).isBetween(millis(59), millis(70));
        assertThat(peers.smoothed(far)).isBetween(millis(190), millis(201));
        assertThat(peers.roundTrip(peer(3)).timeout())
                .isEqualTo(peers.overall().timeout())
                .isBetween(millis(200), CALL);
    }

    @Test
    @DisplayName("RFC 6298: the timeout is the smoothed time and four times its variation")
    void theTimeoutFollowsTheRfc() {
        RoundTripEstimate estimate = new RoundTripEstimate(CALL / 2, CALL, 1);
        for (int i = 0; i < 200; i++) {
            estimate.measured(millis(i % 2 == 0 ? 80 : 120));
        }
        // The mean is 100 ms, and each answer is about 20 ms away from it.
        assertThat(estimate.smoothed()).isBetween(millis(95), millis(105));
        assertThat(estimate.timeout()).isBetween(millis(170), millis(200));
        assertThat(estimate.usual()).isBetween(millis(130), millis(150));
    }

    @Test
    void timeoutsStayBetweenTheShortestAndACallsTime() {
        measure(near, 100, 1);
        assertThat(peers.roundTrip(near).timeout()).isEqualTo(RoundTripEstimate.MIN_TIMEOUT);
        assertThat(peers.roundTrip(near).usual()).isEqualTo(RoundTripEstimate.MIN_TIMEOUT / 2);
        measure(far, 100, 10_000);
        assertThat(peers.roundTrip(far).timeout()).isEqualTo(CALL);
    }

    @Test
    void theNumberOfPeersIsBounded() {
        for (int port = 1; port <= 2 * Peers.MAX_PEERS; port++) {
            measure(peer(port), 1, 30);
        }
        assertThat(peers.smoothed(peer(1))).isZero();
        assertThat(peers.smoothed(peer(2 * Peers.MAX_PEERS))).isNotZero();
    }

    @Test
    void whoWasSilentIsSuspectedUntilItIsHeardOfOrTimeHasPassed() {
        measure(near, 10, 20);
        assertThat(peers.isSuspected(near, millis(1))).isFalse();
        peers.silent(near, millis(1));
        assertThat(peers.isSuspected(near, millis(9_000))).isTrue();
        assertThat(peers.isSuspected(near, millis(10_001))).isFalse();
        measure(near, 1, 20);
        assertThat(peers.isSuspected(near, millis(2))).isFalse();
        peers.suspect(near, millis(3));
        assertThat(peers.isSuspected(near, millis(4))).isTrue();
        assertThat(peers.roundTrip(near).shortest()).isEqualTo(RoundTripEstimate.MIN_TIMEOUT);
        assertThat(peers.roundTrip(far).shortest()).isLessThanOrEqualTo(CALL / 2);
    }
}
