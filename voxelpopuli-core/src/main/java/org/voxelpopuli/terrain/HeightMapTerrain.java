package org.voxelpopuli.terrain;

import de.articdive.jnoise.core.api.pipeline.NoiseSource;
import de.articdive.jnoise.generators.noise_parameters.simplex_variants.Simplex2DVariant;
import de.articdive.jnoise.generators.noise_parameters.simplex_variants.Simplex3DVariant;
import de.articdive.jnoise.generators.noise_parameters.simplex_variants.Simplex4DVariant;
import de.articdive.jnoise.modules.octavation.fractal_functions.FractalFunction;
import de.articdive.jnoise.pipeline.JNoise;
import java.util.SplittableRandom;
import org.voxelpopuli.world.BlockType;
import org.voxelpopuli.world.Chunk;
import org.voxelpopuli.world.ChunkPos;

/**
 * Rolling hills (SPEC V10.1): a height map of five octaves of simplex noise, grass on top, three blocks of dirt under it, stone below.
 * The surface lies within {@value #LOWEST}..{@value #HIGHEST} everywhere, so chunks with y &lt; 0 are all stone and chunks with
 * y &gt; 0 all air. Thread-safe.
 */
public final class HeightMapTerrain implements TerrainGenerator {
    /** The lowest y of the uppermost solid block. */
    public static final int LOWEST = 4;

    /** The highest y of the uppermost solid block. */
    public static final int HIGHEST = 28;

    private static final int DIRT_DEPTH = 3;
    private static final int OCTAVES = 5;
    private static final double GAIN = 0.5;
    private static final double LACUNARITY = 2;
    /** In cycles per block, of the widest hills. */
    private static final double FREQUENCY = 1.0 / 160;

    /** The noise is sampled at the corners of squares of so many blocks and interpolated between: a twelfth of the samples, and no step shows. */
    private static final int CELL = 4;

    private static final double MIDDLE = (LOWEST + HIGHEST) / 2.0;
    /** Octaves seldom add up: so scaled, few hills and valleys are cut off at the bounds. */
    private static final double AMPLITUDE = 18;

    private final NoiseSource noise;

    /**
     * The terrain of a world.
     *
     * @param seed any; neighbouring seeds have nothing in common
     */
    public HeightMapTerrain(long seed) {
        noise = JNoise.newBuilder()
                .fastSimplex(mixed(seed), Simplex2DVariant.CLASSIC, Simplex3DVariant.CLASSIC, Simplex4DVariant.CLASSIC)
                .octavate(OCTAVES, GAIN, LACUNARITY, FractalFunction.FBM, true)
                .scale(FREQUENCY)
                .build();
    }

    /** The octaves take rising seeds, so unmixed neighbours would share four of them. SplitMix64 (Steele et al. 2014), the same in every JDK. */
    private static long mixed(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    @Override
    public String id() {
        return "simplex-height-map";
    }

    @Override
    public int version() {
        return 1;
    }

    /** The y of the uppermost solid block of a column, {@value #LOWEST}..{@value #HIGHEST}. */
    public int height(int x, int z) {
        int cellX = Math.floorDiv(x, CELL);
        int cellZ = Math.floorDiv(z, CELL);
        return height(
                sample(cellX, cellZ),
                sample(cellX, cellZ + 1),
                sample(cellX + 1, cellZ),
                sample(cellX + 1, cellZ + 1),
                Math.floorMod(x, CELL),
                Math.floorMod(z, CELL));
    }

    /** Doubles, since a cell beyond the last column of the world need not fit an int. */
    private double sample(int cellX, int cellZ) {
        return MIDDLE + AMPLITUDE * noise.evaluateNoise((double) cellX * CELL, (double) cellZ * CELL);
    }

    private static int height(double at00, double at01, double at10, double at11, int x, int z) {
        double at0 = at00 + (at01 - at00) * z / CELL;
        double at1 = at10 + (at11 - at10) * z / CELL;
        double height = Math.rint(at0 + (at1 - at0) * x / CELL);
        return (int) Math.max(LOWEST, Math.min(HIGHEST, height));
    }

    @Override
    public Chunk generate(ChunkPos position) {
        if (position.y() != 0) {
            return Chunk.filled(position.y() < 0 ? BlockType.STONE.id() : BlockType.AIR.id());
        }
        int[] heights = heights(position);
        Chunk chunk = Chunk.filled(BlockType.STONE.id());
        for (int x = 0; x < ChunkPos.SIZE; x++) {
            slice(chunk, x, heights);
        }
        return chunk;
    }

    /** The 32 columns of one x: rows where the surface runs through them, plain air above, and the stone that is there already below. */
    private static void slice(Chunk chunk, int x, int[] heights) {
        int first = x * ChunkPos.SIZE;
        int lowest = HIGHEST;
        int highest = LOWEST;
        for (int z = 0; z < ChunkPos.SIZE; z++) {
            lowest = Math.min(lowest, heights[first + z]);
            highest = Math.max(highest, heights[first + z]);
        }
        int[] row = new int[ChunkPos.SIZE];
        for (int y = lowest - DIRT_DEPTH; y <= highest; y++) {
            for (int z = 0; z < ChunkPos.SIZE; z++) {
                row[z] = block(heights[first + z] - y);
            }
            chunk.setRow(x, y, row);
        }
        chunk.fill(x, x + 1, highest + 1, ChunkPos.SIZE, 0, ChunkPos.SIZE, BlockType.AIR.id());
    }

    /** The same heights as {@link #height(int, int)}, with each sample taken once. */
    private int[] heights(ChunkPos position) {
        int cells = ChunkPos.SIZE / CELL;
        int corners = cells + 1;
        double[] samples = new double[corners * corners];
        for (int i = 0; i < corners; i++) {
            for (int j = 0; j < corners; j++) {
                samples[i * corners + j] = sample(position.x() * cells + i, position.z() * cells + j);
            }
        }
        int[] heights = new int[ChunkPos.SIZE * ChunkPos.SIZE];
        for (int x = 0; x < ChunkPos.SIZE; x++) {
            for (int z = 0; z < ChunkPos.SIZE; z++) {
                int corner = x / CELL * corners + z / CELL;
                heights[x * ChunkPos.SIZE + z] = height(
                        samples[corner],
                        samples[corner + 1],
                        samples[corner + corners],
                        samples[corner + corners + 1],
                        x % CELL,
                        z % CELL);
            }
        }
        return heights;
    }

    private static int block(int depth) {
        if (depth < 0) {
            return BlockType.AIR.id();
        }
        if (depth == 0) {
            return BlockType.GRASS.id();
        }
        return depth <= DIRT_DEPTH ? BlockType.DIRT.id() : BlockType.STONE.id();
    }
}
