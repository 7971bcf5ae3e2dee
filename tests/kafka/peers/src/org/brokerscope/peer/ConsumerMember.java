package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A member of a classic or a consumer group. Rebalance callbacks become events as they happen. */
final class ConsumerMember implements Member {
    private final String name;
    private final LineWriter output;
    private final KafkaConsumer<byte[], byte[]> consumer;

    ConsumerMember(String name, Properties properties, List<String> topics, LineWriter output) {
        this.name = name;
        this.output = output;
        properties.putIfAbsent("enable.auto.commit", "false");
        properties.putIfAbsent("auto.offset.reset", "earliest");
        consumer = new KafkaConsumer<>(properties);
        consumer.subscribe(topics, new Listener());
    }

    @Override
    public ObjectNode poll(Duration wait) {
        var records = consumer.poll(wait);
        var counts = facts();
        records.partitions().forEach(p -> counts.put(p.toString(), records.records(p).size()));
        return facts().put("records", records.count()).set("byPartition", counts);
    }

    /** {"offsets" {"topic": {"0": 5}}, "metadata"}: the positions where no offsets are given. */
    @Override
    public ObjectNode commit(JsonNode command) {
        String metadata = command.path("metadata").asText("");
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        if (command.has("offsets")) {
            command.get("offsets").properties().forEach(topic -> topic.getValue().properties().forEach(
                    p -> offsets.put(new TopicPartition(topic.getKey(), Integer.parseInt(p.getKey())),
                            new OffsetAndMetadata(p.getValue().asLong(), metadata))));
        } else {
            for (TopicPartition p : consumer.assignment())
                offsets.put(p, new OffsetAndMetadata(consumer.position(p), metadata));
        }
        consumer.commitSync(offsets);
        var committed = facts();
        offsets.forEach((p, o) -> committed.put(p.toString(), o.offset()));
        return facts().set("committed", committed);
    }

    @Override
    public ObjectNode describe() {
        var group = consumer.groupMetadata();
        return facts()
                .put("memberId", group.memberId())
                .put("epoch", group.generationId())
                .set("assignment", LineWriter.partitions(consumer.assignment()));
    }

    @Override
    public void leave(boolean remain) {
        var operation = remain ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
                               : CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
        consumer.close(CloseOptions.groupMembershipOperation(operation).withTimeout(Duration.ofSeconds(10)));
    }

    private final class Listener implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            report("assigned", partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            report("revoked", partitions);
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            report("lost", partitions);
        }

        private void report(String event, Collection<TopicPartition> partitions) {
            output.event(event)
                    .with("client", name)
                    .with("partitions", LineWriter.partitions(partitions))
                    .with("epoch", consumer.groupMetadata().generationId())
                    .send();
        }
    }
}
