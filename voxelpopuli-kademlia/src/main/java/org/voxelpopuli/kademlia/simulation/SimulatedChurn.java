package org.voxelpopuli.kademlia.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.id.NodeId;

/**
 * A network whose nodes die without a word and are replaced by newcomers, while some store ever newer versions of texts and others look for them. The
 * number of nodes stays. Nodes that have joined do the storing and looking. To be used on the thread of the simulation.
 *
 * <pre>{@code
 * SimulatedKademlia network = new SimulatedKademlia(42);
 * network.grow(100);
 * SimulatedChurn churn = new SimulatedChurn(network, Churn.USUAL);
 * System.out.println(churn.run(Duration.ofHours(6)));
 * }</pre>
 */
public final class SimulatedChurn {
    /** Those through whom a newcomer joins: one alone may die before it has answered. */
    private static final int BOOTSTRAP_HOSTS = 3;

    private record Event(long at, long number, Runnable task) {}

    /** A node, as long as it lives. */
    private static final class Member {
        final String name;
        final KademliaNode node;
        boolean alive = true;
        int index = -1;

        @Nullable
        Published published;

        Member(String name, KademliaNode node) {
            this.name = name;
            this.node = node;
        }
    }

    /** A key and what has been stored under it. */
    private static final class Published {
        final NodeId key;
        int sent;
        int stored;

        Published(NodeId key) {
            this.key = key;
        }
    }

    private final SimulatedKademlia network;
    private final Churn churn;
    private final RandomGenerator random;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final List<Member> joined = new ArrayList<>();
    private final List<Published> published = new ArrayList<>();
    private long scheduled;
    private int newcomers;
    private int deaths;
    private int puts;
    private int failedPuts;
    private int newest;
    private int older;
    private int missing;
    private int failedGets;

    /** Lets the nodes of a network that has grown live on like this. Nothing happens before {@link #run}. */
    public SimulatedChurn(SimulatedKademlia network, Churn churn) {
        this.network = network;
        this.churn = churn;
        this.random = network.simulation().random("churn");
        for (String name : network.names()) {
            Member member = new Member(name, network.node(name));
            live(member);
            join(member);
        }
        for (int i = 0; i < churn.publishers(); i++) {
            publish();
        }
        after(churn.betweenGets(), this::get);
    }

    /** Lets time pass, and tells what happened in it. */
    public ChurnReport run(Duration span) {
        deaths = 0;
        puts = 0;
        failedPuts = 0;
        newest = 0;
        older = 0;
        missing = 0;
        failedGets = 0;
        long end = now() + span.toNanos();
        for (Event next = events.peek(); next != null && next.at() <= end; next = events.peek()) {
            events.remove();
            network.simulation().run(Duration.ofNanos(next.at() - now()));
            next.task().run();
        }
        network.simulation().run(Duration.ofNanos(end - now()));
        int keys = (int) published.stream().filter(each -> each.stored > 0).count();
        int gets = newest + older + missing + failedGets;
        return new ChurnReport(deaths, keys, puts, failedPuts, gets, newest, older, missing, failedGets);
    }

    private long now() {
        return network.simulation().elapsed().toNanos();
    }

    private void after(Duration pause, Runnable task) {
        events.add(new Event(now() + pause.toNanos(), scheduled++, task));
    }

    private Duration exponential(Duration mean) {
        return Duration.ofNanos((long) (-mean.toNanos() * Math.log(1 - random.nextDouble())));
    }

    private Member any() {
        return joined.get(random.nextInt(joined.size()));
    }

    // Nodes

    private void live(Member member) {
        after(exponential(churn.meanSession()), () -> die(member));
    }

    private void join(Member member) {
        if (member.alive) {
            member.index = joined.size();
            joined.add(member);
        }
    }

    private void die(Member member) {
        deaths++;
        member.alive = false;
        network.crashForGood(member.name);
        if (member.index >= 0) {
            Member last = joined.remove(joined.size() - 1);
            if (last != member) {
                joined.set(member.index, last);
                last.index = member.index;
            }
        }
        if (member.published != null) {
            publish();
        }
        newcomer();
    }

    private void newcomer() {
        String name = "newcomer " + newcomers++;
        String[] hosts = new String[BOOTSTRAP_HOSTS];
        for (int i = 0; i < hosts.length; i++) {
            hosts[i] = network.address(any().name);
        }
        Member member = new Member(name, network.build(name, hosts));
        live(member);
        var unused = member.node
                .start()
                .thenCompose(started -> member.node.bootstrap())
                .thenAccept(found -> {
                    if (found) {
                        join(member);
                    }
                });
    }

    // Texts

    private void publish() {
        Member publisher = any();
        for (int tried = 0; publisher.published != null && tried < joined.size(); tried++) {
            publisher = any();
        }
        Published mine = new Published(NodeId.random(random));
        published.add(mine);
        publisher.published = mine;
        put(publisher, mine);
    }

    private void put(Member publisher, Published mine) {
        if (!publisher.alive) {
            return;
        }
        int version = ++mine.sent;
        var unused = publisher.node.store(mine.key, Integer.toString(version)).whenComplete((kept, error) -> {
            if (error == null && kept > 0) {
                puts++;
                mine.stored = Math.max(mine.stored, version);
            } else {
                failedPuts++;
            }
        });
        after(exponential(churn.betweenPuts()), () -> put(publisher, mine));
    }

    private void get() {
        after(churn.betweenGets(), this::get);
        Published wanted = published.get(random.nextInt(published.size()));
        int expected = wanted.stored;
        if (expected > 0) {
            var unused = any().node.find(wanted.key).whenComplete((found, error) -> {
                if (error != null) {
                    failedGets++;
                } else {
                    count(found, expected);
                }
            });
        }
    }

    private void count(Optional<String> found, int expected) {
        if (found.isEmpty()) {
            missing++;
        } else if (Integer.parseInt(found.get()) >= expected) {
            newest++;
        } else {
            older++;
        }
    }
}
