package org.voxelpopuli.tools.simulation;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.Contact;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.kademlia.routing.SubnetLimits;
import org.voxelpopuli.kademlia.simulation.Lie;
import org.voxelpopuli.kademlia.simulation.SimulatedKademlia;
import org.voxelpopuli.simulation.SimulatedIdentity;

/**
 * An attacker grinds keys until it has ids that are nearer to a victim's than those of nearly all honest nodes, starts them in two subnets, lets them join
 * through the victim itself, and lets them name only each other. With and without limits of contacts per subnet. Every honest node has a subnet of its own. The puzzle of ids
 * is off: what it costs the attacker is told apart.
 */
public final class EclipseScenario {
    private static final int NODES = 2_000;
    private static final int ATTACKERS = 500;
    private static final int WAVES = 4;
    private static final int LOOKUPS = 100;
    private static final int PER_SUBNET = 250;
    private static final String VICTIM = "n1";
    private static final Duration BETWEEN_JOINS = Duration.ofMillis(100);
    private static final Duration REST = Duration.ofMinutes(10);

    private final long seed;
    private final int nodes;
    private final int attackers;
    private final Watcher watcher;
    private long steps;
    private long tries;

    /** @param limit of honest nodes, of which it takes {@value #NODES} at most; a quarter as many attack, {@value #ATTACKERS} at most */
    public EclipseScenario(long seed, int limit, Watcher watcher) {
        this.seed = seed;
        this.nodes = Math.min(limit, NODES);
        this.attackers = attackers(limit);
        this.watcher = watcher;
    }

    private static int attackers(int limit) {
        return Math.min(limit / 4, ATTACKERS) / WAVES * WAVES;
    }

    /** How many steps the watcher will see: joins. */
    public static long steps(int limit) {
        return 2L * (Math.min(limit, NODES) + attackers(limit));
    }

    /** How far the eclipse has come, by limits, by the number of attackers. */
    public List<EclipseRow> run() {
        List<EclipseRow> rows = new ArrayList<>();
        rows.addAll(run(true));
        rows.addAll(run(false));
        return rows;
    }

    private List<EclipseRow> run(boolean limits) {
        SimulatedKademlia network = new SimulatedKademlia(seed);
        network.settings(
                settings -> settings.puzzleBits(0).subnetLimits(limits ? SubnetLimits.DEFAULT : SubnetLimits.NONE));
        network.addresses(EclipseScenario::address);
        network.grow(nodes, joined -> watcher.done(++steps, "a network to be attacked"));
        NodeId victim = network.node(VICTIM).id();
        Set<String> attacking = new TreeSet<>();
        List<EclipseRow> rows = new ArrayList<>();
        tries = 0;
        rows.add(row(network, limits, victim, attacking));
        for (int wave = 0; wave < WAVES; wave++) {
            attack(network, victim, attacking, attackers / WAVES);
            rows.add(row(network, limits, victim, attacking));
        }
        return rows;
    }

    /** Honest nodes have a /24 each, those of the attacker share as few as there is room in. */
    private static InetAddress address(String name) {
        int number = Integer.parseInt(name.substring(1));
        byte[] address = name.startsWith("n")
                ? new byte[] {20, (byte) (number >> 8), (byte) number, 1}
                : new byte[] {21, 0, (byte) (number / PER_SUBNET), (byte) (1 + number % PER_SUBNET)};
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void attack(SimulatedKademlia network, NodeId victim, Set<String> attacking, int count) {
        List<CompletableFuture<Boolean>> joining = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = "a" + attacking.size();
            network.identity(name, grind(victim));
            KademliaNode node = network.start(name, network.address(VICTIM));
            network.lie(name, Lie.COLLUDE);
            attacking.add(name);
            joining.add(node.bootstrap());
            network.simulation().run(BETWEEN_JOINS);
            watcher.done(++steps, attacking.size() + " nodes attack");
        }
        joining.forEach(network::await);
        network.simulation().run(REST);
    }

    /** Makes keys until one has an id so near to the victim's that one of the honest nodes is nearer, on average. */
    private SimulatedIdentity grind(NodeId victim) {
        int prefix = 31 - Integer.numberOfLeadingZeros(nodes);
        while (true) {
            SimulatedIdentity identity = SimulatedIdentity.of("ground " + seed + " " + tries++, 0);
            if (victim.distanceBit(NodeId.of(identity.id())) < NodeId.BITS - prefix) {
                return identity;
            }
        }
    }

    private EclipseRow row(SimulatedKademlia network, boolean limits, NodeId victim, Set<String> attacking) {
        Set<String> ids = new TreeSet<>();
        attacking.forEach(name -> ids.add(network.node(name).id().toString()));
        List<String> table = network.status(VICTIM).buckets().stream()
                .flatMap(bucket -> bucket.contacts().stream())
                .map(contact -> contact.id())
                .toList();
        List<KademliaNode> honest = network.honestNodes();
        List<Contact> found = new ArrayList<>();
        int lookups = 0;
        for (int i = 0; i < honest.size() && lookups < LOOKUPS; i += Math.max(1, honest.size() / LOOKUPS)) {
            found.addAll(network.await(honest.get(i).lookup(victim)));
            lookups++;
        }
        return new EclipseRow(
                nodes,
                limits,
                attacking.size(),
                table.size(),
                100.0 * table.stream().filter(ids::contains).count() / table.size(),
                lookups,
                100.0
                        * found.stream()
                                .filter(contact -> ids.contains(contact.id().toString()))
                                .count()
                        / found.size(),
                tries == 0 ? 0 : Math.log((double) tries) / Math.log(2));
    }
}
