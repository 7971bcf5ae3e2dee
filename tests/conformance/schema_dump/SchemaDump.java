// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prints the wire layout of every message version of a Kafka release, as Kafka's own generated classes have it.
// `bscope schema --dump-layouts --release R` prints the same text from the stored definitions; scripts/check_schemas compares.
//
// Usage: java -cp CLASS_PATH SchemaDump.java
// The class path holds the jars of one release, each as a file (scripts/import_schemas fetches them). Java 17 or newer.
//
// Output: UTF-8 text, one line an item, blocks sorted by message name (code unit order), then by version.
//   dump        = limits messages
//   limits      = "limits" *(" " limit)         what the release's schema objects cannot express (see below)
//   message     = "message " name " " version [" header=" headerVersion]    only requests and responses have a header
//   field       = path " " type [" tag=" number]
//
// - A field line follows for every field in wire order. `path` is built of snake_case names: "topics", "topics[]" for an element,
//   "topics[].partitions[].partition_index". Fields that the version does not have are left out.
// - `type` is BOOLEAN, INT8, INT16, UINT16, INT32, UINT32, INT64, UUID, FLOAT64, STRING, BYTES, RECORDS, ARRAY, STRUCT or TAGGED_FIELDS.
//   STRING, BYTES, RECORDS and ARRAY may be prefixed: COMPACT_ when compact, then NULLABLE_ when null is legal in this version
//   (COMPACT_NULLABLE_STRING). A struct is STRUCT or NULLABLE_STRUCT, whatever the version.
// - An array line is followed by one line for its element ("topics[] STRUCT", "replicas[] INT32"), a struct line by its fields.
// - A flexible struct, and a flexible message itself, ends with the line of its tag section, whose name is "_tagged_fields"
//   ("topics[]._tagged_fields TAGGED_FIELDS"), also when no tag is defined. Behind it follow the tagged fields by ascending tag,
//   each with its own path as if it were not tagged: "cluster_id COMPACT_NULLABLE_STRING tag=0", then its element or fields.
// - snake_case: every upper-case letter becomes lower-case, with "_" in front unless it is the first letter or follows an
//   upper-case letter: "LastKnownElr" -> "last_known_elr", "IsKRaftController" -> "is_kraft_controller".
// - limits: "nullable-struct" and "nullable-records" stand there when the release has no schema object for a nullable struct or
//   nullable records; then STRUCT and RECORDS say nothing about null, and the comparison drops NULLABLE_ from both on the other side.

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.types.ArrayOf;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.CompactArrayOf;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;

public final class SchemaDump {
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] arguments) throws ReflectiveOperationException, IOException {
        OUT.println("limits" + limits());
        for (Map.Entry<String, Class<?>> message : messageClasses().entrySet()) {
            dumpMessage(message.getKey(), message.getValue());
        }
        OUT.flush();
    }

    private static String limits() {
        boolean structs = exists("org.apache.kafka.common.protocol.types.NullableSchema");
        boolean records = false;
        for (Field constant : Type.class.getFields()) {
            records |= constant.getName().equals("NULLABLE_RECORDS");
        }
        return (structs ? "" : " nullable-struct") + (records ? "" : " nullable-records");
    }

    private static boolean exists(String className) {
        try {
            Class.forName(className);
            return true;
        } catch (ClassNotFoundException absent) {
            return false;
        }
    }

    private static Map<String, Class<?>> messageClasses() throws ReflectiveOperationException, IOException {
        Map<String, Class<?>> messages = new TreeMap<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (!new File(path).getName().matches("kafka-.*\\.jar")) {
                continue;
            }
            try (JarFile jar = new JarFile(path)) {
                for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                    addMessage(messages, entries.nextElement().getName());
                }
            }
        }
        return messages;
    }

    private static void addMessage(Map<String, Class<?>> messages, String entry) throws ReflectiveOperationException {
        boolean generated = entry.contains("/generated/") || entry.contains("/common/message/") || entry.contains("/common/metadata/");
        if (!generated || !entry.endsWith(".class") || entry.contains("$")) {
            return;
        }
        Class<?> type = Class.forName(entry.replace(".class", "").replace('/', '.'));
        try {
            type.getField("SCHEMAS");
        } catch (NoSuchFieldException notAMessage) {
            return;
        }
        Class<?> other = messages.put(definitionName(type.getSimpleName()), type);
        if (other != null) {
            throw new IllegalStateException(type + " and " + other + " share a definition name");
        }
    }

    // The class of a request, response or header is named after the definition with "Data" behind it; others have its very name.
    private static String definitionName(String className) {
        return className.matches(".*(Request|Response|Header)Data") ? className.substring(0, className.length() - 4) : className;
    }

    private static void dumpMessage(String name, Class<?> type) throws ReflectiveOperationException {
        Schema[] schemas = (Schema[]) type.getField("SCHEMAS").get(null);
        short lowest = type.getField("LOWEST_SUPPORTED_VERSION").getShort(null);
        short highest = type.getField("HIGHEST_SUPPORTED_VERSION").getShort(null);
        for (short version = lowest; version <= highest; version++) {
            OUT.println("message " + name + " " + version + headerVersion(name, version));
            dumpFields(schemas[version], "");
        }
    }

    private static String headerVersion(String name, short version) {
        for (ApiMessageType type : ApiMessageType.values()) {
            if (name.equals(type.name + "Request")) {
                return " header=" + type.requestHeaderVersion(version);
            }
            if (name.equals(type.name + "Response")) {
                return " header=" + type.responseHeaderVersion(version);
            }
        }
        return "";
    }

    private static void dumpFields(Schema schema, String prefix) throws ReflectiveOperationException {
        for (BoundField field : schema.fields()) {
            if (field.def.type instanceof TaggedFields) {
                dumpTagSection((TaggedFields) field.def.type, prefix);
            } else {
                dumpType(field.def.type, prefix + field.def.name, "");
            }
        }
    }

    private static void dumpTagSection(TaggedFields section, String prefix) throws ReflectiveOperationException {
        OUT.println(prefix + "_tagged_fields TAGGED_FIELDS");
        Field fields = TaggedFields.class.getDeclaredField("fields");
        fields.setAccessible(true); // The accessor is missing in older releases.
        for (Map.Entry<?, ?> tagged : new TreeMap<>((Map<?, ?>) fields.get(section)).entrySet()) {
            var field = (org.apache.kafka.common.protocol.types.Field) tagged.getValue();
            dumpType(field.type, prefix + field.name, " tag=" + tagged.getKey());
        }
    }

    private static void dumpType(Type type, String path, String suffix) throws ReflectiveOperationException {
        OUT.println(path + " " + typeName(type) + suffix);
        if (type instanceof Schema) {
            dumpFields((Schema) type, path + ".");
        } else if (type.isArray()) {
            dumpType(type.arrayElementType().orElseThrow(), path + "[]", "");
        }
    }

    private static String typeName(Type type) {
        String nullable = type.isNullable() ? "NULLABLE_" : "";
        if (type instanceof Schema) {
            return nullable + "STRUCT";
        }
        if (type instanceof CompactArrayOf) {
            return "COMPACT_" + nullable + "ARRAY";
        }
        if (type instanceof ArrayOf) {
            return nullable + "ARRAY";
        }
        return ((Type.DocumentedType) type).typeName();
    }
}
