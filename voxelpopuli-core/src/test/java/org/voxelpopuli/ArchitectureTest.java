package org.voxelpopuli;

import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.never;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The floor plan of this module, DESIGN section 2. A package that is not on it fails: put it on the plan first. */
@DisplayName("The architecture of core")
class ArchitectureTest {
    private static final String ROOT = "org.voxelpopuli";
    private static final Set<String> VALUES = Set.of("world", "edits", "identity");
    private static final Set<String> PORTS = Set.of("runtime", "terrain", "store", "directory");

    /** Each room with the rooms that it may import. A room includes its sub-packages, unless those are rooms of their own. */
    private static final Map<String, Set<String>> ROOMS = rooms();

    private static final JavaClasses CORE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static Map<String, Set<String>> rooms() {
        Set<String> wire = union(VALUES, PORTS);
        Set<String> work = union(wire, Set.of("protocol", "protocol.json", "protocol.cbor"));
        Map<String, Set<String>> rooms = new LinkedHashMap<>();
        rooms.put("world", Set.of());
        rooms.put("identity", Set.of());
        rooms.put("edits", Set.of("world"));
        rooms.put("runtime", Set.of("identity"));
        rooms.put("terrain", Set.of("world"));
        rooms.put("store", VALUES);
        rooms.put("store.jdbc", Set.of("store", "edits", "world"));
        rooms.put("directory", Set.of("world", "edits"));
        rooms.put("protocol", wire);
        rooms.put("protocol.json", union(wire, Set.of("protocol")));
        rooms.put("protocol.cbor", union(wire, Set.of("protocol")));
        rooms.put("replication", work);
        rooms.put("server", union(work, Set.of("replication")));
        rooms.put("client", work);
        rooms.put("runtime.netty", Set.of("runtime", "identity"));
        rooms.put("simulation", union(VALUES, PORTS));
        rooms.put("tangibles", union(VALUES, PORTS));
        rooms.put("presence.ndn", Set.of("runtime", "identity"));
        rooms.put("presence", union(union(VALUES, PORTS), Set.of("presence.ndn")));
        rooms.put("", rooms.keySet().stream().collect(Collectors.toUnmodifiableSet()));
        return rooms;
    }

    private static Set<String> union(Set<String> a, Set<String> b) {
        Set<String> both = new HashSet<>(a);
        both.addAll(b);
        return both;
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        while (!name.equals(ROOT)) {
            String relative = name.substring(ROOT.length() + 1);
            if (ROOMS.containsKey(relative)) {
                return relative;
            }
            name = name.substring(0, name.lastIndexOf('.'));
        }
        return type.getPackageName().equals(ROOT) ? "" : "(no room) " + type.getPackageName();
    }

    @Test
    void roomsImportOnlyWhatTheFloorPlanAllows() {
        classes().should(importOnlyAllowedRooms()).check(CORE);
    }

    private static ArchCondition<JavaClass> importOnlyAllowedRooms() {
        return new ArchCondition<>("import only rooms that the floor plan allows") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String own = room(type);
                if (!ROOMS.containsKey(own)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is in no room of the plan"));
                    return;
                }
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    JavaClass target = dependency.getTargetClass().getBaseComponentType();
                    if (!target.getPackageName().equals(ROOT)
                            && !target.getPackageName().startsWith(ROOT + ".")) {
                        continue;
                    }
                    String other = room(target);
                    boolean allowed = other.equals(own) || ROOMS.get(own).contains(other);
                    if (!allowed) {
                        events.add(SimpleConditionEvent.violated(
                                dependency, "[" + own + " -> " + other + "] " + dependency.getDescription()));
                    }
                }
            }
        };
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(**)")
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CORE);
    }

    @Test
    void everyPackageIsDescribedAndNullMarked() {
        Set<String> bare = CORE.stream()
                .map(JavaClass::getPackage)
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(each -> each.getName())
                .collect(Collectors.toSet());
        assertThat(bare).as("packages without @NullMarked in package-info.java").isEmpty();
    }

    @Test
    void thereIsNoUtil() {
        noClasses()
                .should()
                .resideInAnyPackage("..util..", "..utils..", "..common..", "..misc..")
                .check(CORE);
    }

    @Test
    void timeRandomnessAndThreadsComeFromTheEnvironment() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".runtime.netty..", ROOT + ".store.jdbc..")
                .should(call("clocks, randomness and threads of the JVM", ArchitectureTest::isAmbient))
                .check(CORE);
    }

    @Test
    void librariesDoNotPrint() {
        noClasses().should(call("the console", ArchitectureTest::prints)).check(CORE);
    }

    @Test
    void eachForeignLibraryHasItsRoom() {
        onlyIn(Set.of("runtime.netty"), "io.netty..");
        onlyIn(Set.of("protocol.json", "protocol.cbor"), "tools.jackson..");
        onlyIn(Set.of("store.jdbc"), "java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..");
        onlyIn(Set.of("terrain"), "de.articdive..");
    }

    private static void onlyIn(Set<String> homes, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        homes.stream().map(home -> ROOT + "." + home + "..").toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(CORE);
    }

    @Test
    void noForeignTypeIsPartOfAPublicSignature() {
        classes()
                .that(arePublicTo("everyone"))
                .should(never(exposeTypesOf(
                        "io.netty.", "tools.jackson.", "de.articdive.", "org.sqlite.", "org.postgresql.")))
                .check(CORE);
    }

    @Test
    void classesAreFinalUnlessMadeForExtension() {
        Set<String> open = CORE.stream()
                .filter(type -> !type.isInterface() && !type.isAnonymousClass())
                .filter(type -> !type.getModifiers().contains(JavaModifier.FINAL))
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> type.getSubclasses().isEmpty())
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        assertThat(open)
                .as("classes that are neither final, abstract nor extended")
                .isEmpty();
    }

    @Test
    void theRulesSeeWhatTheyForbid() {
        JavaClasses netty = CORE.that(
                DescribedPredicate.describe("netty", type -> room(type).equals("runtime.netty")));
        assertThat(noClasses()
                        .should(call("the JVM's own", ArchitectureTest::isAmbient))
                        .evaluate(netty)
                        .hasViolation())
                .isTrue();
        assertThat(classes()
                        .should(never(exposeTypesOf("java.net.")))
                        .evaluate(netty)
                        .hasViolation())
                .isTrue();
        assertThat(noClasses()
                        .should(dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.netty..")))
                        .evaluate(netty)
                        .hasViolation())
                .isTrue();
    }

    private static boolean isAmbient(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String member = access.getName();
        boolean created = member.equals("<init>");
        return switch (owner) {
            case "java.lang.System" -> Set.of("nanoTime", "currentTimeMillis").contains(member);
            case "java.lang.Thread" ->
                created
                        || Set.of("sleep", "startVirtualThread", "ofVirtual", "ofPlatform")
                                .contains(member);
            case "java.lang.Math", "java.lang.StrictMath" -> member.equals("random");
            case "java.time.Clock" -> member.startsWith("system") || member.startsWith("tick");
            case "java.util.Date", "java.util.Timer", "java.util.Random", "java.security.SecureRandom" -> created;
            case "java.util.UUID" -> member.equals("randomUUID");
            case "java.util.SplittableRandom" -> created && parameters(access) == 0;
            case "java.util.concurrent.Executors",
                    "java.util.concurrent.ThreadLocalRandom",
                    "java.util.concurrent.ForkJoinPool",
                    "java.util.concurrent.ThreadPoolExecutor",
                    "java.util.concurrent.ScheduledThreadPoolExecutor" -> true;
            case "java.util.concurrent.CompletableFuture" ->
                Set.of("orTimeout", "completeOnTimeout", "delayedExecutor").contains(member)
                        || (member.endsWith("Async") && !takesExecutor(access));
            default -> owner.startsWith("java.time.") && member.equals("now");
        };
    }

    private static int parameters(JavaAccess<?> access) {
        return ((JavaCall<?>) access).getTarget().getRawParameterTypes().size();
    }

    private static boolean takesExecutor(JavaAccess<?> access) {
        return access instanceof JavaCall<?> call
                && call.getTarget().getRawParameterTypes().stream()
                        .anyMatch(type -> type.getName().equals("java.util.concurrent.Executor"));
    }

    private static boolean prints(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        return (owner.equals("java.lang.System") && Set.of("out", "err").contains(access.getName()))
                || access.getName().equals("printStackTrace");
    }

    private static ArchCondition<JavaClass> call(String what, Predicate<JavaAccess<?>> forbidden) {
        return new ArchCondition<>("use " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                    if (forbidden.test(access)) {
                        events.add(SimpleConditionEvent.satisfied(access, access.getDescription()));
                    }
                }
            }
        };
    }

    private static DescribedPredicate<JavaClass> arePublicTo(String whom) {
        return DescribedPredicate.describe("are public to " + whom, ArchitectureTest::isVisible);
    }

    private static boolean isVisible(JavaClass type) {
        boolean own = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        return own && type.getEnclosingClass().map(ArchitectureTest::isVisible).orElse(true);
    }

    private static ArchCondition<JavaClass> exposeTypesOf(String... libraries) {
        return new ArchCondition<>("expose types of " + List.of(libraries)) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Stream<JavaClass> supertypes =
                        Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream());
                Stream<JavaClass> signatures = type.getMembers().stream()
                        .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                                || member.getModifiers().contains(JavaModifier.PROTECTED))
                        .flatMap(ArchitectureTest::signature);
                Stream.concat(supertypes, signatures)
                        .map(JavaClass::getBaseComponentType)
                        .filter(each -> Arrays.stream(libraries).anyMatch(each.getName()::startsWith))
                        .forEach(each -> events.add(
                                SimpleConditionEvent.satisfied(type, type.getName() + " shows " + each.getName())));
            }
        };
    }

    private static Stream<JavaClass> signature(JavaMember member) {
        if (member instanceof JavaField field) {
            return field.getType().getAllInvolvedRawTypes().stream();
        }
        JavaCodeUnit code = (JavaCodeUnit) member;
        return Stream.of(
                        code.getReturnType().getAllInvolvedRawTypes().stream(),
                        code.getParameterTypes().stream().flatMap(each -> each.getAllInvolvedRawTypes().stream()),
                        code.getExceptionTypes().stream())
                .flatMap(each -> each);
    }
}
