package org.voxelpopuli.presence.ndn;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.voxelpopuli.identity.Sha256;

/**
 * A question by name (NDN packet format 0.3, "Interest Packet"). One Data packet at most comes back for each. Immutable; what it was read from is kept,
 * so that a forwarder sends on what it does not know itself.
 */
public final class Interest implements Packet {
    /** How long an Interest waits if it does not say. */
    public static final Duration DEFAULT_LIFETIME = Duration.ofSeconds(4);

    private static final int NONE = -1;

    private final byte[] wire;
    private final Name name;
    private final boolean canBePrefix;
    private final boolean mustBeFresh;
    private final int nonce;

    /** Where the nonce's four bytes are; if there is no nonce, the complement of where one belongs. */
    private final int nonceAt;

    private final long lifetimeMillis;
    private final int hopLimit;
    private final int hopLimitAt;
    private final byte @Nullable [] parameters;

    private Interest(byte[] wire, Fields fields) {
        this.wire = wire;
        this.name = fields.name;
        this.canBePrefix = fields.canBePrefix;
        this.mustBeFresh = fields.mustBeFresh;
        this.nonce = fields.nonce;
        this.nonceAt = fields.nonceAt;
        this.lifetimeMillis = fields.lifetimeMillis;
        this.hopLimit = fields.hopLimit;
        this.hopLimitAt = fields.hopLimitAt;
        this.parameters = fields.parameters;
    }

    /**
     * An Interest in exactly this name, with the {@linkplain #DEFAULT_LIFETIME default lifetime}.
     *
     * @throws IllegalArgumentException if the name has no components
     */
    public static Interest of(Name name) {
        return builder(name).build();
    }

    /**
     * An Interest to be described further.
     *
     * @throws IllegalArgumentException if the name has no components
     */
    public static Builder builder(Name name) {
        return new Builder(name);
    }

    /** Reads the elements inside an Interest, in their order. */
    static Interest read(byte[] wire, TlvReader packet) {
        TlvReader reader = packet.inside();
        Fields fields = new Fields();
        reader.require(Tlv.NAME, "the Interest's name");
        fields.name = Name.read(reader);
        if (fields.name.size() == 0) {
            throw new IllegalArgumentException("the name of an Interest has no components, it needs one at least");
        }
        fields.nonceAt = ~reader.valueEnd();
        int last = 0;
        while (reader.next()) {
            int rank = rank(reader.type());
            if (rank <= last) {
                reader.skipUnknown();
                continue;
            }
            last = rank;
            fields.read(reader);
        }
        fields.checkParameters(wire, packet.valueEnd());
        return new Interest(wire, fields);
    }

    /** The place of an element among those behind the name; 0 if it is unknown. */
    private static int rank(int type) {
        return switch (type) {
            case Tlv.CAN_BE_PREFIX -> 1;
            case Tlv.MUST_BE_FRESH -> 2;
            case Tlv.FORWARDING_HINT -> 3;
            case Tlv.NONCE -> 4;
            case Tlv.INTEREST_LIFETIME -> 5;
            case Tlv.HOP_LIMIT -> 6;
            case Tlv.APPLICATION_PARAMETERS -> 7;
            case Tlv.INTEREST_SIGNATURE_INFO -> 8;
            case Tlv.INTEREST_SIGNATURE_VALUE -> 9;
            default -> 0;
        };
    }

    /** The name that is asked for. */
    public Name name() {
        return name;
    }

    /** Whether Data answers of which the name is only a prefix. */
    public boolean canBePrefix() {
        return canBePrefix;
    }

    /** Whether Data from a cache answers only within its freshness period. */
    public boolean mustBeFresh() {
        return mustBeFresh;
    }

    /** A number by which an Interest that went round in a circle is recognised; 0 if it has none. */
    public int nonce() {
        return nonce;
    }

    /** Whether it has a nonce, as all do that travel. */
    boolean hasNonce() {
        return nonceAt >= 0;
    }

    /** How long an answer is waited for. */
    public Duration lifetime() {
        return Duration.ofMillis(lifetimeMillis);
    }

    /** How many more forwarders it may pass, 0..255; empty for any number. */
    public OptionalInt hopLimit() {
        return hopLimit == NONE ? OptionalInt.empty() : OptionalInt.of(hopLimit);
    }

    /** A copy of the application's parameters. */
    public Optional<byte[]> parameters() {
        return Optional.ofNullable(parameters).map(byte[]::clone);
    }

    /** Its bytes; not to be changed. */
    byte[] wire() {
        return wire;
    }

    /** A copy of its bytes. */
    public byte[] toBytes() {
        return wire.clone();
    }

    /** The same question with another nonce. */
    public Interest withNonce(int newNonce) {
        byte[] changed;
        Fields fields = new Fields(this);
        if (nonceAt >= 0) {
            changed = wire.clone();
            ByteBuffer.wrap(changed).putInt(nonceAt, newNonce);
        } else {
            changed = withNonceInserted(newNonce, fields);
        }
        fields.nonce = newNonce;
        return new Interest(changed, fields);
    }

    private byte[] withNonceInserted(int newNonce, Fields fields) {
        TlvReader packet = new TlvReader(wire, 0, wire.length);
        packet.require(Tlv.INTEREST, "the Interest");
        int place = ~nonceAt;
        TlvWriter writer = new TlvWriter(wire.length + 16);
        writer.raw(wire, place, wire.length - place);
        int behind = writer.size();
        writer.fixed(newNonce, Integer.BYTES);
        writer.head(Tlv.NONCE, behind);
        writer.raw(wire, packet.valueBegin(), place - packet.valueBegin());
        writer.head(Tlv.INTEREST, 0);
        byte[] longer = writer.toBytes();
        fields.nonceAt = longer.length - behind - Integer.BYTES;
        fields.hopLimitAt = hopLimitAt == NONE ? NONE : hopLimitAt + longer.length - wire.length;
        return longer;
    }

    /** As it goes on to the next forwarder: with one hop less. Its hop limit must not be 0. */
    Interest withHopTaken() {
        if (hopLimit == NONE) {
            return this;
        }
        byte[] changed = wire.clone();
        changed[hopLimitAt]--;
        Fields fields = new Fields(this);
        fields.hopLimit--;
        return new Interest(changed, fields);
    }

    /** Whether this Data answers it; freshness is the cache's matter. */
    boolean isSatisfiedBy(Data data) {
        if (name.isFull()) {
            return name.size() == data.name().size() + 1
                    && data.name().isPrefixOf(name)
                    && name.last().hasValue(data.digest());
        }
        return canBePrefix ? name.isPrefixOf(data.name()) : name.equals(data.name());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Interest that && Arrays.equals(wire, that.wire);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(wire);
    }

    @Override
    public String toString() {
        return "Interest " + name + (canBePrefix ? " and below" : "") + (mustBeFresh ? ", fresh" : "");
    }

    /** Describes an Interest; of one thread. */
    public static final class Builder {
        private final Fields fields = new Fields();

        private Builder(Name name) {
            if (name.size() == 0) {
                throw new IllegalArgumentException("the name of an Interest has no components, it needs one at least");
            }
            fields.name = name;
        }

        /** Data answers also if the name is only a prefix of its name. */
        public Builder canBePrefix() {
            fields.canBePrefix = true;
            return this;
        }

        /** Data from a cache answers only while it is fresh. */
        public Builder mustBeFresh() {
            fields.mustBeFresh = true;
            return this;
        }

        /** Any number; a {@link LocalFace} gives each Interest a random one by itself. */
        public Builder nonce(int nonce) {
            fields.nonce = nonce;
            return this;
        }

        /**
         * How long an answer is waited for, in whole milliseconds.
         *
         * @throws IllegalArgumentException if it is negative or longer than 2^31 ms
         */
        public Builder lifetime(Duration lifetime) {
            fields.lifetimeMillis = Millis.of(lifetime, "lifetime of an Interest");
            return this;
        }

        /**
         * How many forwarders it may pass, 0..255.
         *
         * @throws IllegalArgumentException if it is another number
         */
        public Builder hopLimit(int hops) {
            if (hops < 0 || hops > 255) {
                throw new IllegalArgumentException("hop limit is " + hops + ", allowed is 0..255");
            }
            fields.hopLimit = hops;
            return this;
        }

        /** Parameters for the application; their digest is put behind the name. */
        public Builder parameters(byte[] parameters) {
            fields.parameters = parameters.clone();
            return this;
        }

        /**
         * The Interest. The builder may be used further.
         *
         * @throws IllegalArgumentException if the packet would be longer than {@value Packet#MAX_BYTES} bytes
         */
        public Interest build() {
            Fields built = new Fields(fields);
            return new Interest(built.encode(), built);
        }
    }

    /** What an Interest consists of, while it is read or built. */
    private static final class Fields {
        private Name name = Name.EMPTY;
        private boolean canBePrefix;
        private boolean mustBeFresh;
        private int nonce;
        private int nonceAt = NONE;
        private long lifetimeMillis = DEFAULT_LIFETIME.toMillis();
        private int hopLimit = NONE;
        private int hopLimitAt = NONE;
        private byte @Nullable [] parameters;
        private int parametersAt;

        Fields() {}

        Fields(Fields of) {
            name = of.name;
            canBePrefix = of.canBePrefix;
            mustBeFresh = of.mustBeFresh;
            nonce = of.nonce;
            lifetimeMillis = of.lifetimeMillis;
            hopLimit = of.hopLimit;
            parameters = of.parameters;
        }

        Fields(Interest interest) {
            name = interest.name;
            canBePrefix = interest.canBePrefix;
            mustBeFresh = interest.mustBeFresh;
            nonce = interest.nonce;
            nonceAt = interest.nonceAt;
            lifetimeMillis = interest.lifetimeMillis;
            hopLimit = interest.hopLimit;
            hopLimitAt = interest.hopLimitAt;
            parameters = interest.parameters;
        }

        void read(TlvReader reader) {
            switch (reader.type()) {
                case Tlv.CAN_BE_PREFIX -> {
                    reader.requireLength(0);
                    canBePrefix = true;
                }
                case Tlv.MUST_BE_FRESH -> {
                    reader.requireLength(0);
                    mustBeFresh = true;
                }
                case Tlv.NONCE -> {
                    nonce = (int) reader.fixed(Integer.BYTES);
                    nonceAt = reader.valueBegin();
                }
                case Tlv.INTEREST_LIFETIME -> lifetimeMillis = reader.number();
                case Tlv.HOP_LIMIT -> {
                    hopLimit = (int) reader.fixed(1);
                    hopLimitAt = reader.valueBegin();
                }
                case Tlv.APPLICATION_PARAMETERS -> {
                    parameters = reader.value();
                    parametersAt = reader.begin();
                }
                default -> {
                    // Kept in the bytes only.
                }
            }
            // A nonce belongs behind these.
            if (nonceAt < 0 && (rank(reader.type()) < rank(Tlv.NONCE))) {
                nonceAt = ~reader.valueEnd();
            }
        }

        /** Parameters, and their digest in the name, come together or not at all. */
        void checkParameters(byte[] wire, int end) {
            long digests = name.components().stream()
                    .filter(each -> each.type() == NameComponent.PARAMETERS_SHA256_DIGEST)
                    .count();
            if (digests != (parameters == null ? 0 : 1)) {
                throw new IllegalArgumentException("the name has " + digests
                        + " digests of parameters, it must have one if there are parameters and else none");
            }
            if (parameters != null) {
                NameComponent digest = new NameComponent(
                        NameComponent.PARAMETERS_SHA256_DIGEST, Sha256.of(wire, parametersAt, end - parametersAt));
                if (!name.components().contains(digest)) {
                    throw new IllegalArgumentException("the digest in the name is not that of the parameters");
                }
            }
        }

        byte[] encode() {
            TlvWriter writer = new TlvWriter(128);
            if (parameters != null) {
                writer.element(Tlv.APPLICATION_PARAMETERS, parameters);
                byte[] element = writer.toBytes();
                name = name.append(new NameComponent(NameComponent.PARAMETERS_SHA256_DIGEST, Sha256.of(element)));
            }
            int hopLimitEnd = writer.size();
            if (hopLimit != NONE) {
                writer.fixed(hopLimit, 1);
                writer.head(Tlv.HOP_LIMIT, hopLimitEnd);
            }
            if (lifetimeMillis != DEFAULT_LIFETIME.toMillis()) {
                writer.number(Tlv.INTEREST_LIFETIME, lifetimeMillis);
            }
            int nonceEnd = writer.size();
            writer.fixed(nonce, Integer.BYTES);
            writer.head(Tlv.NONCE, nonceEnd);
            if (mustBeFresh) {
                writer.flag(Tlv.MUST_BE_FRESH);
            }
            if (canBePrefix) {
                writer.flag(Tlv.CAN_BE_PREFIX);
            }
            name.write(writer);
            writer.head(Tlv.INTEREST, 0);
            byte[] wire = writer.toBytes();
            if (wire.length > MAX_BYTES) {
                throw new IllegalArgumentException(
                        "the Interest has " + wire.length + " bytes, allowed are " + MAX_BYTES);
            }
            nonceAt = wire.length - nonceEnd - Integer.BYTES;
            hopLimitAt = hopLimit == NONE ? NONE : wire.length - hopLimitEnd - 1;
            return wire;
        }
    }
}
