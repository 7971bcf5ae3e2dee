import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;

/** One line of a vectors file: a message as Kafka writes it in bytes and in JSON. */
record TestVector(String name, short version, String kind, Collection<String> losses, byte[] bytes, JsonNode json) {
    static final ObjectMapper MAPPER = new ObjectMapper();

    String toLine() throws JsonProcessingException {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("name", name).put("version", version).put("kind", kind);
        if (!losses.isEmpty()) {
            ArrayNode loses = line.putArray("loses");
            losses.forEach(loses::add);
        }
        line.put("hex", HexFormat.of().formatHex(bytes));
        line.set("json", json);
        return MAPPER.writeValueAsString(line);
    }

    static TestVector parse(String text) throws JsonProcessingException {
        JsonNode line = MAPPER.readTree(text);
        return new TestVector(line.get("name").asText(), line.get("version").shortValue(), line.get("kind").asText(),
                List.of(), HexFormat.of().parseHex(line.get("hex").asText()), line.get("json"));
    }
}
