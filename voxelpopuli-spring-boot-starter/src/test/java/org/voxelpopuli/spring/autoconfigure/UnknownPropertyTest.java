package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

@ExtendWith(OutputCaptureExtension.class)
final class UnknownPropertyTest {
    private static Set<String> warnings(Map<String, Object> properties) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        return UnknownPropertyListener.warnings(environment);
    }

    private static Set<String> warningsOfVariables(Map<String, Object> variables) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .replace(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        return UnknownPropertyListener.warnings(environment);
    }

    @Test
    void aMisspeltNameIsWarnedOfWithTheNearestKnownOne() {
        assertThat(warnings(Map.of("voxelpopuli.prot", "4000")))
                .containsExactly(
                        "Property voxelpopuli.prot is unknown and has no effect; did you mean voxelpopuli.port?");
        assertThat(warnings(Map.of("voxelpopuli.world.sead", "1")))
                .first()
                .asString()
                .contains("voxelpopuli.world.seed");
        assertThat(warnings(Map.of("voxelpopuli.dht.time-out", "1s"))).isEmpty();
    }

    @Test
    void aNameThatIsNearToNoneIsWarnedOfWithoutAGuess() {
        assertThat(warnings(Map.of("voxelpopuli.something.completely.different.from.all.the.others", "")))
                .containsExactly(
                        "Property voxelpopuli.something.completely.different.from.all.the.others is unknown and has no effect");
    }

    @Test
    void noKnownNameIsWarnedOfInWhateverWayItIsWritten() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (Property property : Property.values()) {
            all.put(property.key(), "x");
        }
        all.put("voxelpopuli.world.dayLength", "20m");
        all.put("voxelpopuli.bootstrap[0]", "a:1");
        all.put("somebody.elses", "x");
        assertThat(warnings(all)).isEmpty();
        assertThat(warningsOfVariables(Map.of("VOXELPOPULI_WORLD_DAYLENGTH", "20m", "VOXELPOPULI_BOOTSTRAP_0", "a:1")))
                .isEmpty();
    }

    @Test
    void inTheEnvironmentOnlyALikelyTypingErrorIsWarnedOf() {
        assertThat(warningsOfVariables(Map.of("VOXELPOPULI_HOME", "/x"))).isEmpty();
        assertThat(warningsOfVariables(Map.of("VOXELPOPULI_SERVICE_ACCOUNT", "x")))
                .isEmpty();
        assertThat(warningsOfVariables(Map.of("VOXELPOPULI_PROT", "4000"))).hasSize(1);
    }

    @Test
    void anApplicationThatStartsWritesTheWarningIntoItsLog(CapturedOutput output) {
        SpringApplication application = new SpringApplication(Nothing.class);
        application
                .run("--voxelpopuli.prot=4000", "--spring.main.web-application-type=none")
                .close();
        assertThat(output).contains("voxelpopuli.prot is unknown").contains("voxelpopuli.port");
    }

    @Configuration(proxyBeanMethods = false)
    static class Nothing {}
}
