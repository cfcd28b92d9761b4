package org.voxelpopuli.kademlia.content;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A song that is fetched from peers of P2Play: as a whole, from one provider after another until one has delivered as much as it has announced (SPEC P3, P8). Nobody can tell whether it is the right one. What came
 * from a provider who broke off is of no use to the next. Belongs to the content worker.
 */
final class PlainDownload extends Downloading implements PlainLink.Owner {
    private static final Logger log = LoggerFactory.getLogger(PlainDownload.class);

    private final PlainFile file;
    private @Nullable PlainLink link;
    private Pace pace = new Pace();
    private long version;
    private long length;
    private long bytes;
    private boolean complete;

    PlainDownload(ContentContext context, Publisher publisher, Library library, Liars liars, Wanted wanted) {
        super(context, publisher, library, liars, wanted);
        this.file = new PlainFile(context.files(), folder());
    }

    @Override
    void found(List<KadFile> found) {
        KadFile newest = found.get(0);
        Optional<LocalFile> ours = library.find(name);
        if (ours.isPresent() && newest.providers().contains(self())) {
            unlessGone(ours.get(), () -> fetch(newest));
        } else {
            fetch(newest);
        }
    }

    private void fetch(KadFile newest) {
        version = newest.version();
        addCandidates(new LinkedHashSet<>(newest.providers()));
        connectMore();
    }

    @Override
    void connectMore() {
        if (isOver() || link != null) {
            return;
        }
        @Nullable Provider next = nextCandidate();
        if (next == null) {
            exhausted("no provider could deliver " + name);
            return;
        }
        PlainLink begun = new PlainLink(context, next, this);
        link = begun;
        pace = new Pace();
        length = 0;
        bytes = 0;
        greet(next, udpPort -> {
            if (begun == link) {
                begun.connect(name.p2playId());
            }
        });
    }

    @Override
    public void announced(PlainLink from, long announced) {
        if (announced > context.settings().maxFileBytes()) {
            leave(
                    from,
                    "it announces " + announced + " bytes, allowed are "
                            + context.settings().maxFileBytes(),
                    false);
            return;
        }
        length = announced;
        hasBegun();
        onDisk(
                file,
                () -> {
                    file.begin();
                    return from;
                },
                begun -> report(DownloadProgress.State.FETCHING));
    }

    @Override
    public void came(PlainLink from, byte[] part) {
        onDisk(
                file,
                () -> {
                    file.append(part);
                    return from;
                },
                writer -> {
                    writer.written(part.length);
                    if (writer == link) {
                        bytes += part.length;
                        report(DownloadProgress.State.FETCHING);
                    }
                });
    }

    @Override
    public void complete(PlainLink from) {
        complete = true;
        from.close();
        // Meanwhile there may be another content under the name.
        Publisher.Reason reason = new Publisher.Reason(true, version, Optional.of(from.provider()));
        onDisk(file, () -> file.finish(name), local -> provide(local, reason));
    }

    @Override
    public void ended(PlainLink from, String why, boolean lied) {
        leave(from, why, lied);
    }

    private void leave(PlainLink from, String why, boolean lied) {
        if (lied) {
            lied(from.provider());
        }
        if (from != link || isOver()) {
            return;
        }
        from.close();
        link = null;
        dropped(from.provider(), why, lied);
        connectMore();
    }

    @Override
    void look() {
        PlainLink open = link;
        if (open != null && pace.isTooSlow(open.received(), !complete && !open.isPaused())) {
            leave(open, pace.words(), false);
        }
    }

    @Override
    boolean isIdle() {
        return link == null;
    }

    @Override
    void stop() {
        if (link != null) {
            link.close();
        }
        context.writing().execute(() -> {
            try {
                file.discard();
            } catch (IOException e) {
                log.debug("What is not whole could not be deleted", e);
            }
        });
    }

    @Override
    long kept() {
        return 0;
    }

    @Override
    PlainFile written() {
        return file;
    }

    @Override
    DownloadProgress progress(DownloadProgress.State state) {
        return new DownloadProgress(state, bytes, length, 0, link == null || complete ? 0 : 1);
    }
}
