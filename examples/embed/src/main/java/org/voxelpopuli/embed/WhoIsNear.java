package org.voxelpopuli.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Scanner;
import org.voxelpopuli.identity.Ed25519;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.presence.KademliaRoutes;
import org.voxelpopuli.presence.Avatar;
import org.voxelpopuli.presence.Neighbour;
import org.voxelpopuli.presence.Point;
import org.voxelpopuli.presence.Presence;
import org.voxelpopuli.presence.PresenceListener;
import org.voxelpopuli.presence.PresenceSettings;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;
import org.voxelpopuli.world.PlayerName;

/**
 * Tells who is near: each process has one avatar, which goes where it is told. Started with a name, and all but the first with the address of any that runs.
 */
final class WhoIsNear {
    private WhoIsNear() {}

    // tag::near
    public static void main(String[] arguments) {
        try (NodeEnvironment environment = NettyEnvironment.create();
                Scanner commands = new Scanner(System.in, UTF_8)) {
            if (arguments.length == 0 || arguments.length > 2) {
                throw new IllegalArgumentException("give a name and, if another runs already, its address");
            }
            String[] bootstrap = Arrays.copyOfRange(arguments, 1, arguments.length);
            KademliaNode node = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder().bootstrap(bootstrap).build())
                    .build();
            KademliaRoutes routes = KademliaRoutes.of(node, environment);
            node.start().thenCompose(started -> node.bootstrap()).join();
            System.out.println("this node is " + node.status().join().address() + ", "
                    + node.status().join().bootstrap());
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Presence presence = Presence.start(
                            environment, Ed25519.generate(0), anyPort, routes::at, PresenceSettings.DEFAULT)
                    .join();
            Avatar avatar = presence.join(new PlayerName(arguments[0]), new Point(1_000, 64, 1_000), new Told())
                    .join();
            while (commands.hasNextLine()) {
                String line = commands.nextLine();
                if (line.matches("go(,-?\\d{1,9}){3}")) {
                    String[] at = line.split(",", -1);
                    avatar.moveTo(new Point(Integer.parseInt(at[1]), Integer.parseInt(at[2]), Integer.parseInt(at[3])));
                } else if (line.matches("[^,]{1,100}")) {
                    avatar.act(line.getBytes(UTF_8));
                } else {
                    System.out.println("write 'go,1010,64,1000', with whole numbers, or a word, which is an action");
                }
            }
            presence.stop().join();
            node.close().join();
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage()); // no name, or no address
            System.exit(2);
        }
    }

    private static final class Told implements PresenceListener { // a game draws what "moved" tells 25 times a second
        @Override
        public void appeared(Neighbour neighbour) {
            System.out.println(neighbour.name().name() + " appeared at " + neighbour.position());
        }

        @Override
        public void acted(Neighbour neighbour, byte[] action) {
            System.out.println(neighbour.name().name() + " did " + new String(action, UTF_8));
        }

        @Override
        public void left(Neighbour neighbour) {
            System.out.println(neighbour.name().name() + " went away");
        }

        @Override
        public void offline(Neighbour neighbour) {
            System.out.println(neighbour.name().name() + " does not answer any more");
        }
    }
    // end::near
}
