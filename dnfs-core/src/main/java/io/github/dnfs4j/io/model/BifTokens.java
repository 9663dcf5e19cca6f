package io.github.dnfs4j.io.model;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Channels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The tokens of a BIF file: words, texts in quotes, and the marks <code>{ } ( ) [ ] ;</code>. White space, commas, bars
 * and comments as in C stand between them and mean nothing.
 */
final class BifTokens {
    private static final int LONGEST = 256;
    private static final String MARKS = "{}()[];";
    private static final String BETWEEN = " \t\r\n,|";

    private final Path file;
    private final byte[] text;
    private int position;
    private long line = 1;
    /** The token at hand, empty at the end of the file. */
    private String token = "";

    private boolean quoted;

    private BifTokens(Path file, byte[] text) {
        this.file = file;
        this.text = text;
    }

    static BifTokens open(Path file) throws IOException {
        BifTokens tokens = new BifTokens(file, Channels.bytes(file));
        tokens.advance();
        return tokens;
    }

    private int peek(int ahead) {
        return position + ahead < text.length ? text[position + ahead] & 0xff : -1;
    }

    private void step() {
        line += text[position] == '\n' ? 1 : 0;
        position++;
    }

    private boolean at(int ahead, String of) {
        int b = peek(ahead);
        return b >= 0 && of.indexOf(b) >= 0;
    }

    private void skip() throws FormatException {
        while (position < text.length) {
            if (at(0, BETWEEN)) {
                step();
            } else if (at(0, "/") && at(1, "/")) {
                while (position < text.length && peek(0) != '\n') {
                    step();
                }
            } else if (at(0, "/") && at(1, "*")) {
                position += 2;
                while (!(at(0, "*") && at(1, "/"))) {
                    if (position >= text.length) {
                        throw bad("a comment has no end");
                    }
                    step();
                }
                position += 2;
            } else {
                return;
            }
        }
    }

    /** Goes on to the next token. */
    private void advance() throws FormatException {
        skip();
        quoted = at(0, "\"");
        int from = position;
        if (quoted) {
            step();
            from++;
            while (!at(0, "\"")) {
                if (position >= text.length || peek(0) == '\n') {
                    throw bad("a text in quotes has no end");
                }
                step();
            }
        } else if (at(0, MARKS)) {
            step();
        } else {
            while (position < text.length && !at(0, MARKS) && !at(0, BETWEEN) && !at(0, "\"")) {
                step();
            }
        }
        if (position - from > LONGEST) {
            throw bad("a word is longer than " + LONGEST + " characters");
        }
        token = new String(text, from, position - from, StandardCharsets.UTF_8);
        if (quoted) {
            step();
        }
    }

    /** Whether the token at hand is this mark or word, not in quotes. */
    boolean is(String wanted) {
        return !quoted && token.equals(wanted);
    }

    boolean end() {
        return !quoted && token.isEmpty();
    }

    /** Takes the token at hand where it is this one. */
    boolean take(String wanted) throws FormatException {
        if (!is(wanted)) {
            return false;
        }
        advance();
        return true;
    }

    void expect(String wanted) throws FormatException {
        if (!take(wanted)) {
            throw bad("'" + wanted + "' should be here, not " + shown());
        }
    }

    /** A word or a text in quotes. */
    String name(String what) throws FormatException {
        if (end() || token.isEmpty() || (!quoted && MARKS.contains(token))) {
            throw bad(what + " should be here, not " + shown());
        }
        String name = token;
        advance();
        return name;
    }

    /** A probability, 0 to 1. */
    double probability() throws FormatException {
        String word = token;
        double value = Double.NaN;
        if (!quoted && word.matches("[-+0-9.eE]{1,64}")) {
            try {
                value = Double.parseDouble(word);
            } catch (NumberFormatException notANumber) {
                // said below
            }
        }
        if (!(value >= 0 && value <= 1)) {
            throw bad("a probability from 0 to 1 should be here, not " + shown());
        }
        advance();
        return value;
    }

    /** Passes over everything up to a semicolon, which may stand in no quotes. */
    void skipStatement() throws FormatException {
        while (!is(";")) {
            if (end()) {
                throw bad("the file ends within a statement");
            }
            advance();
        }
        advance();
    }

    private String shown() {
        return end() ? "the end of the file" : "'" + token + "'";
    }

    FormatException bad(String reason) {
        return new FormatException(file, line, reason);
    }
}
