package io.github.dnfs4j;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the arrows between packages. A package knows those it names here, and all that those know. */
class ArchitectureTest {
    private static final String BASE = "io.github.dnfs4j";

    private static final Map<String, Set<String>> CORE = Map.ofEntries(
            entry("torch", Set.of()),
            entry("target", Set.of("torch")),
            entry("sample", Set.of("target")),
            entry("path", Set.of("target")),
            entry("net", Set.of("torch")),
            entry("mcmc", Set.of("path", "sample")),
            entry("flow", Set.of("path", "net", "mcmc")),
            entry("metric", Set.of("factor", "sample", "torch")),
            entry("factor", Set.of("torch", "target")),
            entry("io", Set.of("torch", "target", "factor")),
            entry("optim", Set.of("torch")),
            entry("settings", Set.of("flow", "metric", "io", "optim")),
            entry("train", Set.of("settings")),
            entry("run", Set.of("train")),
            entry("evaluate", Set.of("run")),
            entry("infer", Set.of("train", "factor")),
            entry("gfn", Set.of("run")),
            entry("ebm", Set.of("gfn")),
            entry("combopt", Set.of("gfn")),
            // A module of its own, which the command does not know.
            entry("testkit", Set.of("metric", "net")));

    /** These know every package; only cycles are forbidden to them. */
    private static final Set<String> TOP = Set.of("experiment", "report", "solver", "web", "cli");

    private static final Set<String> READS = Set.of("doubles", "floats", "longs", "bytes");

    private static JavaClasses imported;

    @BeforeAll
    static void importClasses() {
        imported = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(BASE);
        assertThat(imported).isNotEmpty();
    }

    static Collection<String> corePackages() {
        return new TreeSet<>(CORE.keySet());
    }

    @ParameterizedTest
    @MethodSource("corePackages")
    void corePackageDependsOnlyOnWhatItMayKnow(String name) {
        noClasses()
                .that()
                .resideInAPackage(in(name))
                .should()
                .dependOnClassesThat(resideInAPackage(BASE + "..").and(resideOutsideOfPackages(in(mayKnow(name)))))
                .as("package " + name + " may depend on " + mayKnow(name))
                .allowEmptyShould(true)
                .check(imported);
    }

    @Test
    void everyClassLivesInAKnownPackage() {
        Set<String> known = new TreeSet<>(CORE.keySet());
        known.addAll(TOP);
        classes().should().resideInAnyPackage(in(known)).check(imported);
    }

    @Test
    void packagesAreFreeOfCycles() {
        slices().matching(BASE + ".(**)").should().beFreeOfCycles().check(imported);
    }

    @Test
    void onlyTorchTouchesNativeMemory() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("torch"))
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("org.bytedeco.javacpp..", "org.bytedeco.openblas..", "org.bytedeco.cuda.."))
                .allowEmptyShould(true)
                .check(imported);
    }

    /** On a GPU a single value read in the middle of a step stops everything, and a captured step cannot do it. */
    @Test
    void networksReadNothingBackFromTheDevice() {
        noClasses()
                .that()
                .resideInAPackage(in("net"))
                .should()
                .callMethodWhere(describe("a read from the device", call -> {
                    String name = call.getTarget().getName();
                    String owner = call.getTargetOwner().getName();
                    return name.startsWith("item")
                            || Set.of("nonzero", "masked_select", "one_hot", "cpu", "equal")
                                    .contains(name)
                            || (owner.equals(BASE + ".torch.Tensors") && READS.contains(name));
                }))
                .check(imported);
    }

    @Test
    void coreKnowsNoCommandLinePlotOrSolver() {
        noClasses()
                .that()
                .resideOutsideOfPackages(in(TOP))
                .should()
                .dependOnClassesThat(resideInAnyPackage("picocli..", "org.knowm.xchart..", "com.google.ortools.."))
                .allowEmptyShould(true)
                .check(imported);
    }

    @Test
    void onlyTorchHasStateOfTheWholeProcess() {
        fields().that()
                .areStatic()
                .and()
                .areNotFinal()
                .should()
                .beDeclaredInClassesThat()
                .resideInAPackage(in("torch"))
                .check(imported);
    }

    /** A final field can hold what changes, too. */
    @Test
    void onlyTorchHasContainersOfTheWholeProcess() {
        fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .resideOutsideOfPackage(in("torch"))
                .and()
                .haveRawType(assignableTo(Collection.class)
                        .or(assignableTo(Map.class))
                        .or(assignableTo(ThreadLocal.class))
                        .or(resideInAPackage("java.util.concurrent..")))
                .should(new ArchCondition<>("hold what never changes") {
                    @Override
                    public void check(JavaField field, ConditionEvents events) {
                        String kind = value(field).getClass().getName();
                        if (!kind.matches(
                                "java\\.util\\.(ImmutableCollections|Collections\\$(Unmodifiable|Empty)).*")) {
                            events.add(violated(field, field.getFullName() + " is a " + kind));
                        }
                    }
                })
                .check(imported);
    }

    private static Object value(JavaField field) {
        try {
            Field java = field.reflect();
            java.setAccessible(true);
            return java.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void orToolsHaveARoomOfTheirOwn() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("solver"))
                .should()
                .dependOnClassesThat(resideInAPackage("com.google.ortools.."))
                .check(imported);
    }

    /** The package itself and everything its arrows lead to. */
    private static Set<String> mayKnow(String name) {
        Set<String> reached = new TreeSet<>();
        reach(name, reached);
        return reached;
    }

    private static void reach(String name, Set<String> reached) {
        if (reached.add(name)) {
            CORE.get(name).forEach(next -> reach(next, reached));
        }
    }

    private static String in(String name) {
        return BASE + "." + name + "..";
    }

    private static String[] in(Collection<String> names) {
        return names.stream().map(ArchitectureTest::in).toArray(String[]::new);
    }
}
