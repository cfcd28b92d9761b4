package org.voxelpopuli.bareboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that does nothing. */
@SpringBootApplication
class BareBoot {
    public static void main(String[] args) {
        SpringApplication.run(BareBoot.class, args);
    }
}
