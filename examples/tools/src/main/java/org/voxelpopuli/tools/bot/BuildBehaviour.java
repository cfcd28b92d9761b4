package org.voxelpopuli.tools.bot;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.Position;

/** Walks to a place, looks at it, builds a {@link Structure} block by block at arm's length, rests, goes on. */
final class BuildBehaviour implements Behaviour {
    /** From the builder to the middle of what it builds, so that it does not build itself in. */
    private static final int ARMS_LENGTH = 6;

    private final RandomGenerator random;
    private final Walker walker = new Walker();
    /** The ground of each column as it was before building. */
    private final Map<Long, OptionalInt> ground = new HashMap<>();

    private boolean begun;
    private double planX;
    private double planZ;
    private double heading;
    private Structure structure = new Structure("nothing", List.of());
    private int middleX;
    private int middleZ;
    private int nextBlock;
    private int stepsBetweenBlocks;
    private int wait;

    BuildBehaviour(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public Action next(Surroundings seen) {
        Position here = seen.position();
        if (!begun) {
            begun = true;
            planX = here.x();
            planZ = here.z();
            heading = random.nextDouble(360);
            planSite();
        }
        if (!walker.isDone()) {
            return walker.next(seen);
        }
        if (!isAtSite(here)) {
            planSite();
            return new Action.Stand(here.yaw());
        }
        if (wait-- > 0) {
            return new Action.Stand(Heading.turned(here.yaw(), lookAt(middleX, middleZ, here)));
        }
        wait = stepsBetweenBlocks;
        while (nextBlock < structure.blocks().size()) {
            Structure.Block block = structure.blocks().get(nextBlock++);
            int x = middleX + block.dx();
            int z = middleZ + block.dz();
            OptionalInt floor =
                    ground.computeIfAbsent(((long) x << 32) | (z & 0xFFFF_FFFFL), column -> groundInReach(seen, x, z));
            if (floor.isPresent()) {
                BlockPos at = new BlockPos(x, floor.getAsInt() + 1 + block.up(), z);
                return new Action.Place(at, block.type(), lookAt(x, z, here));
            }
        }
        planSite();
        return new Action.Stand(here.yaw());
    }

    /** Empty where the hill is higher than the builder reaches: what it sees there is no ground but a slope. */
    private static OptionalInt groundInReach(Surroundings seen, int x, int z) {
        OptionalInt top = seen.ground(x, z);
        return top.isPresent() && top.getAsInt() > Math.floor(seen.position().y()) + 1 ? OptionalInt.empty() : top;
    }

    /** Not so if the way was barred. */
    private boolean isAtSite(Position here) {
        return Math.hypot(planX - here.x(), planZ - here.z()) < 2;
    }

    private static double lookAt(int x, int z, Position from) {
        return Heading.of(x + 0.5 - from.x(), z + 0.5 - from.z());
    }

    /** Draws in the same order for each site. */
    private void planSite() {
        heading = Heading.normal(heading + random.nextGaussian() * 60);
        double length = random.nextDouble(12, 28);
        structure = Structure.plan(random);
        stepsBetweenBlocks = random.nextInt(2, 6);
        planX += length * Heading.dx(heading);
        planZ += length * Heading.dz(heading);
        middleX = (int) Math.floor(planX + ARMS_LENGTH * Heading.dx(heading));
        middleZ = (int) Math.floor(planZ + ARMS_LENGTH * Heading.dz(heading));
        nextBlock = 0;
        ground.clear();
        wait = 2 * STEPS_PER_SECOND;
        walker.goTo(planX, planZ);
    }

    @Override
    public String doing() {
        return walker.isDone() && nextBlock > 0
                ? "builds " + structure.name() + " of " + structure.blocks().size() + " blocks at " + middleX + ","
                        + middleZ
                : "looks for a place to build";
    }
}
