package org.voxelpopuli.presence;

import java.io.Serializable;

/** A setting of presence that is out of its range. The message names it, its value and what is allowed. */
public final class InvalidSettingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final String setting;
    private final Serializable value;
    private final String allowed;

    private InvalidSettingException(String setting, Serializable value, String allowed) {
        super(setting + " is " + (value instanceof String ? "'" + value + "'" : value) + ", allowed is " + allowed);
        this.setting = setting;
        this.value = value;
        this.allowed = allowed;
    }

    static void require(boolean isAllowed, String setting, Serializable value, String allowed) {
        if (!isAllowed) {
            throw new InvalidSettingException(setting, value, allowed);
        }
    }

    /** Its name, such as {@code maxRadius}, {@code times.offlineAfter} or {@code space.levels}. */
    public String setting() {
        return setting;
    }

    /** What it was to be. */
    public Serializable value() {
        return value;
    }

    /** In words, with the other settings as they are. */
    public String allowed() {
        return allowed;
    }
}
