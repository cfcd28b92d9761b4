package org.voxelpopuli.tools.tangibles;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.voxelpopuli.tangibles.AnimationStep;
import org.voxelpopuli.tangibles.DifferenceTransmitter;
import org.voxelpopuli.tangibles.Table;
import org.voxelpopuli.tangibles.Tangible;
import org.voxelpopuli.tangibles.TransmissionJson;
import org.voxelpopuli.tangibles.TransmissionSettings;
import org.voxelpopuli.tangibles.Value;

/** What a client of a farm gets in each tick, and what it would get in other forms. */
public final class SizeMeasurement {
    private static final long NO_TIME = 0;

    private SizeMeasurement() {}

    /**
     * Bytes.
     *
     * @param first of the first transmission, which carries all
     * @param perTick of those after it, on average
     * @param most of those after it
     */
    public record Size(long first, double perTick, long most) {}

    /**
     * The same ticks in four forms.
     *
     * @param differences what is transmitted
     * @param json the same instructions as JSON
     * @param fullGraph all that is close, each time, in the transmission's own form
     * @param javaSerialization all that is close, each time, as nested maps by {@code ObjectOutputStream}
     */
    public record Sizes(Size differences, Size json, Size fullGraph, Size javaSerialization) {}

    /** Lets a farm run, from its seed alone. */
    public static Sizes measure(long seed, int sheep, int ticks) {
        Farm farm = new Farm(seed, sheep);
        TransmissionSettings settings = TransmissionSettings.defaults();
        DifferenceTransmitter transmitter = new DifferenceTransmitter(farm.model(), Farm.FARMER, settings);
        TransmissionJson json = new TransmissionJson();
        List<List<Integer>> lengths = new ArrayList<>();
        for (int tick = 0; tick <= ticks; tick++) {
            farm.tick();
            byte[] message = transmitter.transmit(NO_TIME).orElseThrow();
            byte[] all = new DifferenceTransmitter(farm.model(), Farm.FARMER, settings)
                    .transmit(NO_TIME)
                    .orElseThrow();
            lengths.add(
                    List.of(message.length, json.read(message).getBytes(UTF_8).length, all.length, serialized(farm)));
        }
        return new Sizes(size(lengths, 0), size(lengths, 1), size(lengths, 2), size(lengths, 3));
    }

    private static Size size(List<List<Integer>> lengths, int form) {
        List<Integer> rest = lengths.subList(1, lengths.size()).stream()
                .map(each -> each.get(form))
                .toList();
        return new Size(
                lengths.get(0).get(form),
                rest.stream().mapToInt(length -> length).average().orElse(0),
                rest.stream().mapToInt(length -> length).max().orElse(0));
    }

    /** The whole farm is close to the farmer. */
    private static int serialized(Farm farm) {
        Map<Table, Map<Object, Object>> copies = new HashMap<>();
        Deque<Table> open = new ArrayDeque<>();
        Map<Object, Object> tangibles = new LinkedHashMap<>();
        for (Tangible tangible : farm.model().tangibles()) {
            ArrayList<Object> steps = new ArrayList<>();
            for (AnimationStep step : tangible.animation().steps()) {
                steps.add(new ArrayList<>(List.of(step.action(), step.x(), step.y(), step.z(), step.ticks())));
            }
            tangibles.put(
                    tangible.id(),
                    new ArrayList<>(List.of(tangible.className(), steps, copy(tangible.database(), copies, open))));
        }
        while (!open.isEmpty()) {
            Table table = open.remove();
            Map<Object, Object> copy = copies.getOrDefault(table, new LinkedHashMap<>());
            table.entries()
                    .forEach((key, value) -> copy.put(
                            plain(key), value instanceof Table next ? copy(next, copies, open) : plain(value)));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(tangibles);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.size();
    }

    private static Map<Object, Object> copy(Table table, Map<Table, Map<Object, Object>> copies, Deque<Table> open) {
        return copies.computeIfAbsent(table, key -> {
            open.add(table);
            return new LinkedHashMap<>();
        });
    }

    /** As a Java program would have it. */
    private static Object plain(Object value) {
        if (value instanceof Value.Whole whole) {
            return whole.number();
        } else if (value instanceof Value.Real real) {
            return real.number();
        } else if (value instanceof Value.Truth truth) {
            return truth == Value.Truth.TRUE;
        } else if (value instanceof Value.TangibleRef ref) {
            return ref.id();
        }
        return value.toString();
    }
}
