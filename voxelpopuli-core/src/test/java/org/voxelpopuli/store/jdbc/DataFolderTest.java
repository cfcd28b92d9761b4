package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.world.ChunkPos;

@DisplayName("The data folder of the SQLite store")
final class DataFolderTest {
    @TempDir
    Path parent;

    private Path file(Path folder) {
        return folder.resolve(SqliteWorldStore.FILE);
    }

    private void sql(Path folder, String... statements) throws SQLException {
        try (Connection tool = FaultyDisk.plain(file(folder));
                Statement sql = tool.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        }
    }

    @Test
    void isCreatedWhenMissing() {
        Path folder = parent.resolve("a/b");
        SqliteWorldStore.open(folder).close();
        assertThat(file(folder)).isRegularFile();
    }

    @Test
    void isRefusedWhenItIsAFileOrBelowOne() throws Exception {
        Path file = Files.writeString(parent.resolve("data"), "mine");
        assertThatThrownBy(() -> SqliteWorldStore.open(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining(file + " is a file");
        assertThatThrownBy(() -> SqliteWorldStore.open(file.resolve("below")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be used")
                .hasMessageNotContaining("Exception");
        assertThat(file).hasContent("mine");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void isRefusedInWordsWhereNothingCanBeCreated() {
        assertThatThrownBy(() -> SqliteWorldStore.open(Path.of("/proc/x")))
                .isInstanceOf(StoreException.class)
                .hasMessage("the data folder /proc/x cannot be used: /proc/x does not exist and cannot be created."
                        + " Choose another folder");
    }

    @Test
    void isRefusedWithTheDatabaseOfAnotherProgramWhichStaysAsItIs() throws Exception {
        sql(parent, "CREATE TABLE songs (name TEXT)");
        byte[] before = Files.readAllBytes(file(parent));
        assertThatThrownBy(() -> SqliteWorldStore.open(parent))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another program");
        assertThat(file(parent)).hasBinaryContent(before);
        sql(parent, "PRAGMA application_id = 12345", "DROP TABLE songs");
        assertThatThrownBy(() -> SqliteWorldStore.open(parent)).hasMessageContaining("12345");
    }

    @Test
    void isRefusedWithANewerSchema() throws Exception {
        SqliteWorldStore.open(parent).close();
        sql(parent, "PRAGMA user_version = 99");
        assertThatThrownBy(() -> SqliteWorldStore.open(parent))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("schema version 99")
                .hasMessageContaining("up to 2");
        sql(parent, "PRAGMA user_version = 2");
        SqliteWorldStore.open(parent).close();
    }

    @Test
    void isOneStoresAtATimeAlsoInOneProcess() {
        SqliteWorldStore store = SqliteWorldStore.open(parent);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> SqliteWorldStore.open(parent.resolve("../" + parent.getFileName())))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use by another node")
                    .hasMessageContaining("this process");
        }
        store.close();
        SqliteWorldStore.open(parent).close();
    }

    @Test
    void isFreeWhenTheLockFileIsLeftByADeadProcess() throws Exception {
        Files.writeString(parent.resolve("node.lock"), "1\n");
        SqliteWorldStore.open(parent).close();
    }

    @Test
    @Timeout(60)
    void isRefusedWhileAnotherProcessHasItAndFreeWhenThatIsKilled() throws Exception {
        Process other = WritingProcess.start(parent);
        try (BufferedReader out = other.inputReader()) {
            assertThat(out.readLine()).isEqualTo("open");
            assertThatThrownBy(() -> SqliteWorldStore.open(parent))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("in use by another node (process " + other.pid() + ")");
        } finally {
            other.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
        }
        SqliteWorldStore.open(parent).close();
    }

    /** The process is killed while it writes, at another moment in each round; what it said to be durable must be there. */
    @Test
    @Timeout(120)
    void losesNothingThatWasAcknowledgedToAKilledProcess() throws Exception {
        long next = 0;
        for (int afterLines : List.of(1, 40, 333, 9_000)) {
            Process child = WritingProcess.start(parent);
            long acknowledged = next - 1;
            try (BufferedReader out = child.inputReader()) {
                assertThat(out.readLine()).isEqualTo("open");
                int lines = 0;
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    acknowledged = Math.max(acknowledged, Long.parseLong(line));
                    if (++lines == afterLines) {
                        child.toHandle().destroyForcibly();
                    }
                }
                assertThat(lines).isGreaterThanOrEqualTo(afterLines);
            } finally {
                child.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
            }
            try (SqliteWorldStore store = SqliteWorldStore.open(parent)) {
                for (int chunk = 0; chunk < WritingProcess.CHUNKS; chunk++) {
                    List<Edit> edits = store.loadEdits(new ChunkPos(chunk, 0, 0))
                            .get(30, TimeUnit.SECONDS)
                            .edits();
                    assertThat(edits).allMatch(WritingProcess::isIntact);
                    for (long i = 0; i <= acknowledged; i++) {
                        if (i % WritingProcess.CHUNKS == chunk) {
                            assertThat(edits).contains(WritingProcess.edit(i));
                        }
                    }
                }
                next = WritingProcess.next(store);
                assertThat(next).isGreaterThan(acknowledged);
            }
        }
    }

    @Test
    void asksForTheDriverByItsNameWhenItIsMissing() throws Exception {
        try (URLClassLoader without = new URLClassLoader(new URL[0], null)) {
            assertThatThrownBy(() -> SqliteDriver.find(without))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("org.xerial:sqlite-jdbc");
        }
    }
}
