package org.voxelpopuli.tools.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.tools.console.ToolException;

class PortChoiceTest {
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final Ports free = Ports.free(1).get(0);

    @Test
    void takesTheUsualPortsIfTheyAreFree() {
        PortChoice choice = PortChoice.choose(1, free.udp(), false, free.http(), false);

        assertThat(choice.ports()).containsExactly(free);
        assertThat(choice.notes()).isEmpty();
    }

    @Test
    void giveWayToAProgramThatHasAUsualPort() throws Exception {
        try (DatagramSocket other = new DatagramSocket(free.udp(), HERE)) {
            PortChoice choice = PortChoice.choose(1, free.udp(), false, free.http(), false);

            assertThat(choice.ports().get(0).udp()).isGreaterThan(other.getLocalPort());
            assertThat(choice.notes().get(0)).contains("UDP port " + free.udp(), "taken");
        }
    }

    @Test
    void sayWhichNamedPortIsTakenAndHowToChooseAnother() throws Exception {
        try (ServerSocket game = new ServerSocket(free.game(), 1, HERE)) {
            assertThatThrownBy(() -> PortChoice.choose(3, free.udp(), true, free.http(), false))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContainingAll("TCP port " + game.getLocalPort(), "--port");
        }
        try (ServerSocket http = new ServerSocket(free.http(), 1, HERE)) {
            assertThatThrownBy(() -> PortChoice.choose(3, free.udp(), true, free.http(), true))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContainingAll("TCP port " + http.getLocalPort(), "--http");
        }
    }

    @Test
    void freePortsDiffer() {
        List<Ports> ports = Ports.free(4);
        assertThat(ports).extracting(Ports::udp).doesNotHaveDuplicates();
        assertThat(ports).extracting(Ports::http).doesNotHaveDuplicates();
    }
}
