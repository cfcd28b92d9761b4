package org.voxelpopuli.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.directory.ServerAddress;

class AcknowledgementTest {
    @Test
    @DisplayName("V5.3 a refusal may name the better server")
    void redirectsAreRead() {
        for (ServerAddress better :
                new ServerAddress[] {new ServerAddress("10.0.0.7", 4001), new ServerAddress("2001:db8::7", 4001)}) {
            assertThat(Acknowledgement.redirect(better).redirect()).hasValue(better);
        }
        assertThat(Acknowledgement.failure("disk full").redirect()).isEmpty();
        assertThat(Acknowledgement.failure("served better by me").redirect()).isEmpty();
        assertThat(Acknowledgement.failure("served better by 10.0.0.7:70000").redirect())
                .isEmpty();
        assertThat(Acknowledgement.OK.redirect()).isEmpty();
    }
}
