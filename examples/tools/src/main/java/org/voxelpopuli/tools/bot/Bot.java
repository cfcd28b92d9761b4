package org.voxelpopuli.tools.bot;

import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.voxelpopuli.client.WorldClient;
import org.voxelpopuli.client.WorldClientListener;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;
import org.voxelpopuli.world.Position;

/**
 * One player without a person: does what its behaviour says, ten times a second, through a {@link WorldClient}, and falls when there
 * is no ground under it. {@link #step()} belongs to the crew's timer; the rest may be asked from any thread.
 */
public final class Bot implements WorldClientListener {
    /** In blocks per step. */
    private static final double FALL = 1;

    private final WorldClient client;
    private final Behaviour behaviour;
    private final CrewRecorder recorder;
    private final Set<ChunkPos> seenChunks = new HashSet<>();
    private volatile String doing = "enters";
    private final LongAdder placed = new LongAdder();
    private final DoubleAdder walked = new DoubleAdder();
    private volatile boolean displaced;

    Bot(WorldClient client, Behaviour behaviour, CrewRecorder recorder) {
        this.client = client;
        this.behaviour = behaviour;
        this.recorder = recorder;
        client.addListener(this);
    }

    /** Its name in the world. */
    public String name() {
        return client.player().text();
    }

    /** Where it is. Only after it has entered. */
    public Position position() {
        return client.position();
    }

    /** What it does just now, for people, as in "builds a tower". */
    public String doing() {
        return doing;
    }

    /** The blocks that it has set. */
    public int placed() {
        return placed.intValue();
    }

    /** How far it has gone, in blocks, jumps not counted. */
    double walked() {
        return walked.sum();
    }

    boolean wasDisplaced() {
        return displaced;
    }

    WorldClient client() {
        return client;
    }

    int seenChunks() {
        synchronized (seenChunks) {
            return seenChunks.size();
        }
    }

    CompletableFuture<Bot> enter() {
        return client.connect().thenApply(connected -> this);
    }

    /** A tenth of a second of its life. */
    void step() {
        Surroundings seen = new Surroundings() {
            private final Position here = client.position();

            @Override
            public Position position() {
                return here;
            }

            @Override
            public OptionalInt block(BlockPos at) {
                return client.block(at);
            }
        };
        Position here = seen.position();
        OptionalInt ground = seen.ground(here.x(), here.z());
        if (ground.isPresent() && here.y() > ground.getAsInt() + 1) {
            double y = Math.max(ground.getAsInt() + 1.0, here.y() - FALL);
            move(new Position(here.x(), y, here.z(), here.yaw()));
            return;
        }
        Action action = behaviour.next(seen);
        doing = behaviour.doing();
        if (action instanceof Action.Go go) {
            double distance = Math.hypot(go.to().x() - here.x(), go.to().z() - here.z());
            if (distance < ChunkPos.SIZE) {
                walked.add(distance);
            }
            move(go.to());
        } else if (action instanceof Action.Stand stand) {
            look(here, stand.yaw());
        } else if (action instanceof Action.Place place) {
            look(here, place.yaw());
            placed.increment();
            recorder.change(client.setBlock(place.at(), place.type()));
        }
    }

    private void look(Position here, double yaw) {
        if (yaw != here.yaw()) {
            move(new Position(here.x(), here.y(), here.z(), yaw));
        }
    }

    private void move(Position to) {
        recorder.moved(client.player(), to);
        client.moveTo(to);
    }

    @Override
    public void chunkLoaded(ChunkPos chunk) {
        synchronized (seenChunks) {
            seenChunks.add(chunk);
        }
    }

    @Override
    public void playerMoved(PlayerName player, Position position) {
        recorder.sighted(client.player(), player, position);
    }

    @Override
    public void serverRefused(ChunkPos chunk, String reason) {
        recorder.refused(reason);
    }

    @Override
    public void displaced(String reason) {
        displaced = true;
    }
}
