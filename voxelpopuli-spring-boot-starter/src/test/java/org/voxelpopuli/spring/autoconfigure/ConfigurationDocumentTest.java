package org.voxelpopuli.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The table of properties in the README is made from the metadata. {@code -Dvoxelpopuli.rewrite-docs=true} writes it, otherwise it is only compared. */
final class ConfigurationDocumentTest {
    private static final Path README = Path.of("..", "README.md");
    private static final String HEAD = """
            | property | default | allowed | what |
            |---|---|---|---|
            """;

    private static Map<String, JsonNode> metadata() throws IOException {
        Map<String, JsonNode> ours = new TreeMap<>();
        Path file = Path.of("target", "classes", "META-INF", "spring-configuration-metadata.json");
        try (InputStream in = Files.newInputStream(file)) {
            JsonMapper.shared().readTree(in).path("properties").valueStream().forEach(property -> {
                String name = property.path("name").asString();
                if (name.startsWith(Property.PREFIX + ".")) {
                    ours.put(name, property);
                }
            });
        }
        return ours;
    }

    /** A set of several is written as Java prints it. */
    private static String text(JsonNode value) {
        return value.asString().replaceAll("[\\[\\] ]", "");
    }

    private static String row(Property property, JsonNode metadata) {
        JsonNode value = metadata.path("defaultValue");
        boolean none =
                value.isMissingNode() || value.isArray() || value.asString().isEmpty();
        return "| `" + property.key() + "` | " + (none ? "none" : "`" + text(value) + "`") + " | "
                + property.allowed() + " | "
                + metadata.path("description").asString().replaceFirst("\\.$", "") + " |\n";
    }

    @Test
    void everyPropertyHasADescriptionAndOnlyOptionalOnesHaveNoDefault() throws IOException {
        Map<String, JsonNode> metadata = metadata();
        assertThat(metadata.keySet())
                .containsExactlyInAnyOrder(java.util.Arrays.stream(Property.values())
                        .map(Property::key)
                        .toArray(String[]::new));
        metadata.forEach((name, property) ->
                assertThat(property.path("description").asString("")).as(name).isNotBlank());
    }

    @Test
    void theReadmeShowsTheMetadata() throws IOException {
        Map<String, JsonNode> metadata = metadata();
        StringBuilder table = new StringBuilder(HEAD);
        for (Property property : Property.values()) {
            table.append(row(property, metadata.get(property.key())));
        }
        String readme = Files.readString(README);
        int start = readme.indexOf(HEAD);
        assertThat(start).as("the head of the table in README.md").isNotNegative();
        String rest = readme.substring(start);
        String shown = rest.substring(0, rest.indexOf("\n\n") + 1);
        if (Boolean.getBoolean("voxelpopuli.rewrite-docs")) {
            Files.writeString(README, readme.replace(shown, table));
        } else {
            assertThat(shown)
                    .as("README.md; -Dvoxelpopuli.rewrite-docs=true writes it anew")
                    .isEqualTo(table.toString());
        }
    }
}
