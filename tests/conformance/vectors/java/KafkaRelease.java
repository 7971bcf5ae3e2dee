import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Every message definition in the Kafka jars of the class path that has at least one version, by its name. */
final class KafkaRelease {
    private static final ObjectMapper DEFINITIONS = new ObjectMapper().enable(JsonParser.Feature.ALLOW_COMMENTS);

    final String release;
    final Map<String, KafkaMessage> messages = new TreeMap<>();

    KafkaRelease() throws IOException, ReflectiveOperationException {
        String found = null;
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String file = new File(path).getName();
            if (file.startsWith("kafka-") && file.endsWith(".jar")) {
                addJar(path);
            }
            if (file.startsWith("kafka-clients-")) {
                found = file.substring("kafka-clients-".length(), file.length() - ".jar".length());
            }
        }
        if (found == null) {
            throw new IllegalStateException("no kafka-clients jar on the class path");
        }
        release = found;
    }

    int countVersions() {
        return messages.values().stream().mapToInt(m -> m.versions.highest() - m.versions.lowest() + 1).sum();
    }

    private void addJar(String path) throws IOException, ReflectiveOperationException {
        try (JarFile jar = new JarFile(path)) {
            List<JarEntry> definitions = new ArrayList<>();
            Map<String, String> classes = new HashMap<>();
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                String name = entry.getName();
                if (name.matches("(common/)?(message|metadata)/[^/]+\\.json")) {
                    definitions.add(entry);
                } else if (name.endsWith(".class")) {
                    String className = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    classes.put(className.substring(className.lastIndexOf('.') + 1), className);
                }
            }
            for (JarEntry entry : definitions) {
                try (InputStream in = jar.getInputStream(entry)) {
                    addDefinition(DEFINITIONS.readTree(in), classes);
                }
            }
        }
    }

    private void addDefinition(JsonNode node, Map<String, String> classes) throws ReflectiveOperationException {
        String name = node.get("name").asText();
        String type = node.get("type").asText();
        boolean onConnection = type.equals("request") || type.equals("response") || type.equals("header");
        String className = classes.get(onConnection ? name + "Data" : name);
        boolean hasConverter = classes.containsKey(simpleName(className) + "JsonConverter");
        // A definition may have no version left, and Streams' private data has no JSON converter.
        if (node.get("validVersions").asText().equals("none") || !hasConverter) {
            return;
        }
        if (messages.put(name, new KafkaMessage(node, Class.forName(className))) != null) {
            throw new IllegalStateException("two definitions are named " + name);
        }
    }

    private static String simpleName(String className) {
        return className == null ? "" : className.substring(className.lastIndexOf('.') + 1);
    }
}
