package org.voxelpopuli.tools.world;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.store.FileError;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.WorldFile;
import org.voxelpopuli.store.WorldStore;
import org.voxelpopuli.tools.console.Count;
import org.voxelpopuli.tools.console.Progress;
import org.voxelpopuli.tools.console.ToolException;
import org.voxelpopuli.tools.console.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Merges a file into what a node keeps. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        description = {
            "Merges a file that export wrote into what a node keeps, by the stamps of the edits: where a block was changed later than in the file,"
                    + " the later change stays, and blocks that the file does not name stay as they are. The node must not run.",
            "The file is checked as a whole before anything is changed."
        })
final class ImportCommand implements Callable<Integer> {
    /** As nodes refuse stamps: such edits would win for that long. */
    private static final long MOST_AHEAD_MILLIS = 60_000;

    private static final int MOST_UNDER_WAY = 32;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "FILE", description = "The file to read.")
    private Path file = Path.of(".");

    @Mixin
    private StoreChoice choice = new StoreChoice();

    @Mixin
    private Region region = new Region();

    @FunctionalInterface
    private interface Use {
        void of(WorldFile.Entry entry) throws IOException;
    }

    @Override
    public Integer call() {
        long[] count = new long[2];
        try {
            long newest = System.currentTimeMillis() + MOST_AHEAD_MILLIS;
            long chunks = each(Integer.MAX_VALUE, "Check", entry -> {
                requireStamps(entry, newest);
                if (region.contains(entry.position())) {
                    count[0]++;
                    count[1] += entry.edits().edits().size();
                }
            });
            try (WorldStore store = choice.open()) {
                merge(store, chunks);
            }
        } catch (IOException e) {
            throw new ToolException("Cannot read " + file + ": " + FileError.words(e), e);
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreException cause
                    ? new ToolException(String.valueOf(cause.getMessage()), cause)
                    : e;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(Count.of(count[0], "chunk") + " with " + Count.of(count[1], "edit") + " are merged from " + file);
        out.flush();
        return 0;
    }

    private void requireStamps(WorldFile.Entry entry, long newest) throws IOException {
        for (Edit edit : entry.edits().edits()) {
            if (Long.compareUnsigned(edit.stamp().millis(), newest) > 0) {
                throw new IOException("an edit of chunk " + entry.position() + " is stamped "
                        + (edit.stamp().millis() - newest + MOST_AHEAD_MILLIS)
                        + " ms ahead of this machine's clock, allowed is " + MOST_AHEAD_MILLIS);
            }
        }
    }

    private void merge(WorldStore store, long chunks) throws IOException {
        Deque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
        each(chunks, "Import", entry -> {
            if (region.contains(entry.position())) {
                underWay.add(store.saveChunk(entry.position(), entry.edits()));
                if (underWay.size() > MOST_UNDER_WAY) {
                    underWay.remove().join();
                }
            }
        });
        underWay.forEach(CompletableFuture::join);
    }

    /** Returns how many chunks there are. */
    private long each(long chunks, String task, Use use) throws IOException {
        long done = 0;
        try (WorldFile.Reader in = new WorldFile.Reader(Files.newInputStream(file));
                Progress progress = new Progress(spec.commandLine().getErr(), task, chunks, " chunks")) {
            for (Optional<WorldFile.Entry> next = in.next(); next.isPresent(); next = in.next()) {
                use.of(next.get());
                progress.show(++done, "");
            }
        }
        return done;
    }
}
