package org.voxelpopuli.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The examples in the Javadoc")
class JavadocExamplesTest {
    private static final Path SOURCES = Path.of("src/main/java/org/voxelpopuli/kademlia");
    /** Rooms whose classes are for those who write procedures and dialects, not for users of a node. */
    private static final Set<String> WITHOUT = Set.of("rpc", "wire");

    private static final Pattern PUBLIC_TYPE = Pattern.compile("(?m)^public .*\\b(class|interface|record|enum) ");
    private static final Pattern EXAMPLE = Pattern.compile("(?s)<pre>\\{@code\n(.*?)\n *\\* *}</pre>");

    /** What every example may use without saying where it comes from. */
    private static final String SURROUNDINGS = """
            import java.net.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.Function;
            import org.voxelpopuli.*;
            import org.voxelpopuli.identity.*;
            import org.voxelpopuli.kademlia.*;
            import org.voxelpopuli.kademlia.content.*;
            import org.voxelpopuli.kademlia.directory.*;
            import org.voxelpopuli.kademlia.id.*;
            import org.voxelpopuli.kademlia.judge.*;
            import org.voxelpopuli.kademlia.lookup.*;
            import org.voxelpopuli.kademlia.presence.*;
            import org.voxelpopuli.kademlia.records.*;
            import org.voxelpopuli.kademlia.routing.*;
            import org.voxelpopuli.kademlia.simulation.*;
            import org.voxelpopuli.kademlia.wire.*;
            import org.voxelpopuli.runtime.*;
            import org.voxelpopuli.store.*;
            import org.voxelpopuli.store.jdbc.*;
            import org.voxelpopuli.world.*;

            abstract class %s {
                NodeEnvironment environment;
                Worker worker;
                KademliaNode node;
                Dht dht;
                NodeId own;
                NodeId key;
                Contact contact;
                RoutingTable table;
                Lookups lookups;
                Query<Void> query;
                NodeIdentity identity;
                DhtRecord record;
                RecordStore store;
                RecordService service;
                SimulatedChurn churn;
                ContentNode content;
                KadFile file;
                KadFile other;
                DownloadProgress progress;

                void example() {
            %s
                }
            }
            """;

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !WITHOUT.contains(
                            SOURCES.relativize(file).getName(0).toString()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyPublicTypeHasOne() throws IOException {
        List<Path> bare = new ArrayList<>();
        for (Path file : sources()) {
            String text = Files.readString(file);
            Matcher type = PUBLIC_TYPE.matcher(text);
            if (type.find() && !EXAMPLE.matcher(text.substring(0, type.start())).find()) {
                bare.add(file);
            }
        }
        assertThat(bare).isEmpty();
    }

    @Test
    void allOfThemCompile(@TempDir Path classes) throws IOException {
        List<JavaFileObject> examples = new ArrayList<>();
        for (Path file : sources()) {
            Matcher example = EXAMPLE.matcher(Files.readString(file));
            while (example.find()) {
                String name = file.getFileName().toString().replaceAll("\\W", "_") + examples.size();
                String code = example.group(1).replaceAll("(?m)^ *\\* ?", "");
                examples.add(new Source(name, SURROUNDINGS.formatted(name, code)));
            }
        }
        assertThat(examples).hasSizeGreaterThan(30);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
        boolean good =
                compiler.getTask(messages, null, null, options, null, examples).call();
        assertThat(good).as(messages.toString()).isTrue();
    }

    /** A source in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
