package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * A member of a share group. Records are acknowledged one by one when told to commit; its client has no rebalance
 * callbacks, and does not tell its assignment.
 */
final class ShareMember implements Member {
    private final KafkaShareConsumer<byte[], byte[]> consumer;
    private final List<ConsumerRecord<byte[], byte[]>> unacknowledged = new ArrayList<>();

    ShareMember(Properties properties, JsonNode command) {
        properties.putIfAbsent("share.acknowledgement.mode", "explicit");
        consumer = new KafkaShareConsumer<>(properties);
        subscribe(command);
    }

    @Override
    public void subscribe(JsonNode command) {
        consumer.subscribe(Subscription.of(command).onlyTopics());
    }

    // In explicit mode the client refuses to poll while records are unacknowledged: those are let go first.
    @Override
    public ObjectNode poll(Duration wait) {
        acknowledge(AcknowledgeType.RELEASE, unacknowledged.size());
        var records = consumer.poll(wait);
        Map<String, Integer> counts = new HashMap<>();
        for (var record : records) {
            unacknowledged.add(record);
            counts.merge(new TopicPartition(record.topic(), record.partition()).toString(), 1, Integer::sum);
        }
        return facts().put("records", records.count()).set("byPartition", LineWriter.JSON.valueToTree(counts));
    }

    /** {"type": "accept" (default), "release" or "reject", "count" (all)}: for what the last poll brought. */
    @Override
    public ObjectNode commit(JsonNode command) {
        var type = AcknowledgeType.valueOf(command.path("type").asText("accept").toUpperCase());
        int count = acknowledge(type, command.path("count").asInt(unacknowledged.size()));
        acknowledge(AcknowledgeType.RELEASE, unacknowledged.size());
        consumer.commitSync().forEach((partition, error) -> error.ifPresent(e -> { throw e; }));
        return facts().put("acknowledged", count);
    }

    @Override
    public ObjectNode describe() {
        return facts().put("unacknowledged", unacknowledged.size());
    }

    @Override
    public void leave(boolean remain) {
        if (remain)
            throw new IllegalArgumentException("a share consumer always tells the broker when it leaves");
        consumer.close(Duration.ofSeconds(10));
    }

    private int acknowledge(AcknowledgeType type, int count) {
        var part = unacknowledged.subList(0, Math.min(count, unacknowledged.size()));
        int done = part.size();
        part.forEach(record -> consumer.acknowledge(record, type));
        part.clear();
        return done;
    }
}
