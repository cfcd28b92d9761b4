package org.voxelpopuli.kademlia.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubnetTest {
    private static long subnet(String address) {
        try {
            return Subnet.of(InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.1, 203.0.113.255",
        "2001:db8:1:200::1, 2001:db8:1:2ff::9",
        "203.0.113.1, ::ffff:203.0.113.9",
        "203.0.113.1, 2002:cb00:7101:1::1",
        "2002:cb00:7101:100::1, 2002:cb00:7102:200::1",
        "203.0.113.1, 64:ff9b::203.0.113.9",
    })
    void areOne(String one, String other) {
        assertThat(subnet(one)).isEqualTo(subnet(other)).isNotEqualTo(Subnet.EXEMPT);
    }

    @ParameterizedTest
    @CsvSource({
        "203.0.113.1, 203.0.114.1",
        "2001:db8:1:200::1, 2001:db8:1:300::1",
        "64:ff9b::203.0.113.9, 64:ff9b::203.0.114.9",
        "0.0.1.1, ::1:1",
    })
    void areTwo(String one, String other) {
        assertThat(subnet(one)).isNotEqualTo(subnet(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "::1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.1.1", "fe80::1", "fd00::1"
            })
    void privateOnesAreExempt(String address) {
        assertThat(subnet(address)).isEqualTo(Subnet.EXEMPT);
    }

    @Test
    void whoClaimsAPrivateAddressInsideOfAPublicOneIsNotExempt() {
        assertThat(subnet("2002:0a01:0203::1")).isNotEqualTo(Subnet.EXEMPT);
    }
}
