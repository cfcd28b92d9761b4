package org.voxelpopuli.store.jdbc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.edits.Stamp;
import org.voxelpopuli.edits.WriterId;
import org.voxelpopuli.world.ChunkPos;

/**
 * A process that writes edit after edit, each into a voxel of its own, and prints the number of each once it is durable. It ends by itself
 * after a while, should nobody kill it.
 */
final class WritingProcess {
    static final int CHUNKS = 8;
    private static final int MOST = 20_000;

    private WritingProcess() {}

    static Process start(Path folder) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WritingProcess.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    static Edit edit(long number) {
        byte[] writer = new byte[WriterId.LENGTH];
        writer[0] = (byte) number;
        return new Edit((int) (number / CHUNKS), (int) (number % 60_000), new Stamp(number, WriterId.of(writer)));
    }

    static boolean isIntact(Edit edit) {
        return edit.equals(edit(edit.stamp().time()));
    }

    /** The first number that is not in the store. */
    static long next(SqliteWorldStore store) throws InterruptedException, ExecutionException {
        long next = 0;
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            for (Edit edit : store.loadEdits(new ChunkPos(chunk, 0, 0)).get().edits()) {
                next = Math.max(next, edit.stamp().time() + 1);
            }
        }
        return next;
    }

    public static void main(String[] arguments) throws Exception {
        SqliteWorldStore store = SqliteWorldStore.open(Path.of(arguments[0]));
        System.out.println("open");
        // Many writes in flight, so that the kill meets groups.
        Semaphore inFlight = new Semaphore(64);
        long first = next(store);
        CompletableFuture<?> last = CompletableFuture.completedFuture(null);
        for (long i = first; i < first + MOST; i++) {
            long number = i;
            inFlight.acquire();
            last = store.saveChunk(new ChunkPos((int) (number % CHUNKS), 0, 0), EditBatch.of(List.of(edit(number))))
                    .whenComplete((done, failure) -> {
                        System.out.println(failure == null ? String.valueOf(number) : failure);
                        inFlight.release();
                    });
        }
        last.join();
        store.close();
    }
}
