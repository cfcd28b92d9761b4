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

/** The table of properties is made from the metadata. {@code -Dvoxelpopuli.rewrite-docs=true} writes it, otherwise it is only compared. */
final class ConfigurationDocumentTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");

    private static final String HEAD = """
            # Configuration

            The properties of a node in a Spring Boot application, the reference node included. On the command line each is written `--name=value`.

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

    private static String row(Property property, JsonNode metadata) {
        JsonNode value = metadata.path("defaultValue");
        boolean none =
                value.isMissingNode() || value.isArray() || value.asString().isEmpty();
        return "| `" + property.key() + "` | " + (none ? "none" : "`" + value.asString() + "`") + " | "
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
    void theDocumentShowsTheMetadata() throws IOException {
        Map<String, JsonNode> metadata = metadata();
        StringBuilder document = new StringBuilder(HEAD);
        for (Property property : Property.values()) {
            document.append(row(property, metadata.get(property.key())));
        }
        if (Boolean.getBoolean("voxelpopuli.rewrite-docs")) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.readString(DOCUMENT))
                .as("docs/configuration.md; -Dvoxelpopuli.rewrite-docs=true writes it anew")
                .isEqualTo(document.toString());
    }
}
