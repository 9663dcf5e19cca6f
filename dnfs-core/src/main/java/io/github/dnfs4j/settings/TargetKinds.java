package io.github.dnfs4j.settings;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;
import io.github.dnfs4j.target.Layout;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The {@link TargetKind}s there are, and targets in one word: {@code ising:side=10,sigma=0.1}. */
public final class TargetKinds {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]+");

    private TargetKinds() {}

    /** All kinds by name, in the order of the alphabet. One that is broken is missing, and stops nobody who wants another. */
    public static Map<String, TargetKind> all() {
        return found().kinds;
    }

    /** Kinds by name, and why others are not among them. */
    private record Found(Map<String, TargetKind> kinds, Collection<String> broken) {
        /** The names that a text can begin with, for an own target has no text; and what is broken. */
        String possible() {
            String names = kinds.values().stream()
                    .filter(k -> k.type() != OwnTarget.class)
                    .map(TargetKind::name)
                    .collect(Collectors.joining(", "));
            return broken.isEmpty() ? names : names + "; " + String.join("; ", broken);
        }
    }

    /**
     * Those beside dnfs4j and those that this thread sees, where it sees this dnfs4j; each once. Of two with one name
     * neither counts: who asks for it would get one without knowing which.
     */
    private static Found found() {
        Map<Class<?>, TargetKind> each = new LinkedHashMap<>();
        Set<String> broken = new LinkedHashSet<>();
        load(TargetKind.class.getClassLoader(), each, broken);
        ClassLoader thread = Thread.currentThread().getContextClassLoader();
        if (thread != null && thread != TargetKind.class.getClassLoader() && knows(thread)) {
            load(thread, each, broken);
        }
        Map<String, TargetKind> kinds = new TreeMap<>();
        each.values().stream().collect(Collectors.groupingBy(TargetKind::name)).forEach((name, same) -> {
            String classes =
                    same.stream().map(k -> k.getClass().getName()).sorted().collect(Collectors.joining(" and "));
            if (!NAME.matcher(name).matches()) {
                broken.add("a kind of targets is named " + NAME + ", not '" + name + "' (" + classes + ")");
            } else if (same.size() > 1) {
                broken.add("two kinds of targets are named '" + name + "': " + classes);
            } else {
                kinds.put(name, same.get(0));
            }
        });
        return new Found(kinds, broken);
    }

    private static void load(ClassLoader loader, Map<Class<?>, TargetKind> kinds, Set<String> broken) {
        Iterator<TargetKind> all = ServiceLoader.load(TargetKind.class, loader).iterator();
        while (true) {
            try {
                if (!all.hasNext()) {
                    return;
                }
                TargetKind kind = all.next();
                kinds.putIfAbsent(kind.getClass(), kind);
            } catch (ServiceConfigurationError | LinkageError e) { // the next one may be fine
                broken.add("a kind of targets cannot be loaded: " + e.getMessage()
                        + (e.getCause() == null ? "" : ": " + e.getCause()));
            }
        }
    }

    private static boolean knows(ClassLoader loader) {
        try {
            return loader.loadClass(TargetKind.class.getName()) == TargetKind.class;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** A kind by its name. */
    public static TargetKind named(String name) {
        Found found = found();
        TargetKind kind = found.kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException("unknown target '" + name + "'; possible: " + found.possible());
        }
        return kind;
    }

    /** The target of a text {@code KIND} or {@code KIND:...}; empty where it does not begin with the name of a kind. */
    public static Optional<TargetSettings> find(String text) throws IOException {
        int colon = text.indexOf(':');
        TargetKind kind = all().get(colon < 0 ? text : text.substring(0, colon));
        return kind == null ? Optional.empty() : Optional.of(parse(text));
    }

    /** The target of a text {@code KIND} or {@code KIND:...}. */
    public static TargetSettings parse(String text) throws IOException {
        int colon = text.indexOf(':');
        try {
            return named(colon < 0 ? text : text.substring(0, colon)).parse(colon < 0 ? "" : text.substring(colon + 1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("target '" + text + "': " + e.getMessage(), e);
        }
    }

    /**
     * The text of a target, which {@link #parse} reads where its kind is {@link TargetKind.Keyed}. That a lattice is the
     * square torus goes without saying.
     */
    public static String text(TargetSettings target) {
        Map<String, String> values = values(target);
        if (SavedSettings.LATTICES.contains(target.kind())) {
            values.entrySet().removeAll(texts(Layout.TORUS).entrySet());
        }
        return target.kind()
                + values.entrySet().stream()
                        .map(e -> e.getKey() + "=" + e.getValue())
                        .collect(Collectors.joining(",", ":", ""));
    }

    /** The keys of a target with their values as text, without its kind. */
    public static Map<String, String> values(TargetSettings target) {
        Map<String, String> values = texts(target);
        values.remove("kind");
        return values;
    }

    private static Map<String, String> texts(Object settings) {
        Map<String, String> values = new LinkedHashMap<>();
        SettingsFile.tree(settings).properties().forEach(e -> values.put(e.getKey(), SettingsFile.text(e.getValue())));
        return values;
    }

    /** Tells Jackson which record a {@code kind} means. */
    static final class ById extends TypeIdResolverBase {
        @Override
        public String idFromValue(Object value) {
            return ((TargetSettings) value).kind();
        }

        @Override
        public String idFromValueAndType(Object value, Class<?> type) {
            return idFromValue(value);
        }

        @Override
        public @Nullable JavaType typeFromId(DatabindContext context, String id) {
            TargetKind kind = all().get(id);
            return kind == null ? null : context.constructType(kind.type());
        }

        @Override
        public String getDescForKnownTypeIds() {
            return "[" + found().possible() + "]";
        }

        @Override
        public JsonTypeInfo.Id getMechanism() {
            return JsonTypeInfo.Id.CUSTOM;
        }
    }
}
