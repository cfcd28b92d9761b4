package org.voxelpopuli.tools.dht;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.kademlia.wire.Dialect;

class RpcLoadTest {
    @Test
    void aServedNodeAnswersTheQuestionsWithItsContacts() throws SocketException {
        int port = freePort();
        try (ServedNode served = new ServedNode(port, 4, 6);
                RpcLoad load = new RpcLoad(port, 8, Dialect.JSON)) {
            assertThat(served.contacts()).isGreaterThan(1);
            RpcLoad.Result result = load.ask(Duration.ofMillis(300));
            assertThat(result.answered()).isPositive();
            assertThat(result.answerBytes()).isGreaterThan(result.questionBytes());
        }
    }

    private static int freePort() throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
