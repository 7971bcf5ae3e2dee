import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.common.protocol.Message;

/** Answers lines of the `bscope batch` contract (ops decode and encode, no frames) with Kafka's own classes. */
final class Oracle {
    private final KafkaRelease release;

    Oracle(KafkaRelease release) {
        this.release = release;
    }

    void answerAll(BufferedReader in, PrintStream out) throws IOException {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            ObjectNode answer = TestVector.MAPPER.createObjectNode();
            try {
                answer(TestVector.MAPPER.readTree(line), answer);
            } catch (JsonProcessingException | ReflectiveOperationException | RuntimeException e) {
                answer.removeAll();
                answer.put("ok", false);
                answer.putObject("error").put("severity", "error").put("code", e.getClass().getSimpleName())
                        .put("message", String.valueOf(e.getMessage()));
            }
            out.println(TestVector.MAPPER.writeValueAsString(answer));
            out.flush();
        }
    }

    private void answer(JsonNode request, ObjectNode answer) throws ReflectiveOperationException {
        String name = request.path("name").asText();
        KafkaMessage message = release.messages.get(name);
        if (message == null) {
            throw new IllegalArgumentException("no message is named " + name);
        }
        short version = request.path("version").shortValue();
        if (!message.versions.contains(version)) {
            throw new IllegalArgumentException(name + " has no version " + version);
        }
        answer.put("ok", true);
        switch (request.path("op").asText()) {
            case "decode" -> {
                ByteBuffer buffer = ByteBuffer.wrap(HexFormat.of().parseHex(request.path("hex").asText()));
                Message read = message.read(buffer, version);
                answer.set("json", message.toJson(read, version));
                answer.put("unread", buffer.remaining());
                answer.putArray("diagnostics");
            }
            case "encode" -> {
                Message read = message.fromJson(request.path("json"), version);
                answer.put("hex", HexFormat.of().formatHex(KafkaMessage.write(read, version)));
            }
            default -> throw new IllegalArgumentException("op is neither decode nor encode");
        }
    }
}
