package org.voxelpopuli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.voxelpopuli.identity.IdPuzzle;
import org.voxelpopuli.identity.NodeIdentity;

class KeyFileTest {
    @TempDir
    Path folder;

    @Test
    @DisplayName("D9 the identity is made once, and only its owner may read it")
    void madeOnceForItsOwnerAlone() throws IOException {
        NodeIdentity first = KeyFile.loadOrCreate(folder, 4);
        NodeIdentity again = KeyFile.loadOrCreate(folder, 4);

        assertThat(again.id()).isEqualTo(first.id());
        byte[] message = {7};
        assertThat(first.scheme().verify(first.publicKey(), message, again.sign(message)))
                .isTrue();
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(file());
        }
    }

    private Path file() {
        return folder.resolve(KeyFile.FILE);
    }

    @Test
    void aHalfWrittenKeyOfACrashIsReplaced() throws IOException {
        Files.writeString(folder.resolve(KeyFile.FILE + ".new"), "public key 12");
        assertThat(KeyFile.loadOrCreate(folder, 0).id()).hasSize(20);
    }

    @Test
    void aDamagedFileIsNotReplacedButNamed() throws IOException {
        String good = Files.readString(created());
        for (String bad : new String[] {
            "",
            "hello",
            good.substring(0, good.length() / 2),
            good.replaceFirst("public key ....", "public key 0000"),
            good.replaceFirst("KEY-----\n....", "KEY-----\nAAAA"),
            good.repeat(50)
        }) {
            Files.writeString(file(), bad);
            assertThatThrownBy(() -> KeyFile.loadOrCreate(folder, 0))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining(file().toString())
                    .hasMessageContaining("damaged")
                    .hasMessageContaining("Restore it from a backup");
            assertThat(file()).hasContent(bad);
        }
    }

    private Path created() {
        KeyFile.loadOrCreate(folder, 0);
        return file();
    }

    @Test
    void aKeyOfAnEasierPuzzleIsNamed() {
        NodeIdentity easy = KeyFile.loadOrCreate(folder, 0);
        int bits = 1;
        while (IdPuzzle.isSolvedBy(easy.id(), bits)) {
            bits++;
        }
        int harder = bits;
        assertThatThrownBy(() -> KeyFile.loadOrCreate(folder, harder))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("easier puzzle than the " + harder + " bits");
    }

    @Test
    void aFolderThatIsNotThereIsMade() {
        Path deep = folder.resolve("a/b");
        assertThat(KeyFile.loadOrCreate(deep, 0).id())
                .isEqualTo(KeyFile.loadOrCreate(deep, 0).id());
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> KeyFile.loadOrCreate(file, 0))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("Check its owner and mode");
    }
}
