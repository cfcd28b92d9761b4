package org.voxelpopuli.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.edits.AppliedRange;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.store.WorldFile.Entry;
import org.voxelpopuli.world.ChunkPos;

final class WorldFileTest {
    private static final Entry FIRST = entry(new ChunkPos(-1, 2, ChunkPos.MAX), 3);
    private static final Entry SECOND = entry(new ChunkPos(5, ChunkPos.MIN, 0), 300);

    private static Entry entry(ChunkPos position, int edits) {
        WriterId writer = WriterId.of(new byte[WriterId.LENGTH]);
        List<Edit> all = new ArrayList<>();
        for (int i = 0; i < edits; i++) {
            all.add(new Edit(i * 7, i, new Stamp(1_000 + i, writer)));
        }
        return new Entry(position, new EditBatch(all, List.of(new AppliedRange(7, 1, edits, 1_000))));
    }

    private static byte[] write(Entry... entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (WorldFile.Writer writer = new WorldFile.Writer(out, 77)) {
            for (Entry entry : entries) {
                writer.write(entry);
            }
            writer.finish();
        }
        return out.toByteArray();
    }

    private static List<Entry> read(byte[] bytes) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (WorldFile.Reader reader = new WorldFile.Reader(new ByteArrayInputStream(bytes))) {
            assertThat(reader.writtenMillis()).isEqualTo(77);
            for (Optional<Entry> next = reader.next(); next.isPresent(); next = reader.next()) {
                entries.add(next.get());
            }
            assertThat(reader.next()).isEmpty();
        }
        return entries;
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        assertThat(read(write())).isEmpty();
        assertThat(read(write(FIRST, SECOND))).containsExactly(FIRST, SECOND);
    }

    @Test
    void itsBytesStayAsTheyAre() throws IOException {
        Entry entry = new Entry(new ChunkPos(1, -1, 0), EditBatch.EMPTY);
        assertThat(HexFormat.of().formatHex(write(entry)))
                .as("signature, version, time; chunk, its position, length, content, checksum; end, number, checksum")
                .startsWith("895658570d0a1a0a" + "0001" + "000000000000004d" + "01" + "00000001ffffffff00000000"
                        + "00000008" + "01000000")
                .hasSize(2 * (18 + 1 + 12 + 4 + 8 + 4 + 1 + 8 + 4));
    }

    @Test
    void eachFlippedBitIsFound() throws IOException {
        byte[] whole = write(FIRST, SECOND);
        Random random = new Random(3);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = whole.clone();
            int at = random.nextInt(damaged.length);
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> read(damaged))
                    .as("byte %s", at)
                    .isInstanceOfAny(IOException.class, AssertionError.class);
        }
    }

    @Test
    void eachCutIsFound() throws IOException {
        byte[] whole = write(FIRST, SECOND);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class).hasMessageContaining("cut off");
        }
        assertThatThrownBy(() -> read(Arrays.copyOf(whole, whole.length + 1)))
                .hasMessageContaining("something follows its end");
    }

    @Test
    void otherFilesAndNewerVersionsAreRefused() throws IOException {
        assertThatThrownBy(() -> read("A letter to my grandmother".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .hasMessage("it is no world file");
        byte[] newer = write(FIRST);
        newer[9] = 2;
        assertThatThrownBy(() -> read(newer)).hasMessage("it has version 2, known is up to 1");
    }

    @Test
    void aClaimedLengthTakesNoMemory() throws IOException {
        byte[] bytes = write(FIRST);
        bytes[18 + 1 + 12] = 0x7F;
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("allowed is " + WorldFile.MAX_CHUNK_BYTES);
    }
}
