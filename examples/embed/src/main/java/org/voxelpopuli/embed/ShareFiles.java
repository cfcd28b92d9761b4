package org.voxelpopuli.embed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.file.Path;
import java.util.Scanner;
import java.util.concurrent.CompletionException;
import org.voxelpopuli.kademlia.KademliaNode;
import org.voxelpopuli.kademlia.KademliaSettings;
import org.voxelpopuli.kademlia.content.ContentListener;
import org.voxelpopuli.kademlia.content.ContentNode;
import org.voxelpopuli.kademlia.content.ContentSettings;
import org.voxelpopuli.kademlia.content.Download;
import org.voxelpopuli.kademlia.content.DownloadProgress;
import org.voxelpopuli.kademlia.content.SongName;
import org.voxelpopuli.runtime.NodeEnvironment;
import org.voxelpopuli.runtime.netty.NettyEnvironment;

/**
 * Shares files: each process is a node, and obeys what is typed. The first starts without an argument, each other one with the address of any
 * that runs.
 */
final class ShareFiles {
    private ShareFiles() {}

    // tag::share
    public static void main(String[] bootstrap) {
        try (NodeEnvironment environment = NettyEnvironment.create();
                Scanner commands = new Scanner(System.in, UTF_8)) {
            KademliaNode node = KademliaNode.builder(environment)
                    .settings(KademliaSettings.builder().bootstrap(bootstrap).build())
                    .build();
            ContentNode content =
                    ContentNode.of(node, environment, ContentSettings.builder().build());
            content.addListener(new ContentListener() {
                @Override
                public void progressed(SongName name, DownloadProgress progress) {
                    System.out.println(name + ": " + progress.bytes() + " of " + progress.length() + " bytes");
                }
            });
            node.start().join();
            content.start().join();
            node.bootstrap().join();
            System.out.println("this node is " + node.status().join().address());
            while (commands.hasNextLine()) {
                try {
                    System.out.println(obey(content, commands.nextLine().split(",")));
                } catch (CompletionException | IllegalArgumentException e) {
                    System.out.println(e.getMessage());
                }
            }
            content.close().join();
            node.close().join();
        }
    }

    private static String obey(ContentNode content, String[] words) {
        if (words[0].equals("put") && words.length == 4) {
            return "version "
                    + content.put(Path.of(words[3]), words[1], words[2]).join().version();
        } else if (words[0].equals("get") && words.length == 4) {
            Download download = content.get(words[1], words[2], Path.of(words[3]));
            return "it is in " + download.result().join();
        }
        return "write 'put,Song,Artist,file' or 'get,Song,Artist,folder'";
    }
    // end::share
}
