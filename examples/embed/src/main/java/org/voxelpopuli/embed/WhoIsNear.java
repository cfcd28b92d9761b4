package org.voxelpopuli.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.net.InetSocketAddress;
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
        String[] bootstrap = arguments.length == 2 ? new String[] {arguments[1]} : new String[0];
        try (NodeEnvironment environment = NettyEnvironment.create();
                Scanner commands = new Scanner(System.in, UTF_8)) {
            KademliaNode node = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder().bootstrap(bootstrap).build())
                    .build();
            KademliaRoutes routes = KademliaRoutes.of(node, environment);
            node.start().join();
            node.bootstrap().join();
            System.out.println("this node is " + node.status().join().address());
            InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            Presence presence = Presence.start(
                            environment, Ed25519.generate(0), anyPort, routes::at, PresenceSettings.DEFAULT)
                    .join();
            Avatar avatar = presence.join(new PlayerName(arguments[0]), new Point(1_000, 64, 1_000), new Told())
                    .join();
            while (commands.hasNextLine()) {
                String[] words = commands.nextLine().split(",", -1);
                if (words[0].equals("go") && words.length == 4) {
                    avatar.moveTo(new Point(
                            Double.parseDouble(words[1]), Double.parseDouble(words[2]), Double.parseDouble(words[3])));
                } else {
                    avatar.act(words[0].getBytes(UTF_8));
                }
            }
            presence.close();
            node.close().join();
        }
    }

    private static final class Told implements PresenceListener {
        @Override
        public void appeared(Neighbour neighbour) {
            System.out.println(neighbour.name().name() + " appeared at " + neighbour.position());
        }

        @Override
        public void moved(Neighbour neighbour) {
            // 25 times a second; a game draws it, with PositionTrack between two positions.
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
