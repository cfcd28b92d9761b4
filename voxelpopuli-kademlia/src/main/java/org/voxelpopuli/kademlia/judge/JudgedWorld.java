package org.voxelpopuli.kademlia.judge;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.runtime.Worker;
import org.voxelpopuli.simulation.Simulation;
import org.voxelpopuli.world.BlockPos;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.BlockTypes;
import org.voxelpopuli.world.ChunkPos;

/** A scenario while it is played. */
final class JudgedWorld {
    /** Each edit sets a block of its own type, so that it is known wherever it shows up. */
    static final BlockTypes BLOCKS = blocks();

    /** So long must nothing have been wrong before two disks are asked for at each acknowledgement: failed calls and dead connections are noticed by then. */
    static final Duration CALM = Duration.ofSeconds(10);

    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    final Scenario scenario;
    final Sabotage sabotage;
    final Simulation simulation;
    final Ledger ledger;
    private final Worker conductor;
    private final Map<Integer, Member> members = new LinkedHashMap<>();
    private final List<Player> players = new ArrayList<>();
    private final Disturber disturber;
    private Duration lastDisturbance = Duration.ZERO;

    JudgedWorld(Scenario scenario, Sabotage sabotage) {
        this.scenario = scenario;
        this.sabotage = sabotage;
        this.simulation = new Simulation(scenario.seed());
        this.ledger = new Ledger(simulation::elapsed, this::isCalm);
        this.conductor = simulation.newHost("conductor").worker("conductor");
        RandomGenerator random = simulation.random("world");
        simulation
                .network()
                .latency(Duration.ofMillis(random.nextInt(1, 10)), Duration.ofMillis(random.nextInt(10, 40)));
        for (int number = 0; number < scenario.nodes(); number++) {
            if (scenario.has(number)) {
                member(number);
            }
        }
        disturber = new Disturber(this);
    }

    private static BlockTypes blocks() {
        BlockTypes types = BlockTypes.standard();
        for (int id = 4; id <= 2 * Scenario.MOST_EDITS; id++) {
            types = types.with(new BlockType(id, "edit " + id, true));
        }
        return types;
    }

    /** The node of that number; a new one if there is none. */
    Member member(int number) {
        return members.computeIfAbsent(number, n -> new Member(this, n));
    }

    List<Member> members() {
        return List.copyOf(members.values());
    }

    List<Player> players() {
        return players;
    }

    /** The chunks in which somebody stands. */
    Set<ChunkPos> chunks() {
        Set<ChunkPos> chunks = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
        players.forEach(player -> chunks.add(player.plan.chunk()));
        return chunks;
    }

    /** Through whom a node joins. */
    String[] bootstrap(int joining) {
        return members.values().stream()
                .filter(member -> member.number != joining)
                .limit(3)
                .map(member -> member.socket().getAddress().getHostAddress() + ":" + Member.PORT)
                .toArray(String[]::new);
    }

    /** The nodes that a client knows. */
    List<InetSocketAddress> stones(PlannedClient client) {
        List<InetSocketAddress> stones = client.stones().stream()
                .filter(scenario::has)
                .distinct()
                .map(number -> member(number).socket())
                .toList();
        return stones.isEmpty() ? members().stream().map(Member::socket).toList() : stones;
    }

    void after(Duration delay, Runnable action) {
        conductor.schedule(delay, action);
    }

    private void at(Duration time, Runnable action) {
        conductor.schedule(time.minus(simulation.elapsed()), action);
    }

    /** From now on it takes a while until the world is calm again. */
    void disturbance() {
        lastDisturbance = simulation.elapsed();
    }

    /** Whoever serves a chunk, perhaps for a moment only, has had others for long enough who could be asked to keep a copy. */
    private boolean isCalm() {
        long steady = members.values().stream()
                .filter(member -> member.isReadyFor(CALM))
                .count();
        return steady > Survey.REPLICAS
                && !disturber.separates()
                && simulation.elapsed().minus(lastDisturbance).compareTo(CALM) > 0;
    }

    /** Starts everything, lets the scenario happen, then ends all that is wrong. */
    void play(Findings findings) {
        for (Member member : members()) {
            member.start();
            simulation.run(Duration.ofMillis(20));
        }
        if (!comesTrue(() -> members.values().stream().allMatch(Member::isReady), START)) {
            findings.add(Outcome.STUCK, "start", "not all nodes are ready after " + START + ": " + members.values());
            return;
        }
        Duration began = simulation.elapsed();
        for (PlannedClient plan : scenario.clients()) {
            Player player = new Player(this, plan);
            players.add(player);
            at(later(plan.at(), began), player::connect);
        }
        Map<Integer, Player> byNumber = new LinkedHashMap<>();
        players.forEach(player -> byNumber.put(player.plan.number(), player));
        for (PlannedEdit edit : scenario.edits()) {
            Player player = byNumber.get(edit.client());
            if (player != null) {
                at(later(edit.at(), began), () -> player.edit(edit));
            }
        }
        scenario.faults().forEach(fault -> at(later(fault.at(), began), () -> disturber.begin(fault)));
        disturber.skewClocks();
        simulation.run(later(scenario.disturbed(), began).minus(simulation.elapsed()));
        disturber.healAll();
    }

    private static Duration later(Duration time, Duration began) {
        return time.compareTo(began) < 0 ? began : time;
    }

    /** Each player sets one more block: where the world works again, that is acknowledged. */
    void probe() {
        int block = Scenario.MOST_EDITS;
        for (Player player : players) {
            // Where nobody else builds, so that nobody hides it.
            BlockPos position = BlockPos.ofVoxel(player.plan.chunk(), 1 + player.plan.number());
            player.edit(new PlannedEdit(++block, player.plan.number(), simulation.elapsed(), position));
        }
    }

    /** Lets time pass until something holds. */
    boolean comesTrue(BooleanSupplier condition, Duration limit) {
        Duration end = simulation.elapsed().plus(limit);
        while (!condition.getAsBoolean()) {
            if (simulation.elapsed().compareTo(end) >= 0) {
                return false;
            }
            simulation.run(BETWEEN_LOOKS);
        }
        return true;
    }

    /** The nodes that run. */
    List<Member> live() {
        return members.values().stream().filter(Member::isUp).toList();
    }

    /** The node that serves at an address, null if none of ours does. */
    @Nullable
    Member at(ServerAddress server) {
        return live().stream()
                .filter(member -> member.node().address().equals(server))
                .findFirst()
                .orElse(null);
    }

    /** A client has an answer to its edit. */
    void answered(PlannedEdit edit, @Nullable Integer shown, @Nullable Throwable failure) {
        ledger.answered(edit, shown, failure);
        ledger.fate(edit.block())
                .filter(fate -> fate.acknowledged != null)
                .ifPresent(fate ->
                        fate.askedAgain = live().stream().anyMatch(member -> member.memory.knewWhenItBegan(fate)));
    }

    /** Edits of a chunk are durable on the disk of a node. */
    void saved(Member member, ChunkPos chunk, EditBatch edits) {
        ledger.saved(member.name, chunk, edits);
        disturber.saved(member, chunk, edits);
    }

    void conductorLeaves() {
        conductor.close();
    }
}
