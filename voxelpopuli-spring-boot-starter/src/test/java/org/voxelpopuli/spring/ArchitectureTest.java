package org.voxelpopuli.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;

/** The floor plan of this module, DESIGN section 2. */
@DisplayName("The architecture of the starter")
final class ArchitectureTest {
    private static final String ROOT = "org.voxelpopuli.spring";

    private static final JavaClasses STARTER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(STARTER);
    }

    /** A package may use the ones that are named with it, and whatever is no package of this module. */
    private static ArchRule only(String room, String... others) {
        DescribedPredicate<com.tngtech.archunit.core.domain.JavaClass> foreign = DescribedPredicate.describe(
                "outside of what " + room + " may import",
                type -> type.getPackageName().startsWith(ROOT)
                        && !type.getPackageName().equals(room)
                        && java.util.Arrays.stream(others).noneMatch(type.getPackageName()::equals));
        return noClasses().that().resideInAPackage(room).should().dependOnClassesThat(foreign);
    }

    @Test
    void packagesFormNoCycle() {
        check(slices().matching("org.voxelpopuli.(spring..)").should().beFreeOfCycles());
    }

    @Test
    void roomsImportOnlyWhatTheFloorPlanAllows() {
        check(only(ROOT));
        check(only(ROOT + ".health", ROOT));
        check(only(ROOT + ".metrics", ROOT));
        check(only(ROOT + ".actuate.endpoint", ROOT));
        check(only(ROOT + ".autoconfigure", ROOT, ROOT + ".actuate.endpoint"));
        check(only(ROOT + ".autoconfigure.health", ROOT, ROOT + ".autoconfigure", ROOT + ".health"));
        check(only(ROOT + ".autoconfigure.metrics", ROOT, ROOT + ".autoconfigure", ROOT + ".metrics"));
        check(classes()
                .should()
                .resideInAnyPackage(
                        ROOT,
                        ROOT + ".health",
                        ROOT + ".metrics",
                        ROOT + ".actuate.endpoint",
                        ROOT + ".autoconfigure",
                        ROOT + ".autoconfigure.health",
                        ROOT + ".autoconfigure.metrics"));
    }

    @Test
    void whatTheHostApplicationNeedNotBringIsUsedOnlyInItsOwnRooms() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("..metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer.."));
        check(noClasses()
                .that()
                .resideOutsideOfPackages("..health..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot.health.."));
        check(noClasses()
                .that()
                .haveNameNotMatching(".*\\.VoxelNodeEndpointAutoConfiguration(\\$.*)?")
                .and()
                .resideOutsideOfPackages("..actuate..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework.boot.actuate.."));
    }

    @Test
    void noNettyAndNoJacksonIsUsedHere() {
        check(noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "tools.jackson..", "com.fasterxml.."));
    }

    @Test
    void endpointsOnlyRead() {
        check(methods()
                .should()
                .notBeAnnotatedWith(WriteOperation.class)
                .andShould()
                .notBeAnnotatedWith(DeleteOperation.class));
    }

    @Test
    void autoConfigurationsAreFinalAndNamedSo() {
        check(classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .haveModifier(JavaModifier.FINAL)
                .andShould()
                .haveSimpleNameEndingWith("AutoConfiguration"));
    }

    @Test
    void conditionsFailureAnalyzersAndBeanMethodsAreNotPublic() {
        check(classes().that().areAssignableTo(Condition.class).should().notBePublic());
        check(classes().that().areAssignableTo(FailureAnalyzer.class).should().notBePublic());
        check(methods().that().areAnnotatedWith(Bean.class).should().notBePublic());
    }
}
