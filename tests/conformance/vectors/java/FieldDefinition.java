import com.fasterxml.jackson.databind.JsonNode;

/**
 * One field of a definition, reduced to what decides which values are legal at a version.
 *
 * @param type   element type where the field is an array, else the field's own type
 * @param struct the structure that {@code type} names, null for a primitive type
 * @param tag    tag number, -1 when the field is never tagged
 * @param defaultIsNull true for the default {@code "null"}; the JSON literal null means the type's own empty default
 */
record FieldDefinition(String name, String type, boolean array, StructDefinition struct, VersionRange versions,
        VersionRange nullableVersions, VersionRange taggedVersions, int tag, boolean defaultIsNull) {

    static FieldDefinition parse(JsonNode node, StructDefinition.Scope scope) {
        String type = node.get("type").asText();
        boolean array = type.startsWith("[]");
        String elementType = array ? type.substring(2) : type;
        VersionRange tagged = VersionRange.parse(text(node, "taggedVersions"));
        VersionRange versions = node.has("versions") ? VersionRange.parse(text(node, "versions")) : tagged;
        return new FieldDefinition(node.get("name").asText(), elementType, array,
                scope.struct(elementType, node.get("fields")), versions,
                VersionRange.parse(text(node, "nullableVersions")), tagged,
                node.has("tag") ? node.get("tag").asInt() : -1, "null".equals(node.path("default").textValue()));
    }

    boolean isTagged(int version) {
        return tag >= 0 && taggedVersions.contains(version);
    }

    boolean isNullable(int version) {
        return nullableVersions.contains(version);
    }

    /** True where the class starts with null although this version cannot write null, so that a value is a must. */
    boolean needsValue(int version) {
        return defaultIsNull && !isNullable(version);
    }

    private static String text(JsonNode node, String key) {
        return node.has(key) ? node.get(key).asText() : null;
    }
}
