package io.github.dnfs4j.report;

import java.awt.Color;
import java.util.Arrays;

/**
 * Colours that stay apart for colour-blind eyes: the eight of Okabe and Ito (2008), "Color Universal Design".
 *
 * <p>More states than eight get a ramp from dark violet over green to yellow, whose lightness rises steadily, so that
 * neighbouring states look alike and distant ones do not.
 */
final class Palette {
    static final Color INK = new Color(0x33, 0x33, 0x33);
    /** For words on white and on black. */
    static final Color SOFT = new Color(0x75, 0x7C, 0x85);

    static final Color FAINT = new Color(0xE4, 0xE4, 0xE4);
    static final Color GREY = new Color(0x8C, 0x8C, 0x8C);
    static final Color BLUE = new Color(0x00, 0x72, 0xB2);
    static final Color VERMILION = new Color(0xD5, 0x5E, 0x00);
    /** In place of the orange of the eight, which is pale on white, brown on black, and near to vermilion in both. */
    static final Color VIOLET = new Color(0x7A, 0x4F, 0xBF);

    /** Of lines side by side, seen on white and, with the lightness turned, on black; grey is what they are held against. */
    static final Color[] LINES = {BLUE, VERMILION, new Color(0x00, 0x9E, 0x73), VIOLET, INK, new Color(0xCC, 0x79, 0xA7)
    };

    /** In an order that alternates dark and light, so that the first two already differ when printed in grey. */
    private static final int[] OKABE_ITO = {
        0x0072B2, 0xF0E442, 0xD55E00, 0x56B4E9, 0x009E73, 0xE69F00, 0x000000, 0xCC79A7
    };

    /** Two states fill whole areas, where a pale second colour is easier on the eye than yellow. */
    private static final int[] TWO = {0x0072B2, 0xFBE3A8};

    private static final int[] RAMP = {0x440154, 0x3B528B, 0x21908C, 0x5DC863, 0xFDE725};

    private Palette() {}

    /** The colours of {@code count} states as 0xRRGGBB, all different up to a hundred. */
    static int[] states(int count) {
        if (count <= TWO.length) {
            return Arrays.copyOf(TWO, count);
        }
        int[] colours = new int[count];
        for (int s = 0; s < count; s++) {
            colours[s] = count <= OKABE_ITO.length ? OKABE_ITO[s] : ramp(s / (count - 1.0));
        }
        return colours;
    }

    /** The colour mixed with white; solid, so that overlapping strokes of one line do not darken each other. */
    static Color light(Color colour, double keep) {
        return new Color(
                mix(255, colour.getRed(), keep), mix(255, colour.getGreen(), keep), mix(255, colour.getBlue(), keep));
    }

    /** A colour between the ends of the ramp, 0 to 1, as 0xRRGGBB. */
    static int ramp(double position) {
        double place = position * (RAMP.length - 1);
        int left = Math.min((int) place, RAMP.length - 2);
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int channel = mix((RAMP[left] >> shift) & 0xFF, (RAMP[left + 1] >> shift) & 0xFF, place - left);
            colour |= channel << shift;
        }
        return colour;
    }

    private static int mix(int from, int to, double share) {
        return (int) Math.round(from + share * (to - from));
    }
}
