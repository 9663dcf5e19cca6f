package io.github.dnfs4j.io.problem;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The LP format of CPLEX, {@code .lp}: an objective of binary variables, without constraints.
 *
 * <pre>{@code
 * minimize  name: 3 x - 2 y + [ 4 x * y - 2 z ^ 2 ] / 2 + 7
 * subject to
 * bounds    0 <= z <= 1
 * binary    x y
 * general   z
 * end
 * }</pre>
 *
 * Backslashes begin comments. What stands in brackets is halved, as the format has it.
 */
final class LpReader {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*((?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?|[A-Za-z!\"#$%&(),;?@_'`{}~]"
                    + "[A-Za-z0-9!\"#$%&(),;?@_'`{}~.]*|<=|>=|=<|=>|[-+*/^\\[\\]:<>=])\\s*");
    private static final int LONGEST_LINE = 1 << 24;

    private final Lines lines;
    private final NamedTerms terms;
    private final Deque<String> tokens = new ArrayDeque<>();
    private String line = "";
    private Matcher matcher = TOKEN.matcher("");

    private LpReader(Lines lines, int most) {
        this.lines = lines;
        terms = new NamedTerms(most, lines::bad);
    }

    static Energy read(Source source, int mostVertices) throws IOException {
        try (Lines lines = Lines.open(source)) {
            return new LpReader(lines, mostVertices).read();
        }
    }

    private Energy read() throws IOException {
        String sense = take().toLowerCase(Locale.ROOT);
        if (!sense.matches("min|max|(min|max)im(i[sz]e|um)")) {
            throw lines.bad("the file must begin with minimize or maximize, not '" + sense + "'");
        }
        terms.maximise(sense.startsWith("max"));
        objective();
        while (true) {
            String section = section(peek(0));
            String word = take().toLowerCase(Locale.ROOT);
            if (word.equals("subject") || word.equals("such")) {
                take(); // to, that
            }
            switch (section) {
                case "end" -> {
                    if (!peek(0).isEmpty()) {
                        throw lines.bad("something follows the end");
                    }
                    return terms.energy(ProblemFormat.LP);
                }
                case "constraints" -> {
                    if (section(peek(0)).isEmpty()) {
                        throw lines.bad("constraints cannot be read; a QUBO has none");
                    }
                }
                case "bounds" -> bounds();
                case "binary" -> names(true);
                case "general" -> names(false);
                default -> throw lines.bad("a section should begin, not '" + word + "'");
            }
        }
    }

    /** Which section a word begins; empty for other words. */
    private static String section(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "subject", "such", "st", "s.t.", "st." -> "constraints";
            case "bounds", "bound" -> "bounds";
            case "binary", "binaries", "bin" -> "binary";
            case "general", "generals", "gen", "integer", "integers", "int" -> "general";
            case "end" -> "end";
            default -> "";
        };
    }

    private void objective() throws IOException {
        if (peek(1).equals(":")) {
            take();
            take();
        }
        while (section(peek(0)).isEmpty()) {
            double sign = sign();
            if (skip("[")) {
                while (!skip("]")) {
                    double factor = sign() * coefficient() / 2 * sign;
                    int i = terms.variable(name());
                    if (skip("^")) {
                        expect("2");
                        terms.product(i, i, factor);
                    } else {
                        expect("*");
                        terms.product(i, terms.variable(name()), factor);
                    }
                }
                expect("/");
                expect("2");
            } else if (number(peek(0)) && !(name(peek(1)) && section(peek(1)).isEmpty())) {
                terms.constant(sign * coefficient());
            } else {
                double factor = sign * coefficient();
                terms.linear(terms.variable(name()), factor);
            }
        }
    }

    private double sign() throws IOException {
        double sign = 1;
        while (peek(0).equals("+") || peek(0).equals("-")) {
            sign = take().equals("-") ? -sign : sign;
        }
        return sign;
    }

    /** A number, or 1 where there is none. */
    private double coefficient() throws IOException {
        double value = number(peek(0)) ? Double.parseDouble(take()) : 1;
        if (!Double.isFinite(value)) {
            throw lines.bad("a number is not finite");
        }
        return value;
    }

    /** {@code 0 <= x <= 1}, or half of it, or the other way round. */
    private void bounds() throws IOException {
        while (section(peek(0)).isEmpty()) {
            double left = Double.NaN;
            if (!name(peek(0))) {
                left = sign() * coefficient();
                boolean upper = !less(take());
                side(terms.known(peek(0)), left, upper);
            }
            int i = terms.known(name());
            if (peek(0).matches("[<>=]+") || Double.isNaN(left)) {
                boolean upper = less(take());
                side(i, sign() * coefficient(), upper);
            }
        }
    }

    private void side(int i, double value, boolean upper) {
        if (upper) {
            terms.upper(i, value);
        } else {
            terms.lower(i, value);
        }
    }

    private boolean less(String relation) throws IOException {
        if (!relation.matches("<=?|=<|>=?|=>")) {
            throw lines.bad("a bound needs <= or >=, not '" + relation + "'");
        }
        return relation.contains("<");
    }

    private void names(boolean binary) throws IOException {
        while (section(peek(0)).isEmpty()) {
            int i = terms.known(name());
            if (binary) {
                terms.binary(i);
            } else {
                terms.integer(i);
            }
        }
    }

    private static boolean number(String token) {
        return !token.isEmpty() && (token.charAt(0) == '.' || Character.isDigit(token.charAt(0)));
    }

    private static boolean name(String token) {
        return !token.isEmpty() && !number(token) && !token.matches("[-+*/^\\[\\]:<>=]+");
    }

    private String name() throws IOException {
        String token = take();
        if (!name(token)) {
            throw lines.bad("a variable should stand in the place of '" + token + "'");
        }
        return token;
    }

    private void expect(String token) throws IOException {
        String next = take();
        if (!next.equals(token)) {
            throw lines.bad("'" + token + "' should stand in the place of '" + next + "'");
        }
    }

    private boolean skip(String token) throws IOException {
        boolean there = peek(0).equals(token);
        if (there) {
            take();
        }
        return there;
    }

    private String take() throws IOException {
        String token = peek(0);
        if (token.isEmpty()) {
            throw lines.bad("the line 'end' is missing");
        }
        return tokens.remove();
    }

    /** The next token, or the one after it; empty at the end of the file. */
    private String peek(int ahead) throws IOException {
        while (tokens.size() <= ahead) {
            if (matcher.regionStart() == line.length()) {
                if (!lines.next()) {
                    return "";
                }
                String whole = lines.rest(LONGEST_LINE + 1);
                if (whole.length() > LONGEST_LINE) {
                    throw lines.bad("the line is longer than " + LONGEST_LINE + " characters");
                }
                line = whole.replaceFirst("\\\\.*", "").strip();
                matcher = TOKEN.matcher(line);
            } else if (matcher.lookingAt()) {
                tokens.add(matcher.group(1));
                matcher.region(matcher.end(), line.length());
            } else {
                int at = matcher.regionStart();
                throw lines.bad("cannot read '" + line.substring(at, Math.min(line.length(), at + 20)) + "'");
            }
        }
        return tokens.size() > ahead ? tokens.stream().skip(ahead).findFirst().orElse("") : "";
    }
}
