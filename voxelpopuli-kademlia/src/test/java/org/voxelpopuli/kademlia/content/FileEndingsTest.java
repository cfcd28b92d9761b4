package org.voxelpopuli.kademlia.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Endings of fetched files")
class FileEndingsTest {
    private static byte[] bytes(String escaped) {
        return escaped.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String of(String escaped) {
        return FileEndings.of(ByteBuffer.wrap(bytes(escaped)));
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', textBlock = """
            ID3\\3\\0\\0,                                     .mp3
            \\377\\373\\220\\144,                             .mp3
            \\377\\362\\110\\300,                             .mp3
            fLaC\\0\\0\\0\\42,                               .flac
            OggS\\0\\2xxxxxxxxxxxxxxxxxxxxxx\\1vorbis,       .ogg
            OggS\\0\\2xxxxxxxxxxxxxxxxxxxxxxOpusHead,        .opus
            RIFFxxxxWAVEfmt,                                .wav
            FORMxxxxAIFFCOMM,                               .aiff
            \\0\\0\\0\\40ftypM4A,                            .m4a
            \\0\\0\\0\\40ftypisom,                           .mp4
            \\211PNG\\r\\n\\32\\n,                             .png
            \\377\\330\\377\\340,                             .jpg
            """)
    @DisplayName("what is played or looked at is told by its first bytes")
    void known(String beginning, String ending) {
        assertThat(of(beginning)).isEqualTo(ending);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', textBlock = """
            ~~
            I
            MZ\\220\\0
            #!/bin/sh
            PK\\3\\4
            RIFFxxxxAVI
            \\377\\373
            \\377\\373\\360\\144
            \\377\\352\\220\\144
            \\377\\373\\234\\144
            """)
    @DisplayName("what is not known, or could be run, gets none")
    void unknown(String beginning) {
        assertThat(of(beginning)).isEmpty();
    }

    @Test
    @DisplayName("a fetched file gets its ending once, and a number in front of it if the name is taken")
    void placed() throws IOException {
        ContentNetwork network = new ContentNetwork(73);
        network.grow(5);
        byte[] song = Arrays.copyOf(bytes("ID3"), 400_000);
        network.put("n1", song);
        Path taken = ContentNetwork.MUSIC.resolve("Imagine - John Lennon.mp3");
        network.files("n3").put(taken, new byte[] {1});
        Path got = network.await(network.get("n3").result());
        assertThat(got).isEqualTo(ContentNetwork.MUSIC.resolve("Imagine - John Lennon (2).mp3"));
        assertThat(network.files("n3").get(got)).isEqualTo(song);
        assertThat(network.files("n3").get(taken)).containsExactly(1);
        network.await(network.content("n1").put(Path.of("/mine/n1.mp3"), "Imagine", "lennon.MP3"));
        assertThat(network.await(network.content("n4")
                        .get("Imagine", "lennon.MP3", ContentNetwork.MUSIC)
                        .result()))
                .isEqualTo(ContentNetwork.MUSIC.resolve("Imagine - lennon.MP3"));
        assertThat(network.simulation().failures()).isEmpty();
    }
}
