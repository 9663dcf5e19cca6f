package io.github.dnfs4j.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** Looks at figures, all of which must have the size of a plot; and numbers to draw. */
final class Pictures {
    private Pictures() {}

    static double[] steps(int count) {
        return IntStream.range(0, count).mapToDouble(i -> i).toArray();
    }

    static BufferedImage image(Path png) throws IOException {
        BufferedImage image = ImageIO.read(png.toFile());
        assertThat(image.getWidth()).isEqualTo(900);
        assertThat(image.getHeight()).isEqualTo(560);
        return image;
    }

    static long colours(Path png) throws IOException {
        return pixels(image(png)).distinct().count();
    }

    static boolean has(BufferedImage image, int rgb) {
        return pixels(image).anyMatch(pixel -> pixel == rgb);
    }

    private static IntStream pixels(BufferedImage image) {
        return Arrays.stream(image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()));
    }
}
