package org.voxelpopuli.p2play;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Rows under titles. For people the columns stand below each other, for programs each row is a line with tabs between the fields, without titles. Not thread-safe. */
final class Table {
    private static final String GAP = "  ";

    /**
     * A field.
     *
     * @param shown to people
     * @param plain for programs
     * @param right whether it is aligned there
     */
    record Cell(String shown, String plain, boolean right) {
        static Cell of(String text) {
            return new Cell(printable(text), text, false);
        }

        static Cell of(String shown, String plain) {
            return new Cell(printable(shown), plain, false);
        }

        static Cell bytes(long count) {
            return new Cell(Units.bytes(count), Long.toString(count), true);
        }

        static Cell number(long number) {
            return new Cell(Long.toString(number), Long.toString(number), true);
        }
    }

    private final List<String> titles;
    private final List<List<Cell>> rows = new ArrayList<>();

    Table(String... titles) {
        this.titles = List.of(titles);
    }

    Table row(Cell... cells) {
        rows.add(List.of(cells));
        return this;
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    void print(Console console) {
        if (!console.isForPeople()) {
            rows.forEach(row -> console.print(
                    String.join("\t", row.stream().map(Cell::plain).toList())));
            return;
        }
        int[] widths = widths();
        StringBuilder head = new StringBuilder();
        for (int i = 0; i < titles.size(); i++) {
            boolean right = !rows.isEmpty() && rows.get(0).get(i).right();
            append(head, titles.get(i), widths[i], right, i == titles.size() - 1);
        }
        console.print(console.styled(Style.FAINT, head.toString().stripTrailing()));
        for (List<Cell> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                append(line, row.get(i).shown(), widths[i], row.get(i).right(), i == row.size() - 1);
            }
            console.print(line.toString().stripTrailing());
        }
    }

    private int[] widths() {
        int[] widths = new int[titles.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns(titles.get(i));
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], columns(row.get(i).shown()));
            }
        }
        return widths;
    }

    private static void append(StringBuilder line, String text, int width, boolean right, boolean last) {
        String blanks = " ".repeat(width - columns(text));
        line.append(right ? blanks + text : last ? text : text + blanks);
        line.append(last ? "" : GAP);
    }

    /** How wide a terminal shows it: letters of East Asia take two columns, marks above others none. */
    static int columns(String text) {
        return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }

    /** Names come from strangers: what would turn the direction of a line, or is not seen at all, is shown as a question mark. */
    static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints()
                .map(c -> switch (Character.getType(c)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> '?';
                    default -> c;
                })
                .forEach(shown::appendCodePoint);
        return shown.toString();
    }

    /** As much of a text as fits into so many columns. */
    static String cut(String text, int width) {
        if (columns(text) <= width) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int[] used = {0};
        text.codePoints()
                .takeWhile(c -> (used[0] += Math.max(0, WCWidth.wcwidth(c))) < width)
                .forEach(kept::appendCodePoint);
        return kept + "…";
    }
}
