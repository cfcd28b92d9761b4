package org.voxelpopuli.tools.nodes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.voxelpopuli.tools.console.ToolException;

/** Several nodes on loopback, each a process, all ended when this is closed or this process ends. Thread-safe. */
public final class LocalNetwork implements AutoCloseable {
    private static final long POLL_MILLIS = 250;

    /**
     * A node of the network.
     *
     * @param spec how it was started
     * @param process that it runs in
     * @param actuator to look into it
     */
    public record Member(NodeSpec spec, ChildProcess process, Actuator actuator) {
        /** The name for people. */
        public String name() {
            return spec.name();
        }
    }

    private final Installation installation;
    private final List<String> javaOptions;
    private final BooleanSupplier cancelled;
    private final List<Member> members = new ArrayList<>();
    private boolean closed;

    /**
     * A network without nodes yet.
     *
     * @param javaOptions for each node's virtual machine
     * @param cancelled ends all waiting when it turns true
     */
    public LocalNetwork(Installation installation, List<String> javaOptions, BooleanSupplier cancelled) {
        this.installation = installation;
        this.javaOptions = List.copyOf(javaOptions);
        this.cancelled = cancelled;
    }

    /** The specs of {@code count} nodes named A, B, ... that all join the first, with folders of their names. */
    public static List<NodeSpec> specs(List<Ports> ports, Path folder) {
        List<NodeSpec> specs = new ArrayList<>();
        for (int i = 0; i < ports.size(); i++) {
            String name = String.valueOf((char) ('A' + i));
            List<Integer> bootstrap = i == 0 ? List.of() : List.of(ports.get(0).udp());
            specs.add(new NodeSpec(
                    name, ports.get(i), folder.resolve(name.toLowerCase(java.util.Locale.ROOT)), bootstrap));
        }
        return specs;
    }

    /** Starts one more node, without waiting for it. */
    public synchronized Member start(NodeSpec spec) {
        if (closed) {
            throw new ToolException("The network is being stopped.");
        }
        ChildProcess process = ChildProcess.start(
                installation, javaOptions, installation.referenceNode(), spec.arguments(), spec.log());
        Member member = new Member(spec, process, Actuator.local(spec.ports().http()));
        members.add(member);
        return member;
    }

    /** The nodes that were started, in order. */
    public synchronized List<Member> members() {
        return List.copyOf(members);
    }

    /**
     * Waits until all nodes serve and each knows all others.
     *
     * @param meanwhile is called again and again
     * @throws ToolException if one ends meanwhile, with its last words, or if it takes too long
     */
    public void awaitJoined(Duration patience, Runnable meanwhile) {
        int others = members().size() - 1;
        for (Member member : members()) {
            awaitUp(member, patience, meanwhile);
        }
        for (Member member : members()) {
            await(
                    patience,
                    meanwhile,
                    member.name() + " to know the others",
                    () -> member.actuator().contacts() >= others);
        }
    }

    /**
     * Waits until a node serves.
     *
     * @param meanwhile is called again and again
     * @throws ToolException if one ends meanwhile, with its last words, or if it takes too long
     */
    public void awaitUp(Member member, Duration patience, Runnable meanwhile) {
        await(patience, meanwhile, member.name() + " to serve", member.actuator()::isUp);
    }

    /** Asks all nodes, and answers with words such as {@code 0 of 3 nodes are ready}. */
    public String readiness() {
        List<Member> all = members();
        long ready = all.stream().filter(member -> member.actuator().isUp()).count();
        return ready + " of " + all.size() + " nodes are ready";
    }

    private void await(Duration patience, Runnable meanwhile, String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!cancelled.getAsBoolean() && !condition.getAsBoolean()) {
            requireAlive();
            meanwhile.run();
            if (System.nanoTime() > deadline) {
                throw new ToolException(
                        "Waited " + patience.toSeconds() + " s for node " + what + ", in vain. The logs are in "
                                + members().get(0).spec().folder().getParent());
            }
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ToolException("Interrupted while waiting for node " + what, e);
            }
        }
    }

    /**
     * Checks that no node has ended by itself.
     *
     * @throws ToolException with the last words of the one that has
     */
    public void requireAlive() {
        for (Member member : members()) {
            if (!member.process().isAlive() && !cancelled.getAsBoolean()) {
                throw new ToolException("Node " + member.name() + " has ended. Its last words (all are in "
                        + member.spec().log() + "):\n" + member.process().lastWords());
            }
        }
    }

    /** Stops all nodes in good order, at once, and waits till they have ended. */
    public void stop() {
        List<Member> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(members);
        }
        all.forEach(member -> member.process().requestStop());
        all.forEach(member -> member.process().close());
    }

    /** {@link #stop() Stops}. */
    @Override
    public void close() {
        stop();
    }
}
