import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/** One message definition bound to the class and the JSON converter that Kafka generated from it. */
final class KafkaMessage {
    final String name;
    final String type;
    final VersionRange versions;
    final VersionRange flexibleVersions;
    final StructDefinition definition;
    final Class<?> messageClass;
    private final Method jsonRead;
    private final Method jsonWrite;

    KafkaMessage(JsonNode node, Class<?> messageClass) throws ReflectiveOperationException {
        this.name = node.get("name").asText();
        this.type = node.get("type").asText();
        this.versions = VersionRange.parse(node.get("validVersions").asText());
        this.flexibleVersions = VersionRange.parse(node.path("flexibleVersions").asText());
        this.definition = StructDefinition.parse(node);
        this.messageClass = messageClass;
        Class<?> converter = Class.forName(messageClass.getName() + "JsonConverter");
        this.jsonRead = converter.getMethod("read", JsonNode.class, short.class);
        this.jsonWrite = converter.getMethod("write", messageClass, short.class, boolean.class);
    }

    Message create() throws ReflectiveOperationException {
        return (Message) messageClass.getConstructor().newInstance();
    }

    static byte[] write(Message message, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(message.size(cache, version));
        message.write(new ByteBufferAccessor(buffer), cache, version);
        if (buffer.hasRemaining()) {
            throw new IllegalStateException("size() promised " + buffer.remaining() + " bytes more than write() wrote");
        }
        return buffer.array();
    }

    Message read(ByteBuffer bytes, short version) throws ReflectiveOperationException {
        Message message = create();
        message.read(new ByteBufferAccessor(bytes), version);
        return message;
    }

    JsonNode toJson(Message message, short version) throws ReflectiveOperationException {
        return (JsonNode) call(jsonWrite, message, version, true);
    }

    Message fromJson(JsonNode json, short version) throws ReflectiveOperationException {
        return (Message) call(jsonRead, json, version);
    }

    private static Object call(Method method, Object... arguments) throws ReflectiveOperationException {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
