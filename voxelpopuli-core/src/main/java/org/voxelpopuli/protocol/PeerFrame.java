package org.voxelpopuli.protocol;

import java.util.List;
import java.util.Optional;
import org.voxelpopuli.directory.Claim;
import org.voxelpopuli.directory.ServerAddress;
import org.voxelpopuli.edits.EditBatch;
import org.voxelpopuli.world.ChunkPos;
import org.voxelpopuli.world.PlayerName;

/** What nodes tell each other on the game port (DESIGN D3): one greeting from each side, then requests, each answered by one {@link Reply}. */
public sealed interface PeerFrame extends Frame {
    /** Bytes of a nonce. */
    int NONCE_BYTES = 16;

    /**
     * The first frame of who connects, and the first of who answers.
     *
     * @param world the identity of the world (DESIGN D13)
     * @param server where the sender serves
     * @param publicKey of the sender, 32 bytes in hex
     * @param nonce random, {@value #NONCE_BYTES} bytes in hex, which the other signs
     */
    record Greeting(int minVersion, int maxVersion, String world, ServerAddress server, String publicKey, String nonce)
            implements PeerFrame {}

    /** The second frame of each side: the signature, in hex, that proves the key. */
    record Proof(String signature) implements PeerFrame {}

    /** The connection ends, and why; nothing follows. */
    record Farewell(String reason) implements PeerFrame {}

    /**
     * A question.
     *
     * @param id chosen by the asker, returned with the reply
     */
    record Request(int id, Question question) implements PeerFrame {}

    /** The answer to the request of that id. */
    record Reply(int id, Answer answer) implements PeerFrame {}

    /**
     * A chunk with the digest of what is in it.
     *
     * @param root 0 for nothing; {@link #NOT_COMPARED} while it is being edited
     */
    record Digested(ChunkPos chunk, long epoch, long root) {
        /** In the place of a digest: the chunk is renewed only. */
        public static final long NOT_COMPARED = -1;
    }

    /** What one node asks another. */
    sealed interface Question {
        /** Keep these edits, on disk, of a chunk that the asker claims: answered by {@link Answer.Done} or {@link Answer.Superseded}. */
        record Keep(ChunkPos chunk, Claim claim, EditBatch edits) implements Question {}

        /** What do you know of this chunk? Answered by {@link Answer.Held}. */
        record Holding(ChunkPos chunk) implements Question {}

        /** The digests of the branches of a chunk (no branch given) or of the leaves of one branch: answered by {@link Answer.Digests}. */
        record Compare(ChunkPos chunk, Optional<Integer> branch) implements Question {}

        /** The edits of these leaves, 0..1023, and the ids of clients if asked for: answered by {@link Answer.Edits}. */
        record Fetch(ChunkPos chunk, List<Integer> leaves, boolean applied) implements Question {}

        /** The asker still serves these chunks, of which the other keeps copies: answered by {@link Answer.Renewed}. */
        record Renew(ServerAddress server, List<Digested> chunks) implements Question {}

        /** Who does not serve this chunk has edits of it, which its owner shall keep: answered by {@link Answer.Done}, {@link Answer.Superseded} or {@link Answer.Refused}. */
        record Offer(ChunkPos chunk, EditBatch edits) implements Question {}

        /** Are you there? Answered by {@link Answer.Done}, at once. */
        record AreYouThere() implements Question {}

        /** A newer session plays this player at the asker's: this older one ends. Answered by {@link Answer.Done}. */
        record Displace(PlayerName player, long session) implements Question {}

        /** Take this chunk over, at this epoch, which is one above the asker's: answered by {@link Answer.Done} once it is served, or {@link Answer.Refused}. */
        record TakeOver(ChunkPos chunk, long epoch) implements Question {}
    }

    /** What it answers. */
    sealed interface Answer {
        /** It is done, and on disk. */
        record Done() implements Answer {}

        /** It is not done; the reason is for people. */
        record Refused(String reason) implements Answer {}

        /** It is not done: an edit is stamped so far ahead of the answerer's clock, in milliseconds, that its clock or the asker's must be wrong. */
        record StampedAhead(long millis) implements Answer {}

        /** It is not done: somebody else serves the chunk. */
        record Superseded(Claim claim) implements Answer {}

        /**
         * What is held.
         *
         * @param claim the highest that was seen
         * @param root the digest, 0 for nothing
         * @param kept whether all of it is on the disk by now
         */
        record Held(Optional<Claim> claim, long root, boolean kept) implements Answer {}

        /** Digests in order, and that of the ids of clients. */
        record Digests(List<Long> digests, long applied) implements Answer {}

        /**
         * Edits.
         *
         * @param left those of the leaves asked for that are not in it, since it would be too long; to be asked for again
         */
        record Edits(EditBatch edits, List<Integer> left) implements Answer {}

        /** Of the renewed chunks: those that somebody else serves, and those whose copy differs. */
        record Renewed(List<Lost> lost, List<ChunkPos> differing) implements Answer {}
    }

    /** A chunk that somebody else serves. */
    record Lost(ChunkPos chunk, Claim claim) {}
}
