package io.github.dnfs4j.combopt.families;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code FAMILY:LEAST-MOST[:PARAMETER]}. */
final class FamilyName {
    private static final Pattern NAME =
            Pattern.compile("(er|ba|rb):([0-9]{1,8})(?:-([0-9]{1,8}))?(?::([0-9.eE-]{1,20}?)(?:-([0-9.]{1,20}))?)?");
    private static final String FORM = "families are er:SIZES[:P], ba:SIZES[:M] and rb:SIZES[:P], where SIZES is N or"
            + " LEAST-MOST; for instance er:16-20 or ba:1000:4";
    private static final int LARGEST = 10_000_000;

    private FamilyName() {}

    static GraphGenerator parse(String name) {
        Matcher m = NAME.matcher(name);
        if (!m.matches()) {
            throw new IllegalArgumentException("unknown family of graphs '" + name + "'; " + FORM);
        }
        int least = Integer.parseInt(m.group(2));
        int most = m.group(3) == null ? least : Integer.parseInt(m.group(3));
        String first = m.group(4);
        String second = m.group(5);
        return switch (m.group(1)) {
            case "er" -> new ErdosRenyi(least, most, single(name, first, second, ErdosRenyi.DEFAULT_P));
            case "ba" -> {
                double attach = single(name, first, second, BarabasiAlbert.DEFAULT_M);
                if (attach != Math.rint(attach)) {
                    throw new IllegalArgumentException("unknown family of graphs '" + name + "'; " + FORM);
                }
                yield new BarabasiAlbert(least, most, (int) attach);
            }
            default -> rb(name, least, most, first, second);
        };
    }

    private static GraphGenerator rb(
            String name, int least, int most, @Nullable String first, @Nullable String second) {
        if (first == null) {
            return new ModelRb(least, most, least < 100 ? 0 : 0.3, 1);
        }
        double p = number(name, first);
        return new ModelRb(least, most, p, second == null ? p : number(name, second));
    }

    private static double single(String name, @Nullable String first, @Nullable String second, double otherwise) {
        if (second != null) {
            throw new IllegalArgumentException("unknown family of graphs '" + name + "'; " + FORM);
        }
        return first == null ? otherwise : number(name, first);
    }

    private static double number(String name, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("unknown family of graphs '" + name + "'; " + FORM);
        }
    }

    static void checkSizes(int least, int most) {
        if (least < 1 || most < least || most > LARGEST) {
            throw new IllegalArgumentException("graphs have 1 to " + LARGEST
                    + " vertices, given as N or LEAST-MOST, not " + (least == most ? least : least + "-" + most));
        }
    }
}
