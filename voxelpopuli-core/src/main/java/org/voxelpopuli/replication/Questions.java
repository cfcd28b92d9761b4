package org.voxelpopuli.replication;

import java.util.concurrent.CompletableFuture;
import org.voxelpopuli.directory.PeerNode;
import org.voxelpopuli.protocol.PeerFrame.Answer;
import org.voxelpopuli.protocol.PeerFrame.Question;

/** Answers other nodes. Called on the worker of the replication. */
interface Questions {
    /** A failure is told to the asker as a refusal. */
    CompletableFuture<Answer> answer(PeerNode asker, Question question);
}
