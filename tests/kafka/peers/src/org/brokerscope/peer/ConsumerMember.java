package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** A member of a classic or a consumer group. Rebalance callbacks become events as they happen. */
final class ConsumerMember implements Member {
    private final String name;
    private final LineWriter output;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Listener listener;

    /** The command has the subscription and "revokeMs" (0): how long the application takes to give partitions back. */
    ConsumerMember(String name, Properties properties, JsonNode command, LineWriter output) {
        this.name = name;
        this.output = output;
        listener = new Listener(command.path("revokeMs").asLong(0));
        properties.putIfAbsent("enable.auto.commit", "false");
        properties.putIfAbsent("auto.offset.reset", "earliest");
        consumer = new KafkaConsumer<>(properties);
        subscribe(command);
    }

    @Override
    public void subscribe(JsonNode command) {
        Subscription.of(command).apply(consumer, listener);
    }

    @Override
    public ObjectNode poll(Duration wait) {
        var records = consumer.poll(wait);
        var counts = facts();
        records.partitions().forEach(p -> counts.put(p.toString(), records.records(p).size()));
        return facts().put("records", records.count()).set("byPartition", counts);
    }

    @Override
    public ObjectNode commit(JsonNode command) {
        var offsets = offsets(command);
        consumer.commitSync(offsets);
        var committed = facts();
        offsets.forEach((p, o) -> committed.put(p.toString(), o.offset()));
        return facts().set("committed", committed);
    }

    /** {"offsets" {"topic": {"0": 5}}, "metadata"}: the positions where no offsets are given. */
    Map<TopicPartition, OffsetAndMetadata> offsets(JsonNode command) {
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
        return offsets;
    }

    ConsumerGroupMetadata groupMetadata() {
        return consumer.groupMetadata();
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
        private final long revokeMs;

        Listener(long revokeMs) {
            this.revokeMs = revokeMs;
        }

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            report("assigned", partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            report("revoked", partitions);
            if (revokeMs > 0 && !partitions.isEmpty())
                delay();
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            report("lost", partitions);
        }

        private void report(String event, Collection<TopicPartition> partitions) {
            output.event(event)
                    .with("client", name)
                    .with("partitions", LineWriter.partitions(partitions))
                    .with(describe())
                    .send();
        }

        private void delay() {
            try {
                Thread.sleep(revokeMs);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            output.event("revocationDone").with("client", name).send();
        }
    }
}
