package io.github.dnfs4j.ebm;

import io.github.dnfs4j.io.FormatException;
import io.github.dnfs4j.io.format.Array;
import io.github.dnfs4j.io.format.Channels;
import io.github.dnfs4j.io.format.Npy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A table of bits in a file: {@code .npy} of any number type, a row or a lattice a state, or {@code .csv} of a row a line,
 * with or without a header. Spins of -1 and 1 are bits, too. What is not such a table is refused with the row and the
 * reason, and so are states with weights: to learn from, all count alike.
 *
 * @param states rows x sites bytes, 0 or 1
 */
record BinaryFile(byte[] states, int sites) {

    int rows() {
        return states.length / sites;
    }

    /** Reads a file by the format that its name tells. */
    static BinaryFile read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (name.endsWith(".npy")) {
            return npy(file);
        }
        if (name.endsWith(".csv")) {
            return csv(file);
        }
        throw new FormatException(file, "data are read from .npy and .csv");
    }

    private static BinaryFile npy(Path file) throws IOException {
        Array array = Npy.read(file);
        long[] shape = array.shape();
        if (shape.length < 2) {
            throw new FormatException(
                    file, "data are a table of rows and columns, not of " + shape.length + " dimensions");
        }
        long sites = Arrays.stream(shape).skip(1).reduce(1, Math::multiplyExact);
        if (shape[0] == 0 || sites == 0) {
            throw new FormatException(file, "it holds no data");
        }
        byte[] states = new byte[Math.toIntExact(shape[0] * sites)];
        ByteBuffer data = array.data();
        for (int k = 0; k < states.length; k++) {
            double v = switch (array.dtype()) {
                case F32 -> data.getFloat();
                case F64 -> data.getDouble();
                case I64 -> data.getLong();
                case I32 -> data.getInt();
                case I16 -> data.getShort();
                case I8, BOOL -> data.get();
                case U8 -> data.get() & 0xff;
                default -> throw new FormatException(file, "data of type " + array.dtype() + " are not read");
            };
            states[k] = bit(file, v, String.valueOf(v), k / sites, k % sites);
        }
        return of(file, states, (int) sites);
    }

    private static BinaryFile csv(Path file) throws IOException {
        // Digits, commas and spaces: what is no such text in UTF-8 is found below, in its row and column.
        List<String> lines =
                new String(Channels.bytes(file), StandardCharsets.UTF_8).lines().toList();
        byte[] states = new byte[0];
        int sites = 0;
        int rows = 0;
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).isBlank()) {
                continue;
            }
            String[] cells = lines.get(line).split(",", -1);
            if (rows == 0 && sites == 0 && header(file, cells)) {
                sites = cells.length;
                continue;
            }
            if (rows == 0 && sites == 0) {
                sites = cells.length;
            } else if (cells.length != sites) {
                throw new FormatException(
                        file, "row " + (line + 1) + " has " + cells.length + " values, the rows before have " + sites);
            }
            if (states.length < (rows + 1) * sites) {
                states = Arrays.copyOf(states, Math.max(2 * states.length, (rows + 1) * sites));
            }
            for (int k = 0; k < sites; k++) {
                String text = cells[k].strip();
                states[rows * sites + k] = bit(file, number(text), text, line, k);
            }
            rows++;
        }
        if (rows == 0) {
            throw new FormatException(file, "it holds no data");
        }
        return of(file, Arrays.copyOf(states, rows * sites), sites);
    }

    /** Whether the first line names the columns. */
    private static boolean header(Path file, String[] cells) throws FormatException {
        if (!Arrays.stream(cells).map(String::strip).allMatch(BinaryFile::name)) {
            return false;
        }
        if (cells[cells.length - 1].strip().equals("logw")) {
            throw new FormatException(
                    file, "its states have weights, and to learn from all count alike: draw them without --weighted");
        }
        return true;
    }

    /** A word, but for those that stand for a value that is missing. */
    private static boolean name(String cell) {
        return cell.matches(".*\\p{L}.*") && !cell.equalsIgnoreCase("nan") && Double.isNaN(number(cell));
    }

    /** Spins become bits. */
    private static BinaryFile of(Path file, byte[] states, int sites) throws FormatException {
        int zero = -1;
        int minus = -1;
        for (int k = 0; k < states.length; k++) {
            zero = zero < 0 && states[k] == 0 ? k : zero;
            minus = minus < 0 && states[k] == -1 ? k : minus;
        }
        if (zero >= 0 && minus >= 0) {
            throw new FormatException(
                    file,
                    "its states are neither bits nor spins: row " + (zero / sites + 1) + " has a 0 and row "
                            + (minus / sites + 1) + " a -1");
        }
        for (int k = 0; minus >= 0 && k < states.length; k++) {
            states[k] = (byte) (states[k] > 0 ? 1 : 0);
        }
        return new BinaryFile(states, sites);
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private static byte bit(Path file, double v, String text, long row, long column) throws FormatException {
        if (v != 0 && v != 1 && v != -1) {
            throw new FormatException(
                    file, "row " + (row + 1) + ", column " + (column + 1) + ": '" + text + "' is neither 0 nor 1");
        }
        return (byte) v;
    }
}
