package org.voxelpopuli.p2play;

import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;

/** Shows JLine the command that the cursor is in, with the quotes and escapes of {@link Script}, so that completion knows which one it completes. */
final class LastCommandParser implements Parser {
    private final DefaultParser parser = new DefaultParser() {
        @Override
        public boolean isDelimiterChar(CharSequence buffer, int position) {
            // So that names with a semicolon are completed with a backslash before it.
            return buffer.charAt(position) == ';' || super.isDelimiterChar(buffer, position);
        }
    };

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        int begin = context == ParseContext.COMPLETE ? Script.beginOfLast(line.substring(0, cursor)) : 0;
        return parser.parse(line.substring(begin), cursor - begin, context);
    }
}
