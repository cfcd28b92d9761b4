package org.voxelpopuli.kademlia.judge;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.voxelpopuli.edits.Edit;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.simulation.DatagramDuplication;
import org.voxelpopuli.simulation.DatagramLoss;
import org.voxelpopuli.simulation.DiskFault;
import org.voxelpopuli.simulation.NetworkFault;
import org.voxelpopuli.simulation.OneWayPartition;
import org.voxelpopuli.simulation.Partition;
import org.voxelpopuli.simulation.Reordering;
import org.voxelpopuli.simulation.SimulatedHost;
import org.voxelpopuli.world.ChunkPos;

/** Does to a world what its scenario says. */
final class Disturber {
    /** By then another node serves what was the chunk of one that died. */
    private static final Duration TAKEN_OVER = Duration.ofSeconds(8);

    private static final Duration HALF_A_SECOND = Duration.ofMillis(500);

    private final JudgedWorld world;
    /** How to end what is going on, in the order of its beginning. */
    private final List<Runnable> cures = new ArrayList<>();

    private final RandomGenerator random;
    private int separating;
    private boolean healed;

    /** Those that wait for an edit to come to a disk. */
    private final Queue<Fault> midway = new ArrayDeque<>();

    Disturber(JudgedWorld world) {
        this.world = world;
        this.random = world.simulation.random("disturber");
    }

    /** Whether nodes that live may not reach each other, or their disks, now. */
    boolean separates() {
        return separating > 0;
    }

    /** From the beginning, where the scenario has differing clocks. */
    void skewClocks() {
        if (world.scenario.kinds().contains(FaultKind.SKEW)) {
            world.members().forEach(member -> member.skew(someSkew()));
        }
    }

    private Duration someSkew() {
        return Duration.ofMillis(random.nextLong(-HALF_A_SECOND.toMillis(), HALF_A_SECOND.toMillis() + 1));
    }

    /** Ends everything, and starts every node that is down. */
    void healAll() {
        healed = true;
        List.copyOf(cures).forEach(Runnable::run);
        cures.clear();
        world.members().forEach(Member::start);
    }

    void begin(Fault fault) {
        if (healed || (fault.node() >= 0 && !world.scenario.has(fault.node()))) {
            return;
        }
        Member member = world.member(fault.node());
        switch (fault.kind()) {
            case CRASH -> crash(member, fault.span());
            case MIDWAY -> midway.add(fault);
            case WIPE -> {
                member.crash();
                member.disk.wipe();
                member.lost();
                restart(member, fault.span());
            }
            case TORN -> tear(fault, member);
            case ROLLING -> rolling(fault);
            case MASS -> mass(fault);
            case LEAVE -> {
                member.stop();
                restart(member, fault.span().plusSeconds(2));
            }
            case JOIN -> world.member(world.scenario.nodes() + fault.number()).start();
            case PARTITION, ONE_WAY -> network(fault, cut(fault));
            case LOSS -> network(fault, new DatagramLoss(fault.share(0) / 2));
            case DUPLICATION -> network(fault, new DatagramDuplication(fault.share(0), HALF_A_SECOND));
            case REORDERING -> network(fault, new Reordering(fault.share(0) / 2, HALF_A_SECOND));
            case RESET -> {
                SimulatedHost host = member.host();
                if (host != null) {
                    host.resetConnections();
                    world.disturbance();
                }
            }
            case STALL -> stall(fault, member);
            case SKEW -> member.skew(someSkew());
            case JUMP -> jump(fault, member);
            case FULL -> disk(fault, member, new DiskFault.Full());
            case FAILING -> disk(fault, member, new DiskFault.FailingWrites(0.5));
            case SLOW -> disk(fault, member, new DiskFault.Slow(Duration.ofSeconds(2)));
            case READS -> disk(fault, member, new DiskFault.FailingReads(0.5));
        }
    }

    /** Edits came to the disk of a node. */
    void saved(Member member, ChunkPos chunk, EditBatch edits) {
        Fault fault = midway.peek();
        if (fault == null) {
            return;
        }
        boolean atKeeper = fault.share(0) < 0.5;
        for (Edit edit : edits.edits()) {
            boolean own = edit.stamp().writer().equals(member.writer);
            boolean untold = world.ledger
                    .fate(edit.block(), chunk)
                    .filter(fate -> !fate.over)
                    .isPresent();
            if (untold && own != atKeeper) {
                midway.remove();
                Duration down = atKeeper ? fault.span().plus(TAKEN_OVER) : fault.span();
                world.after(Duration.ZERO, () -> loseOwner(edit, down));
                return;
            }
        }
    }

    private void loseOwner(Edit edit, Duration down) {
        if (!healed) {
            world.members().stream()
                    .filter(member -> edit.stamp().writer().equals(member.writer))
                    .forEach(member -> crash(member, down));
        }
    }

    private void crash(Member member, Duration down) {
        member.crash();
        restart(member, down);
    }

    private void restart(Member member, Duration after) {
        world.after(after, () -> {
            if (!healed) {
                member.start();
            }
        });
    }

    private void tear(Fault fault, Member member) {
        DiskFault torn = new DiskFault.TornWrites(0.7);
        DiskFault slow = new DiskFault.Slow(Duration.ofMillis(100));
        member.disk.add(torn);
        member.disk.add(slow);
        Runnable mend = () -> {
            member.disk.remove(torn);
            member.disk.remove(slow);
        };
        cures.add(mend);
        world.after(Duration.ofMillis(500), () -> {
            if (cures.remove(mend)) {
                member.crash();
                // What was damaged counts as lost, and so may the rest.
                member.lost();
                mend.run();
                restart(member, fault.span());
            }
        });
    }

    /** One after the other, in good order or not, so that all are up again before the next one is. */
    private void rolling(Fault fault) {
        boolean orderly = fault.share(0) < 0.5;
        Duration gap = Duration.ofMillis(1_000 + (long) (fault.share(1) * 2_000));
        Duration down = Duration.ofMillis(200 + (long) (fault.share(2) * 800));
        Duration at = Duration.ZERO;
        for (Member member : world.members()) {
            world.after(at, () -> {
                if (healed) {
                    return;
                }
                if (orderly) {
                    member.stop();
                } else {
                    member.crash();
                }
                restart(member, down);
            });
            at = at.plus(gap);
        }
    }

    private void mass(Fault fault) {
        double share = fault.share(0) < 0.5 ? 1 : 0.5 + fault.share(1) / 2;
        int index = 2;
        for (Member member : world.members()) {
            if (fault.share(index++) <= share) {
                crash(member, Duration.ofMillis(500 + (long) (fault.share(index++) * 3_000)));
            }
        }
    }

    private NetworkFault cut(Fault fault) {
        Set<InetAddress> left = new HashSet<>();
        Set<InetAddress> right = new HashSet<>();
        double share = 0.2 + 0.6 * fault.share(0);
        int index = 1;
        for (Member member : world.members()) {
            (fault.share(index++) < share ? left : right).add(member.address());
        }
        for (Player player : world.players()) {
            (fault.share(index++) < share ? left : right).add(player.host.address());
        }
        return fault.kind() == FaultKind.PARTITION ? new Partition(left, right) : new OneWayPartition(left, right);
    }

    private void network(Fault fault, NetworkFault wrong) {
        world.simulation.network().add(wrong);
        lasts(fault, () -> world.simulation.network().remove(wrong));
    }

    private void stall(Fault fault, Member member) {
        SimulatedHost host = member.host();
        if (host != null) {
            host.stall();
            lasts(fault, host::goOn);
        }
    }

    private void jump(Fault fault, Member member) {
        double draw = fault.share(0);
        Duration jump = draw < 0.2
                ? Duration.ofHours(-1)
                : Duration.ofMillis((long) ((fault.share(1) - 0.5) * (draw < 0.6 ? 1_000 : 60_000)));
        member.skew(jump);
        Duration after = world.scenario.kinds().contains(FaultKind.SKEW) ? someSkew() : Duration.ZERO;
        lasts(fault, () -> member.skew(after));
    }

    private void disk(Fault fault, Member member, DiskFault wrong) {
        member.disk.add(wrong);
        lasts(fault, () -> member.disk.remove(wrong));
    }

    /** Until its time is over, or all is healed. */
    private void lasts(Fault fault, Runnable end) {
        boolean separates = fault.kind().separates();
        if (separates) {
            separating++;
        }
        Runnable[] cure = new Runnable[1];
        cure[0] = () -> {
            if (cures.remove(cure[0])) {
                end.run();
                if (separates) {
                    separating--;
                    world.disturbance();
                }
            }
        };
        cures.add(cure[0]);
        world.after(fault.span(), cure[0]);
    }
}
