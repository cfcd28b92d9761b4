package org.voxelpopuli.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL server of this process, started once, for all tests; where it cannot be, they are skipped. It refuses to run as root, which it then does as nobody. */
final class TestPostgres {
    private static @Nullable EmbeddedPostgres server;
    private static String failure = "";

    private TestPostgres() {}

    static synchronized EmbeddedPostgres server() {
        if (server == null && failure.isEmpty()) {
            try {
                EmbeddedPostgres started = EmbeddedPostgres.builder().start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(started)));
                server = started;
                sql("CREATE ROLE node LOGIN PASSWORD 'secret'", "GRANT CREATE ON DATABASE postgres TO node");
            } catch (IOException | RuntimeException | SQLException e) {
                failure = "no PostgreSQL can be started here: " + e;
            }
        }
        Assumptions.assumeTrue(failure.isEmpty(), failure);
        return java.util.Objects.requireNonNull(server);
    }

    private static void stop(EmbeddedPostgres started) {
        try {
            started.close();
        } catch (IOException e) {
            System.err.println("PostgreSQL is not stopped: " + e);
        }
    }

    /** As its superuser. */
    static void sql(String... statements) throws SQLException {
        try (Connection connection = server().getPostgresDatabase().getConnection();
                Statement sql = connection.createStatement()) {
            for (String statement : statements) {
                sql.execute(statement);
            }
        }
    }

    static DatabaseSettings settings() {
        return new DatabaseSettings(
                "jdbc:postgresql://127.0.0.1:" + server().getPort() + "/postgres", "node", "secret");
    }
}
