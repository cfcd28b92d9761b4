package org.voxelpopuli.kademlia;

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
@DisplayName("The architecture of kademlia")
class ArchitectureTest {
    private static final String ROOT = "org.voxelpopuli.kademlia";
    /** Each room with the rooms that it may import. A room includes its sub-packages, unless those are rooms of their own. */
    private static final Map<String, Set<String>> ROOMS = rooms();

    private static final JavaClasses KADEMLIA = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** Packages of core that a room may import; the root package and what builds on it may import any. */
    private static final Map<String, Set<String>> CORE_ROOMS = Map.of(
            "id", Set.of(),
            "wire", Set.of("protocol"),
            "routing", Set.of(),
            "lookup", Set.of("runtime"),
            "rpc", Set.of("identity", "protocol", "runtime"),
            "records", Set.of("identity", "protocol", "runtime", "store"),
            "", Set.of("identity", "protocol", "runtime", "store"),
            "content", Set.of("protocol", "runtime", "store"),
            "presence", Set.of("identity", "presence", "presence.ndn", "protocol", "runtime"),
            "simulation", Set.of("identity", "protocol", "simulation", "store"));

    private static Map<String, Set<String>> rooms() {
        Map<String, Set<String>> rooms = new LinkedHashMap<>();
        rooms.put("id", Set.of());
        rooms.put("wire", Set.of("id"));
        rooms.put("routing", Set.of("id"));
        rooms.put("lookup", Set.of("id"));
        rooms.put("rpc", Set.of("id", "wire", "routing", "lookup"));
        rooms.put("records", Set.of("id", "wire", "routing", "lookup", "rpc"));
        rooms.put("", Set.of("id", "wire", "routing", "lookup", "rpc", "records"));
        rooms.put("simulation", Set.of("id", "wire", "lookup", ""));
        rooms.put("directory", Set.of("id", "wire", "routing", "lookup", "rpc", "records", "presence", ""));
        rooms.put("content", Set.of("id", "wire", "lookup", "records", ""));
        rooms.put("presence", Set.of("id", "wire", "lookup", "records", ""));
        rooms.put("judge", Set.of("id", "directory", ""));
        return rooms;
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
        classes().should(importOnlyAllowedRooms()).check(KADEMLIA);
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
                .check(KADEMLIA);
    }

    @Test
    void ofCoreRoomsImportOnlyWhatTheyNeed() {
        for (JavaClass type : KADEMLIA) {
            Set<String> allowed = CORE_ROOMS.get(room(type));
            if (allowed != null) {
                Set<String> used = type.getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency
                                .getTargetClass()
                                .getBaseComponentType()
                                .getPackageName())
                        .filter(name -> name.startsWith("org.voxelpopuli") && !name.startsWith(ROOT))
                        .map(name -> name.substring("org.voxelpopuli".length()).replaceFirst("^\\.", ""))
                        .collect(Collectors.toSet());
                assertThat(allowed).as(type.getName()).containsAll(used);
            }
        }
    }

    @Test
    void everyPackageIsDescribedAndNullMarked() {
        Set<String> bare = KADEMLIA.stream()
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
                .check(KADEMLIA);
    }

    @Test
    void timeRandomnessAndThreadsComeFromTheEnvironment() {
        noClasses()
                .should(call("clocks, randomness and threads of the JVM", ArchitectureTest::isAmbient))
                .check(KADEMLIA);
    }

    /** Who unpacks what strangers send has to bound what comes out; kad-files and songs are kept as they come. */
    @Test
    void nothingIsDecompressed() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.util.zip..", "java.util.jar..")
                .check(KADEMLIA);
    }

    @Test
    void librariesDoNotPrint() {
        noClasses().should(call("the console", ArchitectureTest::prints)).check(KADEMLIA);
    }

    @Test
    void eachForeignLibraryHasItsRoom() {
        onlyIn("wire", "tools.jackson..");
        onlyIn("nowhere", "io.netty..", "java.sql..");
    }

    private static void onlyIn(String home, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "." + home + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(KADEMLIA);
    }

    @Test
    void noForeignTypeIsPartOfAPublicSignature() {
        classes()
                .that(arePublicTo("everyone"))
                .should(never(exposeTypesOf("io.netty.", "tools.jackson.", "de.articdive.", "org.sqlite.")))
                .check(KADEMLIA);
    }

    @Test
    void classesAreFinalUnlessMadeForExtension() {
        Set<String> open = KADEMLIA.stream()
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
