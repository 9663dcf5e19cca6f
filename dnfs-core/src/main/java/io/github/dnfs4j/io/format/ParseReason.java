package io.github.dnfs4j.io.format;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.CharConversionException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Why YAML or JSON was refused, in one line for whoever wrote it: Jackson speaks to programmers. */
public final class ParseReason {
    private static final Pattern KNOWN = Pattern.compile("known type ids = \\[(.*?)]");

    private static final String NOTHING = "a value in it is missing";

    private ParseReason() {}

    /** The reason, behind the key that it is about where there is one; or why using what was read shows it to be wrong. */
    public static String of(Exception e) {
        return e instanceof JacksonException parsing
                ? located(parsing)
                : e instanceof NullPointerException ? NOTHING : firstLine(e.getMessage());
    }

    private static String located(JacksonException e) {
        StringBuilder key = new StringBuilder();
        if (e instanceof JsonMappingException mapping) {
            for (JsonMappingException.Reference r : mapping.getPath()) {
                if (r.getFieldName() == null) {
                    key.append('[').append(r.getIndex()).append(']');
                } else {
                    key.append(key.isEmpty() ? "" : ".").append(r.getFieldName());
                }
            }
        }
        // A key is the file's, and may hold the end of a line.
        return (key.isEmpty() ? "" : key.toString().replaceAll("\\p{Cc}", "?") + ": ") + reason(e);
    }

    private static String reason(JacksonException e) {
        String message = firstLine(e.getOriginalMessage());
        if (e.getCause() instanceof IllegalArgumentException own) {
            return firstLine(own.getMessage());
        }
        if (e.getCause() instanceof NullPointerException) {
            return NOTHING;
        }
        if (e.getCause() instanceof CharConversionException
                || message.contains("CharConversionException")
                || message.contains("Invalid UTF-8")) {
            return "it is not text in UTF-8";
        }
        if (e instanceof InvalidFormatException format) {
            Class<?> wanted = format.getTargetType();
            return "'" + format.getValue() + "' is not "
                    + (wanted.isEnum()
                            ? "one of " + Arrays.toString(wanted.getEnumConstants())
                            : "of type " + wanted.getSimpleName());
        }
        if (e instanceof InvalidTypeIdException type) {
            Matcher known = KNOWN.matcher(message);
            return (type.getTypeId() == null ? "it has no kind" : "unknown kind '" + type.getTypeId() + "'")
                    + (known.find() ? "; possible: " + known.group(1) : "");
        }
        if (e instanceof UnrecognizedPropertyException unknown) {
            Collection<Object> ids = Objects.requireNonNullElse(unknown.getKnownPropertyIds(), List.of());
            return "unknown key; possible: "
                    + String.join(
                            ", ", ids.stream().map(String::valueOf).sorted().toList());
        }
        if (e instanceof MismatchedInputException mismatch) {
            return mismatch(mismatch, message);
        }
        JsonLocation at = e.getLocation();
        String where = e instanceof StreamReadException && at != null && at.getLineNr() > 0
                ? " (line " + at.getLineNr() + ")"
                : "";
        return message.replaceFirst(" \\(start marker at .*", "") + where;
    }

    private static String mismatch(MismatchedInputException e, String message) {
        if (message.startsWith("Trailing token")) {
            return "something follows its end";
        }
        if (message.startsWith("Missing creator property")) {
            return "is missing";
        }
        if (message.startsWith("Null value") || message.contains("`null`") || message.contains("NOT_AVAILABLE")) {
            return "needs a value";
        }
        if (message.startsWith("Input mismatch reading Enum")) { // one that is not named as in Java
            return "must be a word";
        }
        @Nullable Class<?> wanted = e.getTargetType();
        return wanted == null || !message.startsWith("Cannot ") ? message : "must be " + words(wanted);
    }

    private static String words(Class<?> wanted) {
        if (Collection.class.isAssignableFrom(wanted) || wanted.isArray()) {
            return "a list";
        }
        if (wanted.isRecord() || wanted.isInterface() || Map.class.isAssignableFrom(wanted)) {
            return "a map of keys and values";
        }
        if (wanted.isEnum()) {
            return "one of " + Arrays.toString(wanted.getEnumConstants());
        }
        return "of type " + wanted.getSimpleName();
    }

    private static String firstLine(@Nullable String message) {
        return message == null || message.isBlank()
                ? "it cannot be read"
                : message.lines().findFirst().orElse(message).strip();
    }
}
