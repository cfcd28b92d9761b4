package org.voxelpopuli.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.voxelpopuli.store.StoreException;
import org.voxelpopuli.store.jdbc.BatchIndex.Due;
import org.voxelpopuli.world.ChunkPos;

/**
 * The thread that writes. All writes that wait become durable in one transaction (group commit), while the next ones gather.
 *
 * <p>When the surroundings fail (a full disk, somebody's lock, a bad cable) nothing is given up: the group stays in the queue, its futures
 * stay open, and it is tried again after a growing pause until it succeeds. The alternative, to fail the futures at once, would make every
 * caller keep and repeat its writes. A write that fails for a reason of its own (a damaged page) fails alone.
 */
final class Committer implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(JdbcWorldStore.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    /** How long a write is tried before close() gives up; one that has failed for longer is tried once more. */
    private static final long LAST_TRIES_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** While writes wait, rows are merged after every so many commits. */
    private static final int COMMITS_BETWEEN = 16;

    /** Or after so many rows: twice what one merge takes, so that they do not heap up, however many chunks a commit has. */
    private static final int ROWS_BETWEEN = 2 * BatchIndex.MOST_ROWS;

    /** After that, what is not urgent is done. */
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final WriteQueue queue;
    private final Dialect dialect;
    private final WriteConnection connection;
    private final BatchIndex index;
    private final DamagedChunks damaged;
    private final String location;
    private boolean mayCompact = true;
    private int rowsSince;

    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong writes = new AtomicLong();
    private volatile long lastCommitNanos;
    private volatile @Nullable String error;

    Committer(
            WriteQueue queue,
            Dialect dialect,
            WriteConnection connection,
            BatchIndex index,
            DamagedChunks damaged,
            String location) {
        this.queue = queue;
        this.dialect = dialect;
        this.connection = connection;
        this.index = index;
        this.damaged = damaged;
        this.location = location;
    }

    Optional<String> error() {
        return Optional.ofNullable(error);
    }

    long commits() {
        return commits.get();
    }

    long writes() {
        return writes.get();
    }

    long lastCommitNanos() {
        return lastCommitNanos;
    }

    @Override
    public void run() {
        try {
            for (List<Write> group = queue.group(); !group.isEmpty(); group = queue.group()) {
                persist(group);
                // Under load now and then, so that writes do not wait for it much.
                if (queue.size() == 0 || commits.get() % COMMITS_BETWEEN == 0 || rowsSince >= ROWS_BETWEEN) {
                    rowsSince = 0;
                    compact(index.due());
                    deleteMergedRows(index.hasManyMergedRows());
                }
                while (mayCompact && isAnythingDueWhenIdle() && queue.isIdleFor(IDLE)) {
                    Optional<Due> due = index.dueWhenIdle();
                    compact(due);
                    deleteMergedRows(due.isEmpty());
                }
            }
        } catch (ClosedWhileFailing e) {
            LOG.debug("{}: {}", location, e.getMessage());
        } catch (InterruptedException | RuntimeException | Error e) {
            LOG.error("The writer of {} ends: {}", location, e.getMessage(), e);
        }
        queue.close();
        giveUp();
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.warn("Closing {}: {}", location, dialect.words(e), e);
        }
    }

    /** Returns when each write is durable or has failed for good. */
    private void persist(List<Write> group) throws InterruptedException {
        Exception reason = commit(group);
        if (reason == null) {
            return;
        }
        if (group.size() > 1) {
            for (Write write : group) {
                persist(List.of(write));
            }
            return;
        }
        Write write = group.get(0);
        String words = write.subject() + " is not saved to " + location + ": " + words(reason);
        if (reason instanceof SQLException) {
            LOG.error("{}. Others are not concerned", words);
            LOG.debug("In full", reason);
        } else {
            LOG.error("{}. Others are not concerned", words, reason);
        }
        error = words;
        queue.remove(1);
        write.durable().completeExceptionally(new StoreException(words, reason));
    }

    /** Commits, trying again while the surroundings are to blame. Returns why the group itself cannot be committed, null if it is. */
    private @Nullable Exception commit(List<Write> group) throws InterruptedException {
        long began = System.nanoTime();
        boolean lastTry = false;
        for (Duration pause = FIRST_PAUSE; ; pause = longer(pause)) {
            try {
                long start = System.nanoTime();
                WriteStatements.Changes changes = connection.commit(group);
                lastCommitNanos = System.nanoTime() - start;
                // First, since a reader looks into the queue, then into the index.
                note(changes);
                committed(group);
                return null;
            } catch (SQLException e) {
                if (!dialect.passes(e)) {
                    return e;
                }
                failed(e);
            } catch (RuntimeException e) {
                return e;
            }
            if (!queue.isClosed()) {
                queue.pause(pause);
            } else if (lastTry) {
                throw new ClosedWhileFailing();
            } else {
                lastTry = System.nanoTime() - began > LAST_TRIES_NANOS;
                TimeUnit.MILLISECONDS.sleep(FIRST_PAUSE.toMillis());
            }
        }
    }

    private static Duration longer(Duration pause) {
        Duration twice = pause.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private void committed(List<Write> group) {
        commits.incrementAndGet();
        writes.addAndGet(group.size());
        queue.remove(group.size());
        if (error != null) {
            error = null;
            LOG.info("{} is written again; {} writes have been caught up", location, group.size());
        }
        for (Write write : group) {
            write.durable().complete(null);
        }
    }

    private void note(WriteStatements.Changes changes) {
        mayCompact = true;
        rowsSince += changes.added().size();
        changes.removed().forEach(index::forget);
        changes.added().forEach((position, row) -> {
            if (index.isNew(position)) {
                index.begin(position, connection.snapshotBytes(position));
            }
            index.add(position, row);
        });
    }

    private boolean isAnythingDueWhenIdle() {
        return index.dueWhenIdle().isPresent() || index.hasMergedRows();
    }

    private void deleteMergedRows(boolean isDue) {
        if (!isDue || !mayCompact) {
            return;
        }
        try {
            connection.deleteMergedRows();
        } catch (SQLException e) {
            LOG.warn("Rows that are merged are not deleted in {}: {}", location, dialect.words(e));
            if (dialect.passes(e)) {
                mayCompact = false;
            } else {
                index.postponeMergedRows();
            }
        }
    }

    /** Nothing is lost if it fails: the rows stay, and it is tried again when the chunk has more. */
    private void compact(Optional<Due> next) {
        if (next.isEmpty() || !mayCompact) {
            return;
        }
        ChunkPos position = next.get().position();
        try {
            damaged.note(location, dialect, position, connection.compact(next.get()));
        } catch (SQLException e) {
            LOG.warn("The rows of chunk {} are not merged in {}: {}", position, location, dialect.words(e));
            if (dialect.passes(e)) {
                // Until the next write has succeeded.
                mayCompact = false;
            } else {
                index.postpone(position);
            }
        }
    }

    private void failed(SQLException e) {
        String words = dialect.words(e);
        if (!words.equals(error)) {
            error = words;
            LOG.error("{} cannot be written: {}. Writes wait in memory and are tried again", location, words);
            LOG.debug("In full", e);
        }
    }

    private void giveUp() {
        List<Write> lost = queue.waiting();
        if (lost.isEmpty()) {
            return;
        }
        String reason = error().orElse("the store is closed");
        LOG.error("{} writes are not saved to {}: {}", lost.size(), location, reason);
        for (Write write : lost) {
            write.durable()
                    .completeExceptionally(
                            new StoreException(write.subject() + " is not saved to " + location + ": " + reason, null));
        }
        queue.remove(lost.size());
    }

    /** No bug: {@link #failed} has said why. */
    private static final class ClosedWhileFailing extends RuntimeException {
        private static final long serialVersionUID = 1;

        ClosedWhileFailing() {
            super("closed while the database cannot be written");
        }
    }

    private String words(Exception e) {
        return e instanceof SQLException sql ? dialect.words(sql) : String.valueOf(e);
    }
}
