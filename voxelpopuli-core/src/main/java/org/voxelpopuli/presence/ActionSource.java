package org.voxelpopuli.presence;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.presence.ndn.Data;
import org.voxelpopuli.presence.ndn.DataSigner;
import org.voxelpopuli.presence.ndn.Interest;
import org.voxelpopuli.presence.ndn.LocalFace;
import org.voxelpopuli.presence.ndn.Name;
import org.voxelpopuli.presence.ndn.NameComponent;

/**
 * Answers what one of our own avatars has done (SPEC N7): {@code .../action/58=<number>}, with a byte 1 and the action, or a byte 0 if there is none of that number. Numbers go round, and the
 * latest {@value #KEPT} actions are kept. Of the presence's worker.
 */
final class ActionSource {
    /** Numbers there are. */
    static final int NUMBERS = 256;

    /** So many are answered; who needs an earlier one has been away for too long. */
    static final int KEPT = 32;

    /** The most bytes of an action. */
    static final int MAX_BYTES = 1_024;

    private static final byte DONE = 1;
    private static final byte[] NOT_KEPT = {0};

    private final LocalFace face;
    private final DataSigner signer;
    private final Duration freshness;
    private final Name name;

    /** As they are answered. */
    private final Map<Integer, byte[]> kept = new HashMap<>();

    private OptionalInt latest = OptionalInt.empty();

    ActionSource(LocalFace face, DataSigner signer, AvatarName avatar, Duration freshness) {
        this.face = face;
        this.signer = signer;
        this.freshness = freshness;
        name = avatar.path().append("action");
        face.registerPrefix(name, (prefix, interest) -> asked(interest), reason -> {
            throw new IllegalStateException("actions cannot be answered: " + reason);
        });
    }

    /** The name of an action. */
    static Name named(AvatarName avatar, int number) {
        return avatar.path().append("action").append(NameComponent.ofNumber(NameComponent.SEQUENCE_NUMBER, number));
    }

    /** How many actions lie between a number and a later one, that one included. */
    static int since(int number, int later) {
        return Math.floorMod(later - number, NUMBERS);
    }

    /** The number of the latest action. */
    OptionalInt latest() {
        return latest;
    }

    void act(byte[] action) {
        byte[] content = new byte[1 + action.length];
        content[0] = DONE;
        System.arraycopy(action, 0, content, 1, action.length);
        int number = latest.isEmpty() ? 0 : (latest.getAsInt() + 1) % NUMBERS;
        kept.put(number, content);
        kept.remove(Math.floorMod(number - KEPT, NUMBERS));
        latest = OptionalInt.of(number);
    }

    private void asked(Interest interest) {
        NameComponent last = interest.name().last();
        boolean isNumber = interest.name().size() == name.size() + 1
                && last.type() == NameComponent.SEQUENCE_NUMBER
                && last.length() == 1;
        if (!isNumber) {
            return;
        }
        byte[] action = kept.get((int) last.toNumber());
        // Never fresh if there is none: nobody may be told that from a cache after it was done.
        Data.Builder data = action == null
                ? Data.builder(interest.name()).content(NOT_KEPT)
                : Data.builder(interest.name()).freshness(freshness).content(action);
        face.put(data.sign(signer));
    }

    /** The action in an answer; null if it is not kept any more, or was never done. */
    static byte @Nullable [] actionIn(byte[] content) {
        boolean isAction = content.length >= 1 && content.length <= 1 + MAX_BYTES && content[0] == DONE;
        return isAction ? Arrays.copyOfRange(content, 1, content.length) : null;
    }
}
