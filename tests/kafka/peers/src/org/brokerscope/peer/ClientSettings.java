package org.brokerscope.peer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties of a new client: the broker to start with, what the program gives every member of a classic group, then
 * what the command asks for in "config".
 */
public record ClientSettings(String bootstrap, Map<String, String> classicMembers) {
    public ClientSettings(String bootstrap) {
        this(bootstrap, Map.of());
    }

    public Properties producer(JsonNode command) {
        var properties = base();
        properties.put("key.serializer", ByteArraySerializer.class.getName());
        properties.put("value.serializer", ByteArraySerializer.class.getName());
        properties.put("max.block.ms", "20000");
        properties.put("delivery.timeout.ms", "30000");
        properties.put("request.timeout.ms", "10000");
        return overlay(properties, command);
    }

    /** For every kind of group; offsets are committed only when told. */
    public Properties member(String group) {
        var properties = base();
        properties.put("key.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("value.deserializer", ByteArrayDeserializer.class.getName());
        properties.put("group.id", group);
        return properties;
    }

    public Properties admin() {
        var properties = base();
        properties.put("default.api.timeout.ms", "30000");
        return properties;
    }

    public static Properties overlay(Properties properties, JsonNode command) {
        command.path("config").properties().forEach(e -> properties.put(e.getKey(), e.getValue().asText()));
        return properties;
    }

    public Properties base() {
        var properties = new Properties();
        properties.put("bootstrap.servers", bootstrap);
        properties.put("enable.metrics.push", "false");
        return properties;
    }
}
