package org.voxelpopuli.presence.ndn;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.Sha256;

/**
 * A named and signed answer (NDN packet format 0.3, "Data Packet"). Immutable; the bytes that it was read from are kept, since the signature is theirs.
 */
public final class Data implements Packet {
    /** The content type of plain bytes. */
    public static final int BLOB = 0;

    private final byte[] wire;
    private final Name name;
    private final long contentType;
    private final long freshnessMillis;
    private final @Nullable NameComponent finalBlock;
    private final byte[] content;
    private final long signatureType;
    private final @Nullable KeyLocator keyLocator;
    private final byte[] signature;
    private final int signedBegin;
    private final int signedEnd;

    /** Made when first asked for; twice by two threads at worst. */
    private byte @Nullable [] digest;

    private Data(byte[] wire, TlvReader packet) {
        this.wire = wire;
        TlvReader reader = packet.inside();
        reader.require(Tlv.NAME, "the Data's name");
        name = Name.read(reader);
        if (name.isFull()) {
            throw new IllegalArgumentException("the name of a Data packet ends with a digest of the packet itself");
        }
        signedBegin = reader.begin();
        long type = BLOB;
        long freshness = 0;
        NameComponent lastBlock = null;
        byte[] value = {};
        boolean more = next(reader, Tlv.META_INFO, Tlv.CONTENT, Tlv.SIGNATURE_INFO);
        if (more && reader.type() == Tlv.META_INFO) {
            TlvReader meta = reader.inside();
            int last = 0;
            while (meta.next()) {
                if (meta.type() <= last) {
                    meta.skipUnknown();
                } else if (meta.type() == Tlv.CONTENT_TYPE) {
                    type = meta.number();
                    last = meta.type();
                } else if (meta.type() == Tlv.FRESHNESS_PERIOD) {
                    freshness = meta.number();
                    last = meta.type();
                } else if (meta.type() == Tlv.FINAL_BLOCK_ID) {
                    lastBlock = onlyComponent(meta);
                    last = meta.type();
                } else {
                    meta.skipUnknown();
                }
            }
            more = next(reader, Tlv.CONTENT, Tlv.SIGNATURE_INFO);
        }
        if (more && reader.type() == Tlv.CONTENT) {
            value = reader.value();
            more = next(reader, Tlv.SIGNATURE_INFO);
        }
        if (!more) {
            throw new IllegalArgumentException("the Data's SignatureInfo is missing");
        }
        TlvReader info = reader.inside();
        info.require(Tlv.SIGNATURE_TYPE, "the type of the signature");
        signatureType = info.number();
        KeyLocator locator = null;
        while (info.next()) {
            if (info.type() == Tlv.KEY_LOCATOR && locator == null) {
                locator = readKeyLocator(info);
            } else {
                info.skipUnknown();
            }
        }
        signedEnd = reader.valueEnd();
        if (!next(reader, Tlv.SIGNATURE_VALUE)) {
            throw new IllegalArgumentException("the Data's SignatureValue is missing");
        }
        signature = reader.value();
        while (reader.next()) {
            reader.skipUnknown();
        }
        contentType = type;
        freshnessMillis = freshness;
        finalBlock = lastBlock;
        content = value;
        keyLocator = locator;
    }

    /** Goes on to the next element that is one of these; what may be passed over is. */
    private static boolean next(TlvReader reader, int... types) {
        while (reader.next()) {
            for (int type : types) {
                if (reader.type() == type) {
                    return true;
                }
            }
            reader.skipUnknown();
        }
        return false;
    }

    private static NameComponent onlyComponent(TlvReader reader) {
        TlvReader inside = reader.inside();
        if (!inside.next() || inside.valueEnd() != reader.valueEnd()) {
            throw new IllegalArgumentException("a FinalBlockId holds not just one name component");
        }
        return new NameComponent(inside.type(), inside.value());
    }

    private static KeyLocator readKeyLocator(TlvReader reader) {
        TlvReader inside = reader.inside();
        if (inside.next() && inside.type() == Tlv.NAME) {
            return new KeyLocator.KeyName(Name.read(inside));
        }
        if (inside.length() > 0 && inside.type() == Tlv.KEY_DIGEST) {
            return new KeyLocator.KeyDigest(inside.value());
        }
        throw new IllegalArgumentException("a KeyLocator holds neither a Name nor a KeyDigest");
    }

    private static void writeKeyLocator(KeyLocator locator, TlvWriter writer) {
        int before = writer.size();
        if (locator instanceof KeyLocator.KeyName key) {
            key.name().write(writer);
        } else if (locator instanceof KeyLocator.KeyDigest key) {
            writer.element(Tlv.KEY_DIGEST, key.digest());
        }
        writer.head(Tlv.KEY_LOCATOR, before);
    }

    static Data read(byte[] wire, TlvReader packet) {
        return new Data(wire, packet);
    }

    /**
     * Data to be described, and then signed.
     *
     * @throws IllegalArgumentException if the name ends with an implicit digest
     */
    public static Builder builder(Name name) {
        return new Builder(name);
    }

    /** Its name, without the implicit digest. */
    public Name name() {
        return name;
    }

    /** Its name with its digest behind, which selects this packet alone. */
    public Name fullName() {
        return name.append(new NameComponent(NameComponent.IMPLICIT_SHA256_DIGEST, digest()));
    }

    /** What kind of content it has; {@link #BLOB} if it does not say. */
    public long contentType() {
        return contentType;
    }

    /** How long after its arrival a cache may give it to who asks for fresh Data; zero if it does not say. */
    public Duration freshness() {
        return Duration.ofMillis(freshnessMillis);
    }

    /** The last component of the name of the last piece, where the content is one of several. */
    public Optional<NameComponent> finalBlock() {
        return Optional.ofNullable(finalBlock);
    }

    /** A copy of the content. */
    public byte[] content() {
        return content.clone();
    }

    /** The number of the way it is signed, such as {@link DataSigner#ED25519}. */
    public long signatureType() {
        return signatureType;
    }

    /** With which key it is signed, if it says. */
    public Optional<KeyLocator> keyLocator() {
        return Optional.ofNullable(keyLocator);
    }

    /** A copy of the signature. */
    public byte[] signature() {
        return signature.clone();
    }

    /** A copy of the bytes that the signature is of. */
    public byte[] signedPortion() {
        return Arrays.copyOfRange(wire, signedBegin, signedEnd);
    }

    /** Whether its signature is the SHA-256 of what is signed: it is whole, whoever made it. */
    boolean hasRightDigestSignature() {
        return signatureType == DataSigner.DIGEST_SHA256
                && Arrays.equals(signature, Sha256.of(wire, signedBegin, signedEnd - signedBegin));
    }

    /** The SHA-256 of its bytes; not to be changed. */
    byte[] digest() {
        byte[] known = digest;
        if (known == null) {
            known = Sha256.of(wire);
            digest = known;
        }
        return known;
    }

    /** Its bytes; not to be changed. */
    byte[] wire() {
        return wire;
    }

    /** A copy of its bytes. */
    public byte[] toBytes() {
        return wire.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Data that && Arrays.equals(wire, that.wire);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(wire);
    }

    @Override
    public String toString() {
        return "Data " + name + " of " + content.length + " bytes";
    }

    /** Describes a Data packet; of one thread. */
    public static final class Builder {
        private final Name name;
        private long contentType = BLOB;
        private long freshnessMillis;
        private @Nullable NameComponent finalBlock;
        private byte[] content = {};

        private Builder(Name name) {
            if (name.isFull()) {
                throw new IllegalArgumentException("the name of a Data packet ends with a digest of the packet itself");
            }
            this.name = name;
        }

        /**
         * What kind of content it has, 0 or more; {@link Data#BLOB} if it is not said.
         *
         * @throws IllegalArgumentException if it is negative
         */
        public Builder contentType(long type) {
            if (type < 0) {
                throw new IllegalArgumentException("content type is " + type + ", allowed is 0 or more");
            }
            contentType = type;
            return this;
        }

        /**
         * How long caches may take it as fresh, in whole milliseconds.
         *
         * @throws IllegalArgumentException if it is negative or longer than 2^31 ms
         */
        public Builder freshness(Duration period) {
            freshnessMillis = Millis.of(period, "freshness period of a Data packet");
            return this;
        }

        /** The last component of the name of the last piece. */
        public Builder finalBlock(NameComponent component) {
            finalBlock = component;
            return this;
        }

        /** The content, which is copied; none if it is not said. */
        public Builder content(byte[] bytes) {
            content = bytes.clone();
            return this;
        }

        /**
         * The packet, signed.
         *
         * @throws IllegalArgumentException if it would be longer than {@value Packet#MAX_BYTES} bytes
         */
        public Data sign(DataSigner signer) {
            TlvWriter portion = new TlvWriter(content.length + 128);
            int infoEnd = portion.size();
            signer.keyLocator().ifPresent(locator -> writeKeyLocator(locator, portion));
            portion.number(Tlv.SIGNATURE_TYPE, signer.signatureType());
            portion.head(Tlv.SIGNATURE_INFO, infoEnd);
            if (content.length > 0) {
                portion.element(Tlv.CONTENT, content);
            }
            writeMetaInfo(portion);
            name.write(portion);
            byte[] signed = portion.toBytes();

            TlvWriter writer = new TlvWriter(signed.length + 80);
            writer.element(Tlv.SIGNATURE_VALUE, signer.sign(signed));
            writer.raw(signed, 0, signed.length);
            writer.head(Tlv.DATA, 0);
            byte[] wire = writer.toBytes();
            if (wire.length > MAX_BYTES) {
                throw new IllegalArgumentException("the Data has " + wire.length + " bytes, allowed are " + MAX_BYTES);
            }
            TlvReader packet = new TlvReader(wire, 0, wire.length);
            packet.require(Tlv.DATA, "the Data");
            return new Data(wire, packet);
        }

        private void writeMetaInfo(TlvWriter writer) {
            int before = writer.size();
            if (finalBlock != null) {
                finalBlock.write(writer);
                writer.head(Tlv.FINAL_BLOCK_ID, before);
            }
            if (freshnessMillis > 0) {
                writer.number(Tlv.FRESHNESS_PERIOD, freshnessMillis);
            }
            if (contentType != BLOB) {
                writer.number(Tlv.CONTENT_TYPE, contentType);
            }
            if (writer.size() > before) {
                writer.head(Tlv.META_INFO, before);
            }
        }
    }
}
