import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A structure of a definition with its fields in the order of the definition. */
final class StructDefinition {
    final String name;
    final List<FieldDefinition> fields = new ArrayList<>();

    private StructDefinition(String name) {
        this.name = name;
    }

    /** Tag numbers that any version of this structure defines. */
    Set<Integer> definedTags() {
        Set<Integer> tags = new TreeSet<>();
        for (FieldDefinition field : fields) {
            if (field.tag() >= 0) {
                tags.add(field.tag());
            }
        }
        return tags;
    }

    static StructDefinition parse(JsonNode message) {
        Scope scope = new Scope(message.get("commonStructs"));
        StructDefinition top = new StructDefinition(message.get("name").asText());
        scope.addFields(top, message.get("fields"));
        return top;
    }

    /** The structures that the fields of one message may name. */
    static final class Scope {
        private final Map<String, JsonNode> common = new HashMap<>();

        private Scope(JsonNode commonStructs) {
            if (commonStructs != null) {
                commonStructs.forEach(struct -> common.put(struct.get("name").asText(), struct.get("fields")));
            }
        }

        /** Null when {@code type} is a primitive type. */
        StructDefinition struct(String type, JsonNode inlineFields) {
            if (!Character.isUpperCase(type.charAt(0))) {
                return null;
            }
            StructDefinition struct = new StructDefinition(type);
            addFields(struct, inlineFields != null ? inlineFields : common.get(type));
            return struct;
        }

        private void addFields(StructDefinition struct, JsonNode fields) {
            for (JsonNode field : fields) {
                struct.fields.add(FieldDefinition.parse(field, this));
            }
        }
    }
}
