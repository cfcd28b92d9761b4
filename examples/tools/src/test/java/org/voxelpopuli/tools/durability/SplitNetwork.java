package org.voxelpopuli.tools.durability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.voxelpopuli.tools.console.ToolException;

/**
 * Hosts as network namespaces of Linux, half of them at each of two switches, with a cable between the switches that can be pulled. Each host has a second interface, over
 * which this process reaches it whatever happens to the cable. Needs root and iproute2.
 */
final class SplitNetwork implements AutoCloseable {
    private final String name = "vp" + ProcessHandle.current().pid();
    private final String hub = name + "h";
    private final int hosts;
    private final List<String> namespaces = new ArrayList<>();

    private SplitNetwork(int hosts) {
        this.hosts = hosts;
    }

    /**
     * Makes it.
     *
     * @throws ToolException that says why that is impossible here
     */
    static SplitNetwork open(int hosts) {
        SplitNetwork network = new SplitNetwork(hosts);
        try {
            network.build();
            return network;
        } catch (ToolException e) {
            network.close();
            throw e;
        }
    }

    private void build() {
        namespace(hub);
        for (int side = 0; side < 2; side++) {
            run("ip -n " + hub + " link add br" + side + " type bridge");
            run("ip -n " + hub + " link set br" + side + " up");
        }
        run("ip -n " + hub + " link add cable0 type veth peer name cable1");
        for (int side = 0; side < 2; side++) {
            run("ip -n " + hub + " link set cable" + side + " master br" + side + " up");
        }
        for (int i = 0; i < hosts; i++) {
            String host = name + "n" + i;
            namespace(host);
            run("ip -n " + host + " link set lo up");
            run("ip -n " + hub + " link add port" + i + " type veth peer name data netns " + host);
            run("ip -n " + hub + " link set port" + i + " master br" + side(i) + " up");
            run("ip -n " + host + " addr add " + address(i) + "/8 dev data");
            run("ip -n " + host + " link set data up");
            run("ip link add " + name + "m" + i + " type veth peer name watch netns " + host);
            run("ip addr add 172.29." + i + ".1/30 dev " + name + "m" + i);
            run("ip link set " + name + "m" + i + " up");
            run("ip -n " + host + " addr add " + reachedAt(i) + "/30 dev watch");
            run("ip -n " + host + " link set watch up");
        }
    }

    private void namespace(String namespace) {
        run("ip netns add " + namespace);
        namespaces.add(namespace);
    }

    // Each in a subnet of its own, as machines of a network of strangers are.
    private static String address(int host) {
        return "10." + (120 + host) + ".0.1";
    }

    private static String reachedAt(int host) {
        return "172.29." + host + ".2";
    }

    /** At which switch a host is, 0 or 1. */
    int side(int host) {
        return host < hosts / 2 ? 0 : 1;
    }

    List<Host> hosts() {
        List<Host> all = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            all.add(new Host(List.of("ip", "netns", "exec", name + "n" + i), address(i), reachedAt(i)));
        }
        return all;
    }

    /**
     * What crosses the cable comes late, and some of it never.
     *
     * @throws ToolException if the kernel cannot do that
     */
    void impair(String delay, String loss) {
        for (int side = 0; side < 2; side++) {
            run("tc -n " + hub + " qdisc add dev cable" + side + " root netem delay " + delay + " loss " + loss);
        }
    }

    void pullCable() {
        run("ip -n " + hub + " link set cable0 down");
    }

    void plugCable() {
        run("ip -n " + hub + " link set cable0 up");
    }

    private static void run(String command) {
        String problem;
        try {
            Process process = new ProcessBuilder(List.of(command.split(" ")))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() == 0) {
                return;
            }
            problem = output.strip();
        } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem = "interrupted";
        }
        throw new ToolException("'" + command + "' says: " + problem);
    }

    @Override
    public void close() {
        namespaces.forEach(namespace -> run("ip netns delete " + namespace));
        namespaces.clear();
    }
}
