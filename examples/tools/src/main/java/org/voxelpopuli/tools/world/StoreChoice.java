package org.voxelpopuli.tools.world;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.KeyFile;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.jdbc.DatabaseSettings;
import org.voxelpopuli.store.jdbc.PostgresWorldStore;
import org.voxelpopuli.store.jdbc.SqliteWorldStore;
import org.voxelpopuli.tools.console.ToolException;
import picocli.CommandLine.Option;

/** The options that tell where a node keeps its world. */
final class StoreChoice {
    @Option(
            names = "--data",
            defaultValue = "./voxelpopuli-data",
            description = "The data folder of the node, which must not run. Default: ${DEFAULT-VALUE}.")
    private Path data = Path.of(".");

    @Option(
            names = "--jdbc-url",
            description =
                    "The database of a node with store jdbc; its data folder holds its key. Without it, the world is in the data folder.")
    private @Nullable String url;

    @Option(names = "--jdbc-user", description = "The user of the database.")
    private @Nullable String user;

    @Option(
            names = "--jdbc-password",
            description = "That user's password. Default: what the variable VOXELPOPULI_JDBC_PASSWORD holds.")
    private @Nullable String password = System.getenv("VOXELPOPULI_JDBC_PASSWORD");

    /** Opens it, unless nothing is there. */
    WorldStore open() {
        Path mark = data.resolve(url == null ? SqliteWorldStore.FILE : KeyFile.FILE);
        if (!Files.exists(mark)) {
            throw new ToolException("There is no " + mark + ": --data must name the data folder of a node.");
        }
        try {
            if (url == null) {
                return SqliteWorldStore.open(data);
            }
            WriterId node = WriterId.of(KeyFile.loadOrCreate(data, 0).id());
            return PostgresWorldStore.open(new DatabaseSettings(url, user, password), node);
        } catch (StoreException | IllegalArgumentException e) {
            throw new ToolException(String.valueOf(e.getMessage()), e);
        }
    }
}
