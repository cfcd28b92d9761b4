package org.voxelpopuli.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Scanner;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.kademlia.Dht;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.KademliaStatus;
import org.voxelpopuli.kademlia.id.NodeId;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/**
 * A key-value store over the DHT: each process is a node of it, and obeys what is typed. The first starts without an argument, each other
 * one with the address of any that runs.
 */
final class KeyValue {
    private KeyValue() {}

    // tag::keyvalue
    public static void main(String[] bootstrap) {
        try (NodeEnvironment environment = NettyEnvironment.create();
                Scanner commands = new Scanner(System.in, UTF_8)) {
            KademliaNode node = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder().bootstrap(bootstrap).build())
                    .build();
            node.start().join();
            node.bootstrap().join();
            KademliaStatus status = node.status().join();
            System.out.println("this node is " + status.address() + ", " + status.bootstrap());
            while (commands.hasNextLine()) {
                String[] words = commands.nextLine().split(" ", 3);
                try {
                    System.out.println(obey(node.within(Duration.ofSeconds(5)), words));
                } catch (CompletionException | IllegalArgumentException e) {
                    System.out.println(e.getMessage());
                }
            }
            node.close().join();
        }
    }

    private static String obey(Dht dht, String[] words) {
        if (words[0].equals("put") && words.length == 3) {
            return "copies: " + dht.store(NodeId.sha1Of(words[1]), words[2]).join();
        } else if (words[0].equals("get") && words.length == 2) {
            return dht.find(NodeId.sha1Of(words[1])).join().orElse("nobody has it");
        }
        return "write 'put <key> <text>' or 'get <key>'";
    }
    // end::keyvalue
}
