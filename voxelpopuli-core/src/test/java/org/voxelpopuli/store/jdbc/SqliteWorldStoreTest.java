package org.voxelpopuli.store.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.store.WorldStoreContract;

@DisplayName("The SQLite store")
final class SqliteWorldStoreTest extends WorldStoreContract {
    @TempDir
    Path folder;

    @Override
    protected WorldStore open() {
        return SqliteWorldStore.open(folder);
    }
}
