package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.voxelpopuli.simulation.SeededRandom;

@DisplayName("Names of songs as names of files")
class FileNamesTest {
    private static final Path FOLDER = Path.of("/music");

    private static String of(String song, String artist) {
        String made = FileNames.of(new SongName(song, artist));
        assertThat(FOLDER.resolve(made).normalize().getParent()).isEqualTo(FOLDER);
        assertThat(FOLDER.resolve(made).getFileName()).hasToString(made);
        assertThat(made).doesNotContainPattern("[/\\\\:*?\"<>|\\p{Cntrl}]");
        assertThat(Normalizer.normalize(made, Normalizer.Form.NFKC)).doesNotContainPattern("[/\\\\:*?\"<>|\\p{Cntrl}]");
        assertThat(made)
                .doesNotStartWith(".")
                .doesNotEndWith(".")
                .doesNotEndWith(" ")
                .isNotBlank();
        assertThat(made.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(200);
        return made;
    }

    @ParameterizedTest
    @CsvSource({
        "Imagine, John Lennon, Imagine - John Lennon",
        "99 Luftballons, Nena, 99 Luftballons - Nena",
        "Ágætis byrjun, Sigur Rós, Ágætis byrjun - Sigur Rós",
        "Don't Stop (Live) [2005], Wir sind Helden & Co., Don't Stop (Live) [2005] - Wir sind Helden & Co_-",
        "上を向いて歩こう, 坂本 九, 上を向いて歩こう - 坂本 九",
    })
    @DisplayName("usual names stay as they are")
    void usualNames(String song, String artist, String expected) {
        assertThat(of(song, artist)).startsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.part", "b.PART", "b.part-hashes", "b.part-unverified"})
    @DisplayName("what is half done has names that no song has")
    void unfinished(String artist) {
        assertThat(of("a", artist)).matches("(?i)a - b\\.part.*-[0-9a-f]{8}");
        assertThat(of("a", "x".repeat(176 - artist.length()) + artist + "yyy")).matches(".*-[0-9a-f]{8}");
        assertThat(of("a", "b.parts")).isEqualTo("a - b.parts");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "..\\..\\windows\\system32",
                "/etc/passwd",
                "C:\\autoexec.bat",
                "\\\\server\\share",
                "~/.ssh/id_rsa",
                ".",
                "..",
                "...",
                ".bashrc",
                "-rf",
                "a\u2215b\u2044c\uFF0Fd\u29F8e",
                "\uFF0E\uFF0E\uFF0Fup",
                "\u2025/\u2026",
                "\u202Egpj.exe",
                "\u200B\u200D\uFEFF",
                "stream:hidden",
                "a\uE000b",
                " leading and trailing ",
                "%2e%2e%2f",
                "\uD83D\uDE00 emoji",
                "con\u0000"
            })
    @DisplayName("traversal, devices, hidden files, and what only looks like a slash never leave the folder")
    void neverPaths(String text) {
        if (text.indexOf('\0') < 0) {
            of(text, "artist");
            of("song", text);
            of(text, text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CON", "nul", "Com1", "LPT9", "aux", "PRN", "COM\u00B9", "conin$", "\uFF23\uFF2F\uFF2E"})
    @DisplayName("names of devices get something in front")
    void devices(String device) {
        assertThat(of(device + ".", "x")).startsWith("_");
        assertThat(of(device + ".txt", "x")).startsWith("_");
    }

    @Test
    @DisplayName("what had to be changed or cut still has a name of its own, of a bounded length")
    void differentNames() {
        Set<String> names = new HashSet<>();
        for (String song : new String[] {"a/b", "a\\b", "a:b", "a?b", "a_b", "a\u2215b"}) {
            names.add(of(song, "x"));
        }
        assertThat(names).hasSize(6);
        assertThat(of("x".repeat(255), "y")).isNotEqualTo(of("x".repeat(255), "z"));
        assertThat(of("\u4E0A".repeat(85), "\uD83D\uDE00".repeat(63)).getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(200);
    }

    @Test
    @DisplayName("whatever a name consists of, it is one name in the folder")
    void randomNames() {
        long seed = 74;
        RandomGenerator random = SeededRandom.of(seed, "names");
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = 1 + random.nextInt(20); length > 0; length--) {
                int kind = random.nextInt(4);
                text.appendCodePoint(
                        kind == 0
                                ? "./\\:- ~*".charAt(random.nextInt(8))
                                : kind == 1 ? 32 + random.nextInt(95) : character(random));
            }
            SongName name;
            try {
                name = new SongName(text.toString(), "x");
            } catch (IllegalArgumentException e) {
                continue;
            }
            assertThat(of(name.song(), name.artist()))
                    .as("seed " + seed + ", name " + i)
                    .isNotEmpty();
        }
    }

    private static int character(RandomGenerator random) {
        int character = random.nextInt(0x11_0000);
        return character >= 0xD800 && character < 0xE000 ? 'x' : character;
    }
}
