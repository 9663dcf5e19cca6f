package io.github.dnfs4j.io.problem;

import java.util.Random;

/** Small files of the formats that are only read. */
final class ReadOnlyFormats {
    private ReadOnlyFormats() {}

    static String example(ProblemFormat format, Random random) {
        int a = random.nextInt(9) - 4;
        double b = random.nextInt(100) / 8.0;
        return switch (format) {
            case EDGES -> "# edges\n5 7 " + b + "\n7 9 1\n9 5 " + (a + 5) + "\n";
            case SPARSE -> "3 3\n1 1 " + a + "\n1 2 " + b + "\n3 3 -1\n";
            case LP ->
                "\\ hello\nMinimize\n obj: " + b + " x - 2 y + [ " + b + " x * y - 2 z ^ 2 ] / 2\nSubject To\nBounds\n"
                        + " 0 <= z <= 1\nBinary\n x y\nGeneral\n z\nEnd\n";
            case MPS ->
                "NAME test\nROWS\n N obj\nCOLUMNS\n x obj " + a + "\n y obj " + b
                        + "\nRHS\n RHS obj 2\nBOUNDS\n BV BND x\n BV BND y\nQUADOBJ\n x y " + b + "\n x x 3\nENDATA\n";
            default -> throw new IllegalArgumentException(format.toString());
        };
    }
}
