package org.voxelpopuli.kademlia.content;

/**
 * How far a download is.
 *
 * <pre>{@code
 * System.out.println(100 * progress.bytes() / Math.max(1, progress.length()) + " %");
 * }</pre>
 *
 * @param state what is being done
 * @param bytes that are verified and written, those of an earlier try included
 * @param length of the whole file; 0 before it is found
 * @param resumed how many of the bytes were there from an earlier try
 * @param providers that it is fetched from at the moment
 */
public record DownloadProgress(State state, long bytes, long length, long resumed, int providers) {
    /** What is being done. */
    public enum State {
        /** The kad-file is looked for. */
        SEARCHING,
        /** Pieces are fetched. */
        FETCHING,
        /** Nobody has it at the moment; it is looked for again. */
        WAITING,
        /** The file is there. */
        DONE,
        /** It was given up or cancelled; what is there is kept for the next try. */
        ENDED
    }

    static final DownloadProgress NONE = new DownloadProgress(State.SEARCHING, 0, 0, 0, 0);
}
