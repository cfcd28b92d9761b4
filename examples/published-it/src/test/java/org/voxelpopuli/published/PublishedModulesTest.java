package org.voxelpopuli.published;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What {@code mvn install} and {@code mvn deploy} hand over: the modules that are published, and no program. */
class PublishedModulesTest {
    private static final XPath XPATH = XPathFactory.newInstance().newXPath();
    private static final Path ROOT = Path.of(System.getProperty("voxelpopuli.home", "../.."))
            .toAbsolutePath()
            .normalize();

    @ParameterizedTest
    @ValueSource(strings = {"maven.install.skip", "maven.deploy.skip"})
    void aModuleIsLeftOutUnlessItIsPublished(String property) throws Exception {
        List<String> handedOver = new ArrayList<>();
        collect(ROOT, false, property, handedOver);
        assertThat(handedOver)
                .containsExactlyInAnyOrder(
                        "", "voxelpopuli-core", "voxelpopuli-kademlia", "voxelpopuli-spring-boot-starter");
    }

    /** The modules below a folder, itself included, that do not skip; each inherits the property from the one above. */
    private static void collect(Path module, boolean inherited, String property, List<String> handedOver)
            throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(module.resolve("pom.xml").toFile());
        String own = XPATH.evaluate("/project/properties/*[name() = '" + property + "']", pom);
        boolean skips = own.isEmpty() ? inherited : Boolean.parseBoolean(own);
        if (!skips) {
            handedOver.add(ROOT.relativize(module).toString());
            assertThat(Files.exists(module.resolve("src/published")))
                    .as("%s makes sources and documentation, too", module)
                    .isEqualTo(!module.equals(ROOT));
        }
        NodeList modules = (NodeList) XPATH.evaluate("/project/modules/module", pom, XPathConstants.NODESET);
        for (int i = 0; i < modules.getLength(); i++) {
            collect(module.resolve(modules.item(i).getTextContent()), skips, property, handedOver);
        }
    }
}
