package org.voxelpopuli.tools.world;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldFile;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.tools.console.Count;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import org.voxelpopuli.world.ChunkPos;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes what a node keeps of a region into a file. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Writes what a node keeps of a region into a file: the edits of its chunks with their stamps, not the terrain. The node must not run.",
            "Exit code 1 if a chunk was damaged; the file holds what is left of it."
        })
final class ExportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The file to write.")
    private Path file = Path.of(".");

    @Option(names = "--force", description = "Replace the file if it is there.")
    private boolean force;

    @Mixin
    private StoreChoice choice = new StoreChoice();

    @Mixin
    private Region region = new Region();

    @Override
    public Integer call() {
        if (!force && Files.exists(file)) {
            throw new ToolException(file + " is there already: --force replaces it.");
        }
        try (WorldStore store = choice.open()) {
            Path half = file.resolveSibling(file.getFileName() + ".part");
            String told = export(store, half);
            Files.move(half, file, StandardCopyOption.REPLACE_EXISTING);
            PrintWriter out = spec.commandLine().getOut();
            out.println(told + " are in " + file);
            out.flush();
            int damaged = store.status().damagedChunks().size();
            if (damaged > 0) {
                spec.commandLine()
                        .getErr()
                        .println(Count.of(damaged, "chunk")
                                + " of the store had damage, and not all of it is in the file.");
            }
            return damaged > 0 ? 1 : 0;
        } catch (IOException e) {
            throw new ToolException("Cannot write " + file + ": " + FileError.words(e), e);
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException cause
                    ? new ToolException(String.valueOf(cause.getMessage()), cause)
                    : e;
        }
    }

    private String export(WorldStore store, Path half) throws IOException {
        List<ChunkPos> chunks = store.residentChunks().join().stream()
                .filter(region::contains)
                .sorted(Comparator.comparingInt(ChunkPos::y)
                        .thenComparingInt(ChunkPos::x)
                        .thenComparingInt(ChunkPos::z))
                .toList();
        long done = 0;
        long written = 0;
        long edits = 0;
        try (FileChannel channel = FileChannel.open(
                        half,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
                OutputStream stream = Channels.newOutputStream(channel);
                WorldFile.Writer out = new WorldFile.Writer(stream, System.currentTimeMillis());
                Progress progress = new Progress(spec.commandLine().getErr(), "Export", chunks.size(), " chunks")) {
            for (ChunkPos chunk : chunks) {
                EditBatch batch = store.loadEdits(chunk).join();
                if (!batch.isEmpty()) {
                    out.write(new WorldFile.Entry(chunk, batch));
                    written++;
                    edits += batch.edits().size();
                }
                progress.show(++done, "");
            }
            out.finish();
            channel.force(true);
        }
        return Count.of(written, "edited chunk") + " with " + Count.of(edits, "edit");
    }
}
