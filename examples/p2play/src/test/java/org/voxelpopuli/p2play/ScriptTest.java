package org.voxelpopuli.p2play;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            get a b                     | get,a,b
            ~  get   a  ~               | get,a
            get "Hey Jude" 'The Beatles'| get,Hey Jude,The Beatles
            get Hey\\ Jude              | get,Hey Jude
            get "a \\"b\\" \\\\ \\n"    | get,a "b" \\ \\n
            get 'a \\ "b"'              | get,a \\ "b"
            get a"b c"d'e'              | get,ab cde
            get "a;b" c\\;d             | get,a;b,c;d
            get #1                      | get
            get a#1 \\#2                | get,a#1,#2
            get 上を向いて "坂本 九"     | get,上を向いて,坂本 九
            """)
    void wordsAreTakenApartAsShellsDo(String text, String words) {
        assertThat(Script.read(text)).containsExactly(List.of(words.split(",", -1)));
    }

    @Test
    void commandsAreSeparated() {
        assertThat(Script.read("a 1;b;;\n c \n# d; e\nf"))
                .containsExactly(List.of("a", "1"), List.of("b"), List.of("c"), List.of("f"));
        assertThat(Script.read(" ; \n")).isEmpty();
        assertThat(Script.read("put \"\" ''")).containsExactly(List.of("put", "", ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            get "a    | the quote " at character 5 is not closed
            get a 'b" | the quote ' at character 7 is not closed
            get "a\\" | the quote " at character 5 is not closed
            get a\\   | the line ends in a backslash
            """)
    void whatIsNotCompleteIsToldWithItsPlace(String text, String message) {
        assertThatThrownBy(() -> Script.read(text))
                .isInstanceOfSatisfying(ShellException.class, e -> {
                    assertThat(e.code()).isEqualTo(ExitCode.USAGE);
                    assertThat(e.next()).isNotEmpty();
                })
                .hasMessage(message);
    }

    @Test
    void completionKnowsTheCommandThatIsWritten() {
        assertThat(Script.beginOfLast("get a b")).isZero();
        assertThat(Script.beginOfLast("get a b; put 'x;y")).isEqualTo(8);
        assertThat(Script.beginOfLast("a;b;")).isEqualTo(4);
    }
}
