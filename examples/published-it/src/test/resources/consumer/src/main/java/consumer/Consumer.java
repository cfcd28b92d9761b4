package consumer;

import java.net.InetSocketAddress;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/** Two Kademlia nodes, and no world: one stores, the other finds. */
final class Consumer {
    private Consumer() {}

    public static void main(String[] args) {
        String port = args[0];
        NodeEnvironment environment = NettyEnvironment.create();
        try {
            KademliaNode first = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder().bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(port))).build())
                    .build();
            KademliaNode second = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder()
                            .bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])))
                            .bootstrap("127.0.0.1:" + port)
                            .build())
                    .build();
            first.start().join();
            second.start().join();
            second.bootstrap().join();
            System.out.println("state: " + second.status().join().state());
            NodeId key = NodeId.sha1Of("greeting");
            System.out.println("holders: " + first.store(key, "hello").join());
            System.out.println("found: " + second.find(key).join().orElse("nothing"));
            second.close().join();
            first.close().join();
        } finally {
            environment.close();
        }
    }
}
