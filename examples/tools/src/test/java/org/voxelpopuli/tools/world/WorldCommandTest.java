package org.voxelpopuli.tools.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.tools.console.CommandLines;
import org.voxelpopuli.world.ChunkPos;

class WorldCommandTest {
    private static final ChunkPos INSIDE = new ChunkPos(0, -1, 2);
    private static final ChunkPos OUTSIDE = new ChunkPos(9, 0, 0);
    private static final ChunkPos UNEDITED = new ChunkPos(1, 0, 0);

    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private int world(Object... words) {
        String[] arguments = List.of(words).stream().map(String::valueOf).toArray(String[]::new);
        return CommandLines.of(new WorldCommand())
                .setOut(new PrintWriter(said))
                .setErr(new PrintWriter(said))
                .execute(arguments);
    }

    private Path source() {
        return folder.resolve("source");
    }

    private Path target() {
        return folder.resolve("target");
    }

    private Path file() {
        return folder.resolve("region.world");
    }

    private static Edit edit(int voxel, int block, long millis) {
        return new Edit(voxel, block, new Stamp(millis << 16, WriterId.of(new byte[WriterId.LENGTH])));
    }

    private static EditBatch batch(int block, long millis) {
        return EditBatch.of(IntStream.range(0, 50)
                .mapToObj(voxel -> edit(voxel, block, millis))
                .toList());
    }

    private static EditBatch load(Path data, ChunkPos chunk) {
        try (WorldStore store = SqliteWorldStore.open(data)) {
            return store.loadEdits(chunk).join();
        }
    }

    @BeforeEach
    void fill() {
        try (WorldStore store = SqliteWorldStore.open(source())) {
            store.saveChunk(INSIDE, batch(3, 1_000)).join();
            store.saveChunk(OUTSIDE, batch(4, 1_000)).join();
            store.saveChunk(UNEDITED, EditBatch.EMPTY).join();
        }
        SqliteWorldStore.open(target()).close();
    }

    @Test
    void aWorldIsTakenFromOneNodeToAnother() {
        assertThat(world("export", file(), "--data", source()))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).contains("2 edited chunks with 100 edits are in " + file());
        assertThat(world("import", file(), "--data", target()))
                .as(said.toString())
                .isZero();
        assertThat(said.toString()).contains("2 chunks with 100 edits are merged");
        assertThat(load(target(), INSIDE).edits())
                .containsExactlyInAnyOrderElementsOf(batch(3, 1_000).edits());
        assertThat(load(target(), OUTSIDE).edits()).hasSize(50);
    }

    @Test
    void orARegionOfIt() {
        assertThat(world("export", file(), "--data", source(), "--from=3,0,2", "--to=-3,-1,0"))
                .isZero();
        assertThat(said.toString()).contains("1 edited chunk with 50 edits");
        assertThat(world("import", file(), "--data", target())).isZero();
        assertThat(load(target(), INSIDE).edits()).hasSize(50);
        assertThat(load(target(), OUTSIDE).isEmpty()).isTrue();
    }

    @Test
    void whatIsLaterStays() {
        try (WorldStore store = SqliteWorldStore.open(target())) {
            store.saveChunk(INSIDE, EditBatch.of(List.of(edit(0, 9, 2_000), edit(1, 9, 500), edit(999, 9, 1))))
                    .join();
        }
        world("export", file(), "--data", source());
        for (int i = 0; i < 2; i++) {
            assertThat(world("import", file(), "--data", target())).isZero();
        }
        assertThat(load(target(), INSIDE).edits())
                .hasSize(51)
                .contains(edit(0, 9, 2_000), edit(1, 3, 1_000), edit(999, 9, 1));
    }

    @Test
    void aDamagedFileChangesNothing() throws IOException {
        world("export", file(), "--data", source());
        byte[] bytes = Files.readAllBytes(file());
        bytes[bytes.length - 20] ^= 1;
        Files.write(file(), bytes);
        assertThat(world("import", file(), "--data", target())).isEqualTo(1);
        assertThat(said.toString()).contains("Cannot read " + file() + ": it is damaged behind 1 chunks");
        assertThat(load(target(), INSIDE).isEmpty()).isTrue();
    }

    @Test
    void stampsAheadOfTheClockAreRefused() {
        try (WorldStore store = SqliteWorldStore.open(source())) {
            store.saveChunk(INSIDE, EditBatch.of(List.of(edit(0, 9, 1L << 47)))).join();
        }
        world("export", file(), "--data", source());
        assertThat(world("import", file(), "--data", target())).isEqualTo(1);
        assertThat(said.toString()).contains("an edit of chunk 0,-1,2 is stamped", "allowed is 60000");
    }

    @Test
    void wrongUseIsTold() {
        assertThat(world("export", file(), "--data", folder.resolve("nowhere"))).isEqualTo(1);
        assertThat(said.toString()).contains("--data must name the data folder of a node");
        assertThat(world("export", file(), "--from", "1,2")).isEqualTo(2);
        assertThat(said.toString()).contains("'1,2', allowed is x,y,z");
        world("export", file(), "--data", source());
        assertThat(world("export", file(), "--data", source())).isEqualTo(1);
        assertThat(said.toString()).contains("is there already: --force replaces it");
        assertThat(world("export", file(), "--data", source(), "--force")).isZero();
        assertThat(world("import", folder.resolve("none"), "--data", target())).isEqualTo(1);
        assertThat(world("export", file(), "--jdbc-url", "jdbc:mysql:x", "--data", target()))
                .isEqualTo(1);
        try (WorldStore running = SqliteWorldStore.open(source())) {
            assertThat(running.status().canWrite()).isTrue();
            assertThat(world("export", file(), "--force", "--data", source())).isEqualTo(1);
            assertThat(said.toString()).contains("in use by another node");
        }
    }
}
