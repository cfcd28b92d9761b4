package org.voxelpopuli.presence.ndn;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.runtime.Worker;

/**
 * How a program of the same process asks and answers (SPEC N13). All methods are called on the forwarder's worker, and all handlers are called there.
 */
public final class LocalFace implements Face {
    private final String name;
    private final Forwarder forwarder;
    private final PendingTable<Question> questions = new PendingTable<>();
    private final Map<Name, InterestHandler> handlers = new HashMap<>();
    private boolean closed;

    /**
     * A face without prefixes.
     *
     * @param name for operators
     */
    public LocalFace(String name, Forwarder forwarder) {
        this.name = name;
        this.forwarder = forwarder;
    }

    /** Answers Interests. */
    @FunctionalInterface
    public interface InterestHandler {
        /**
         * An Interest below the prefix arrived. Whoever can answer it calls {@link LocalFace#put}, now or later; who cannot does nothing.
         *
         * @param prefix that was registered
         */
        void asked(Name prefix, Interest interest);
    }

    /** Gets answers. */
    @FunctionalInterface
    public interface DataHandler {
        /**
         * The answer has come, and was verified.
         *
         * @param from on which face it arrived just now; null if the content store had it
         */
        void answered(Data data, @Nullable Face from);
    }

    /**
     * Interests below a prefix come here from now on; of several prefixes the longest counts. A prefix that is registered again gets the new handler.
     *
     * @param onRegisterFailed is told why, in words, if it cannot be registered
     */
    public void registerPrefix(Name prefix, InterestHandler onInterest, Consumer<String> onRegisterFailed) {
        if (closed) {
            onRegisterFailed.accept("the face '" + name + "' is closed");
        } else if (forwarder.register(prefix, this)) {
            handlers.put(prefix, onInterest);
        } else {
            onRegisterFailed.accept("the face '" + name + "' has as many prefixes as it may");
        }
    }

    /** Interests below the prefix come here no longer. */
    public void unregisterPrefix(Name prefix) {
        if (handlers.remove(prefix) != null) {
            forwarder.unregister(prefix, this);
        }
    }

    /**
     * Asks. The Interest gets a random nonce. Just one of the handlers is called, once, unless the face is closed or the returned question withdrawn before.
     *
     * @param onData gets the answer, which was verified
     * @param onTimeout is told when the lifetime has passed without one
     * @return withdraws the question when it is called: then neither is called any more
     * @throws IllegalStateException if the face is closed
     */
    public Runnable expressInterest(Interest interest, DataHandler onData, Runnable onTimeout) {
        if (closed) {
            throw new IllegalStateException("the face '" + name + "' is closed");
        }
        Interest asked = interest.withNonce(forwarder.environment().random().nextInt());
        Question question = new Question(asked, onData);
        questions.add(question);
        question.timer = forwarder.worker().schedule(asked.lifetime(), () -> {
            questions.remove(question);
            onTimeout.run();
        });
        forwarder.receive(this, asked);
        return () -> withdraw(question);
    }

    private void withdraw(Question question) {
        questions.remove(question);
        if (question.timer != null) {
            question.timer.cancel();
        }
    }

    /** Answers an Interest that was asked here; Data for which nobody waits any more is dropped. */
    public void put(Data data) {
        if (!closed) {
            forwarder.receive(this, data);
        }
    }

    @Override
    public void send(Interest interest) {
        List<Name> prefixes = interest.name().prefixes();
        for (int i = prefixes.size() - 1; i >= 0; i--) {
            InterestHandler handler = handlers.get(prefixes.get(i));
            if (handler != null) {
                handler.asked(prefixes.get(i), interest);
                return;
            }
        }
    }

    @Override
    public void send(Data data) {
        deliver(data, null);
    }

    @Override
    public void send(Data data, Face from) {
        deliver(data, from);
    }

    private void deliver(Data data, @Nullable Face from) {
        for (Question question : questions.satisfiedBy(data)) {
            withdraw(question);
            question.onData.answered(data, from);
        }
    }

    /** Questions that wait for an answer. */
    public int waiting() {
        return questions.size();
    }

    /** Which part of the room for its questions is taken, 0..1. Those that were withdrawn take it until their lifetimes end. */
    public double busy() {
        return forwarder.busy(this);
    }

    /** Gives up its prefixes; questions that wait are not answered any more. */
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        forwarder.remove(this);
        handlers.clear();
        questions.all().forEach(this::withdraw);
    }

    @Override
    public boolean isLocal() {
        return true;
    }

    @Override
    public String toString() {
        return "local " + name;
    }

    private static final class Question implements PendingTable.Entry {
        private final Interest interest;
        private final DataHandler onData;
        private Worker.@Nullable Timer timer;

        Question(Interest interest, DataHandler onData) {
            this.interest = interest;
            this.onData = onData;
        }

        @Override
        public Interest interest() {
            return interest;
        }
    }
}
