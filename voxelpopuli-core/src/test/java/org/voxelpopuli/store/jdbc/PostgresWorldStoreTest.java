package org.voxelpopuli.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.StoredRecord;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.WorldStoreContract;

@DisplayName("The PostgreSQL store")
@Timeout(120)
final class PostgresWorldStoreTest extends WorldStoreContract {
    private static final AtomicInteger NODES = new AtomicInteger();

    private final WriterId node = newNode();

    private static WriterId newNode() {
        byte[] id = new byte[WriterId.LENGTH];
        id[7] = (byte) NODES.incrementAndGet();
        return WriterId.of(id);
    }

    @BeforeAll
    static void start() {
        TestPostgres.server();
    }

    @Override
    protected WorldStore open() {
        return PostgresWorldStore.open(TestPostgres.settings(), node);
    }

    private static void endConnections() throws SQLException {
        TestPostgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'node'");
    }

    private String schema() {
        return "voxelpopuli_" + node;
    }

    @Test
    void nodesShareADatabaseAndDoNotMix() {
        try (WorldStore mine = open();
                WorldStore other = PostgresWorldStore.open(TestPostgres.settings(), newNode())) {
            get(mine.saveChunk(HERE, EditBatch.of(List.of(edit(1, 2, 3, 4)))));
            get(mine.records().put(new StoredRecord("claim", "x", "mine", 1)));
            assertThat(get(other.residentChunks())).isEmpty();
            assertThat(get(other.loadEdits(HERE)).isEmpty()).isTrue();
            assertThat(get(other.records().all("claim"))).isEmpty();
        }
    }

    @Test
    void aSecondProcessWithTheSameKeyIsRefused() {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of())));
            assertThatThrownBy(this::open)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(schema())
                    .hasMessageContaining("another process uses the schema");
        }
        open().close();
    }

    @Test
    @DisplayName("A process that has just ended, of which the server still has the lock, is waited for")
    void waitsForTheLockOfAnEndedProcess() throws SQLException {
        CompletableFuture<Void> opened;
        try (Connection ended = TestPostgres.server().getPostgresDatabase().getConnection();
                Statement sql = ended.createStatement()) {
            sql.execute(
                    "SELECT pg_advisory_lock(" + ByteBuffer.wrap(node.bytes()).getLong() + ")");
            opened = CompletableFuture.runAsync(() -> open().close());
            while (!opened.isDone() && !isOneWaitingForALock(sql)) {
                Thread.onSpinWait();
            }
            assertThat(opened).isNotDone();
        }
        get(opened);
    }

    private static boolean isOneWaitingForALock(Statement sql) throws SQLException {
        try (ResultSet rows = sql.executeQuery("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")) {
            return rows.next();
        }
    }

    @Test
    void goesOnWhenConnectionsAreLost() throws SQLException {
        List<Edit> edits = new ArrayList<>();
        try (WorldStore store = open()) {
            for (int i = 0; i < 5; i++) {
                endConnections();
                edits.add(edit(i, i, i, i));
                get(store.saveChunk(HERE, EditBatch.of(List.of(edits.get(i)))));
                assertThat(get(store.loadEdits(HERE)).edits()).containsExactlyInAnyOrderElementsOf(edits);
            }
            assertThat(store.status().canWrite()).isTrue();
        }
    }

    @Test
    @DisplayName(
            "Issue 6: a database that is away is as a full disk: writes wait, the status says why, then all is caught up")
    void keepsWritesWhileTheDatabaseIsAway() throws SQLException {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1, 1, 1)))));
            TestPostgres.sql("ALTER ROLE node NOLOGIN");
            CompletableFuture<Void> save;
            try {
                endConnections();
                save = store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 2, 2, 2))));
                while (store.status().canWrite() && !save.isDone()) {
                    Thread.onSpinWait();
                }
                assertThat(save).isNotDone();
                assertThat(store.status().writeError())
                        .hasValueSatisfying(words -> assertThat(words).startsWith("the database "));
                assertThatThrownBy(() -> get(store.loadEdits(HERE)))
                        .hasCauseInstanceOf(StoreException.class)
                        .hasMessageContaining("cannot be read from jdbc:postgresql://");
            } finally {
                TestPostgres.sql("ALTER ROLE node LOGIN");
            }
            get(save);
            assertThat(get(store.loadEdits(HERE)).edits()).hasSize(2);
            assertThat(store.status().canWrite()).isTrue();
        }
    }

    private static void awaitError(WorldStore store, String words) {
        while (!store.status().writeError().orElse("").contains(words)) {
            Thread.onSpinWait();
        }
        assertThat(store.status().writeError().orElse(""))
                .doesNotContain("INSERT")
                .doesNotContain("\n");
    }

    /** Whatever somebody does to the tables while the node runs: no edit is lost, none is shown as never made, and it goes on when they are back. */
    @ParameterizedTest
    @CsvSource({
        "'ALTER TABLE %s.batch RENAME TO gone', 'ALTER TABLE %s.gone RENAME TO batch', are gone or changed",
        "'ALTER TABLE %s.snapshot RENAME TO gone', 'ALTER TABLE %s.gone RENAME TO snapshot', are gone or changed",
        "'ALTER TABLE %s.batch RENAME bytes TO gone', 'ALTER TABLE %s.batch RENAME gone TO bytes', are gone or changed",
        "'ALTER SCHEMA %s RENAME TO gone', 'ALTER SCHEMA gone RENAME TO %s', are gone or changed",
        "'REVOKE ALL ON %s.batch FROM node', 'GRANT ALL ON %s.batch TO node', may not make or use"
    })
    void waitsForTablesThatAreGone(String take, String give, String words) throws SQLException {
        for (boolean lost : new boolean[] {false, true}) {
            try (WorldStore store = open()) {
                get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1, 1, 1)))));
                TestPostgres.sql(String.format(take, schema()));
                if (lost) {
                    endConnections();
                }
                CompletableFuture<Void> save = store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 2, 2, 2))));
                CompletableFuture<Void> record = store.records().put(new StoredRecord("k", "x", "y", 1));
                if (!take.contains("snapshot")) {
                    awaitError(store, words);
                    assertThat(save).isNotDone();
                    assertThat(record).isNotDone();
                }
                assertThatThrownBy(() -> get(store.loadEdits(HERE)))
                        .hasCauseInstanceOf(StoreException.class)
                        .hasMessageContaining(words);
                TestPostgres.sql(String.format(give, schema()));
                get(save);
                get(record);
                assertThat(get(store.loadEdits(HERE)).edits()).hasSize(2);
                assertThat(store.status().canWrite()).isTrue();
                assertThat(store.status().damagedChunks()).isEmpty();
            }
        }
    }

    @Test
    void aSchemaThatWasDroppedIsNotMadeAgainWhileTheNodeRuns() throws SQLException {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1, 1, 1)))));
            TestPostgres.sql("DROP SCHEMA " + schema() + " CASCADE");
            endConnections();
            CompletableFuture<Void> save = store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 2, 2, 2))));
            awaitError(store, "stop the node, drop its schema and start it again");
            assertThat(save).isNotDone();
        }
        try (WorldStore store = open()) {
            assertThat(get(store.residentChunks())).isEmpty();
        }
    }

    @Test
    void aDamagedRowIsPutAsideAndTheRestServed() throws SQLException {
        try (WorldStore store = open()) {
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(1, 1, 1, 1)))));
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(2, 2, 2, 2)))));
            TestPostgres.sql("UPDATE " + schema() + ".batch SET bytes = '\\x00' WHERE number = 1");
            assertThat(get(store.loadEdits(HERE)).edits()).containsExactly(edit(2, 2, 2, 2));
            assertThat(store.status().damagedChunks()).containsExactly(HERE);
        }
        TestPostgres.sql("DO $$ BEGIN ASSERT (SELECT count(*) FROM " + schema() + ".damaged) = 1; END $$");
    }

    @Test
    void mergesRowsIntoSnapshots() throws SQLException {
        try (WorldStore store = open()) {
            for (int i = 0; i < BatchIndex.MOST_ROWS; i++) {
                get(store.saveChunk(HERE, EditBatch.of(List.of(edit(i, 1, i, 1)))));
            }
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(7, 1, 9_999, 1)))));
            assertThat(get(store.loadEdits(HERE)).edits()).hasSize(BatchIndex.MOST_ROWS);
            TestPostgres.sql(
                    "DO $$ BEGIN ASSERT (SELECT count(*) FROM " + schema() + ".batch WHERE number < 0) = 1; END $$");
            List<Edit> edits = new ArrayList<>();
            for (int i = 0; i < 8_000; i++) {
                edits.add(edit(i, 2, 10_000 + i, 1));
            }
            get(store.saveChunk(HERE, EditBatch.of(edits)));
            get(store.saveChunk(HERE, EditBatch.of(List.of(edit(7, 3, 99_999, 1)))));
            assertThat(get(store.loadEdits(HERE)).edits()).hasSize(8_000);
        }
        TestPostgres.sql("DO $$ BEGIN ASSERT (SELECT count(*) FROM " + schema() + ".batch) <= 1; END $$");
        TestPostgres.sql("DO $$ BEGIN ASSERT (SELECT count(*) FROM " + schema() + ".snapshot) = 1; END $$");
    }

    @Test
    void aNewerVersionIsRefused() throws SQLException {
        open().close();
        TestPostgres.sql("UPDATE " + schema() + ".version SET number = 99");
        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("has version 99, this program knows 2");
    }

    @Test
    void saysWhatIsWrongWithTheSettings() {
        DatabaseSettings good = TestPostgres.settings();
        assertThatThrownBy(() -> PostgresWorldStore.open(new DatabaseSettings(good.url(), "nobody", "x"), node))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("refuses the user or the password");
        assertThatThrownBy(() -> PostgresWorldStore.open(
                        new DatabaseSettings(good.url().replace("/postgres", "/nowhere"), "node", "secret"), node))
                .hasMessageContaining("there is no such database");
        assertThatThrownBy(() -> PostgresWorldStore.open(
                        new DatabaseSettings("jdbc:postgresql://127.0.0.1:1/x", "a", "b"), node))
                .hasMessageContaining("cannot be reached")
                // What follows the last full stop is taken for what to do.
                .hasMessageNotContaining(". ");
        assertThatThrownBy(() -> PostgresWorldStore.open(
                        new DatabaseSettings("jdbc:postgresql://127.0.0.1:port/x", "a", "b"), node))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("the driver does not understand the URL");
        assertThatThrownBy(() -> new DatabaseSettings("jdbc:sqlite:x?password=secret", null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "database url is 'jdbc:sqlite:x', allowed is jdbc:postgresql://host:port/database");
        assertThat(good.toString()).doesNotContain("secret");
    }

    @Test
    void asksForTheDriverByItsNameWhenItIsMissing() throws Exception {
        try (URLClassLoader without = new URLClassLoader(new URL[0], null)) {
            assertThatThrownBy(() -> PostgresWorldStore.driver(without))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("org.postgresql:postgresql");
        }
    }
}
