package org.voxelpopuli.replication;

/** Bytes that nobody prints. */
final class SharedSecret {
    private final byte[] bytes;

    SharedSecret(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return bytes.length == 0 ? "none" : "set";
    }
}
