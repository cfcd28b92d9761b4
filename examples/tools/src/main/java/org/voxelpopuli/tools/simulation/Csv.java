package org.voxelpopuli.tools.simulation;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Rows as CSV: the names of the record's components, then a line for each row; fractions with three digits, nothing where there is no value. */
public final class Csv {
    private Csv() {}

    /** The text of a file. */
    public static <R extends Record> String of(Class<R> type, List<R> rows) {
        RecordComponent[] columns = type.getRecordComponents();
        StringBuilder text = new StringBuilder();
        text.append(Arrays.stream(columns).map(RecordComponent::getName).collect(Collectors.joining(",")))
                .append('\n');
        for (R row : rows) {
            text.append(Arrays.stream(columns).map(column -> cell(column, row)).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    private static String cell(RecordComponent column, Record row) {
        try {
            Object value = column.getAccessor().invoke(row);
            if (value == null) {
                return "";
            }
            return value instanceof Double fraction
                    ? String.format(Locale.ROOT, "%.3f", fraction)
                    : String.valueOf(value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the rows of a CSV file must be public records", e);
        }
    }
}
