package org.voxelpopuli.tools.map;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.voxelpopuli.world.ChunkPos;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class SvgMapTest {
    private static final WorldMap.Server A = new WorldMap.Server("Node A", "127.0.0.1:4001");
    private static final WorldMap.Server B = new WorldMap.Server("Node B", "127.0.0.1:4011");

    private static WorldMap map(OptionalLong seed) {
        List<WorldMap.Tile> tiles = new ArrayList<>();
        for (int x = -2; x <= 2; x++) {
            for (int z = -1; z <= 1; z++) {
                tiles.add(new WorldMap.Tile(
                        new ChunkPos(x, 0, z), (x + z) % 2 == 0 ? A.address() : B.address(), x == 0 && z == 0));
            }
        }
        WorldMap.Trail trail =
                new WorldMap.Trail("<Alba>", List.of(new WorldMap.Point(0, 0), new WorldMap.Point(40, 12)));
        return new WorldMap(List.of(A, B), tiles, List.of(trail), seed);
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void isXmlWithATileForEachChunk() throws Exception {
        Document svg = parsed(SvgMap.draw(map(OptionalLong.of(0))));

        assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(1);
        assertThat(svg.getElementsByTagName("circle").getLength())
                .as("an edited chunk and a player")
                .isEqualTo(2);
        assertThat(svg.getElementsByTagName("rect").getLength())
                .as("background, tiles, legend")
                .isEqualTo(1 + 15 + 2);
    }

    @Test
    void theLegendCounts() {
        assertThat(SvgMap.draw(map(OptionalLong.empty())))
                .contains("15 chunks on 2 nodes")
                .contains("Node A", ">127.0.0.1:4001<", ">7 chunks (47 %)<")
                .contains("Node B", ">127.0.0.1:4011<", ">8 chunks (53 %)<")
                .doesNotContain("the hills");
    }

    @Test
    void theSameMapIsTheSamePicture() {
        assertThat(SvgMap.draw(map(OptionalLong.of(5)))).isEqualTo(SvgMap.draw(map(OptionalLong.of(5))));
    }

    @Test
    void anEmptyWorldIsDrawnToo() throws Exception {
        parsed(SvgMap.draw(new WorldMap(List.of(A), List.of(), List.of(), OptionalLong.of(0))));
    }

    @Test
    void aChunkThatTwoNodesClaimIsDrawnOnce() {
        WorldMap.Tile first = new WorldMap.Tile(new ChunkPos(0, 0, 0), A.address(), false);
        WorldMap.Tile second = new WorldMap.Tile(new ChunkPos(0, 0, 0), B.address(), false);
        assertThat(new WorldMap(List.of(A, B), List.of(first, second), List.of(), OptionalLong.empty()).tiles())
                .containsExactly(first);
    }

    @Test
    void contoursCrossTheEdgesOfASlopeAtTheLevel() {
        Contours contours = new Contours((x, z) -> x);
        assertThat(contours.inSquare(0, 0, 8, 2)).containsExactly(new Contours.Segment(2, 0, 2, 8));
        assertThat(contours.inSquare(0, 0, 8, 20)).isEmpty();
    }
}
