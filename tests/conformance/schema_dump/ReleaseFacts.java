// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints what a Kafka release says about itself outside the message definitions: error codes, API keys and feature levels.
//
// Usage: java -cp CLASS_PATH ReleaseFacts.java
// The class path holds the jars of one release (scripts/import_schemas fetches them). Java 17 or newer.
// Output: one JSON document {"errorCodes":[...],"apiKeys":[...],"features":[...]}; schemas/README.md explains the entries.
// Classes that moved between releases are found by reflection, so one source serves all of them.

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;

public final class ReleaseFacts {
    private static final String COMMON = "org.apache.kafka.server.common.";

    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.out.println("{\"errorCodes\":" + errorCodes() + ",\n\"apiKeys\":" + apiKeys() + ",\n\"features\":" + features() + "}");
    }

    private static String errorCodes() {
        Errors[] errors = Errors.values();
        Arrays.sort(errors, Comparator.comparing(Errors::code));
        StringJoiner entries = list();
        for (Errors error : errors) {
            boolean retriable = error.exception() instanceof RetriableException;
            entries.add("{\"code\":" + error.code() + ",\"name\":" + quoted(error.name()) + ",\"retriable\":" + retriable + "}");
        }
        return entries.toString();
    }

    private static String apiKeys() {
        ApiKeys[] keys = ApiKeys.values();
        Arrays.sort(keys, Comparator.comparing(key -> key.id));
        StringJoiner entries = list();
        for (ApiKeys key : keys) {
            String entry = "{\"key\":" + key.id + ",\"name\":" + quoted(key.name);
            entry += key.clusterAction ? ",\"clusterAction\":true" : "";
            entry += key.forwardable ? ",\"forwardable\":true" : "";
            entries.add(entry + "}");
        }
        return entries.toString();
    }

    private static String features() throws ReflectiveOperationException {
        Map<String, List<String>> levels = new TreeMap<>();
        levels.put("metadata.version", metadataLevels());
        for (Object feature : productionFeatures()) {
            Object[] versions = (Object[]) call(feature, "featureVersions");
            List<String> entries = new ArrayList<>();
            for (Object version : versions) {
                entries.add(level(version));
            }
            levels.put((String) call(feature, "featureName"), entries);
        }
        Map<String, String> ranges = supportedRanges();
        StringJoiner entries = list();
        for (Map.Entry<String, List<String>> feature : levels.entrySet()) {
            String range = ranges.getOrDefault(feature.getKey(), "");
            entries.add("{\"name\":" + quoted(feature.getKey()) + range + ",\"levels\":[" + String.join(",", feature.getValue()) + "]}");
        }
        return entries.toString();
    }

    private static List<String> metadataLevels() throws ReflectiveOperationException {
        List<String> entries = new ArrayList<>();
        for (Object version : Class.forName(COMMON + "MetadataVersion").getEnumConstants()) {
            short number = (Short) call(version, "featureLevel");
            if (number < 1) {
                continue; // Versions from before feature levels existed have none of their own.
            }
            boolean production = (Boolean) call(version, "isProduction");
            String entry = "{\"level\":" + number + ",\"name\":" + quoted((String) call(version, "version"));
            entries.add(entry + (production ? "" : ",\"unstable\":true") + "}");
        }
        return entries;
    }

    private static String level(Object version) throws ReflectiveOperationException {
        String entry = "{\"level\":" + call(version, "featureLevel") + ",\"name\":" + quoted(((Enum<?>) version).name());
        entry += ",\"bootstrapMetadataVersion\":" + quoted(call(version, "bootstrapMetadataVersion").toString());
        Map<?, ?> dependencies = new TreeMap<>((Map<?, ?>) call(version, "dependencies"));
        if (!dependencies.isEmpty()) {
            StringJoiner members = new StringJoiner(",", ",\"dependencies\":{", "}");
            dependencies.forEach((name, number) -> members.add(quoted((String) name) + ":" + number));
            entry += members;
        }
        return entry + "}";
    }

    // The ranges that a broker of this release announces with its default settings.
    private static Map<String, String> supportedRanges() throws ReflectiveOperationException {
        Class<?> features = Class.forName("org.apache.kafka.controller.QuorumFeatures");
        Method defaults = Arrays.stream(features.getMethods())
            .filter(method -> method.getName().matches("default(Supported)?FeatureMap"))
            .findFirst().orElseThrow();
        Map<String, String> ranges = new TreeMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) defaults.invoke(null, false)).entrySet()) {
            String range = ",\"supported\":{\"min\":" + call(entry.getValue(), "min") + ",\"max\":" + call(entry.getValue(), "max") + "}";
            ranges.put((String) entry.getKey(), range);
        }
        return ranges;
    }

    private static List<?> productionFeatures() throws ReflectiveOperationException {
        Class<?> features;
        try {
            features = Class.forName(COMMON + "Feature");
        } catch (ClassNotFoundException olderName) {
            features = Class.forName(COMMON + "Features");
        }
        return (List<?>) features.getField("PRODUCTION_FEATURES").get(null);
    }

    private static Object call(Object target, String name) throws ReflectiveOperationException {
        return target.getClass().getMethod(name).invoke(target);
    }

    private static StringJoiner list() {
        return new StringJoiner(",\n", "[", "]");
    }

    private static String quoted(String text) {
        return '"' + text + '"'; // Names of constants and versions hold nothing that JSON would escape.
    }
}
