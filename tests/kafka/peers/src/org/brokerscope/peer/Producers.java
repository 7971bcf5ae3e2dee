package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Sends records and offsets. A producer lives for one command, or for one transaction where a transactional id is given.
 * The thread that reads commands sends records, those of members send offsets: one of them at a time.
 */
final class Producers implements AutoCloseable {
    /** What is done within a transaction. */
    @FunctionalInterface
    private interface Work {
        ObjectNode with(KafkaProducer<byte[], byte[]> producer) throws Exception;
    }

    private static final int MARKERS_PACE_MS = 10;
    private static final int MARKERS_LIMIT_MS = 30_000;

    private final ClientSettings settings;
    private final Map<String, KafkaProducer<byte[], byte[]>> openTransactions = new HashMap<>();

    Producers(ClientSettings settings) {
        this.settings = settings;
    }

    /**
     * {"topic", "count" (1), "partition", "key", "value", "headers" {}, "timestamp", "config" {}, "transactionalId",
     * "end": "commit" (default), "abort" or "open"}. "{n}" in texts is the number of the record; a null or absent key
     * or value is sent as null; timestamps grow by 1 ms a record. "open" leaves the transaction to a later command with
     * the same id; the others are answered when all partitions have the marker.
     */
    synchronized ObjectNode produce(JsonNode command) throws Exception {
        String id = command.path("transactionalId").asText("");
        if (id.isEmpty()) {
            try (var producer = new KafkaProducer<byte[], byte[]>(settings.producer(command))) {
                return send(producer, command);
            }
        }
        return inTransaction(id, command, producer -> send(producer, command));
    }

    /** {"transactionalId", "end" as above, "config"}: the offsets become committed when the transaction does. */
    synchronized ObjectNode commit(
            JsonNode command, Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) throws Exception {
        return inTransaction(command.required("transactionalId").asText(), command, producer -> {
            producer.sendOffsetsToTransaction(offsets, group);
            return facts();
        });
    }

    @Override
    public synchronized void close() {
        openTransactions.values().forEach(KafkaProducer::close);
    }

    private ObjectNode inTransaction(String id, JsonNode command, Work work) throws Exception {
        var producer = openTransactions.remove(id);
        try {
            if (producer == null) {
                producer = beginTransaction(id, command);
            }
            var facts = work.with(producer);
            switch (command.path("end").asText("commit")) {
                case "commit" -> {
                    producer.commitTransaction();
                    awaitMarkers(id);
                }
                case "abort" -> {
                    producer.abortTransaction();
                    awaitMarkers(id);
                }
                case "open" -> openTransactions.put(id, producer);
                default -> throw new IllegalArgumentException("end is commit, abort or open");
            }
            return facts;
        } finally {
            if (producer != null && !openTransactions.containsKey(id))
                producer.close();
        }
    }

    // A producer is told that its transaction has ended before the partitions are: until they have the marker, what was
    // committed is pending there.
    private void awaitMarkers(String id) throws ExecutionException, InterruptedException {
        try (var admin = Admin.create(settings.admin())) {
            for (int waitedMs = 0; waitedMs < MARKERS_LIMIT_MS; waitedMs += MARKERS_PACE_MS) {
                TransactionState state = admin.describeTransactions(List.of(id)).all().get().get(id).state();
                if (state != TransactionState.PREPARE_COMMIT && state != TransactionState.PREPARE_ABORT)
                    return;
                Thread.sleep(MARKERS_PACE_MS);
            }
        }
        throw new IllegalStateException("transaction " + id + " has no markers after " + MARKERS_LIMIT_MS + " ms");
    }

    private KafkaProducer<byte[], byte[]> beginTransaction(String id, JsonNode command) {
        var properties = settings.producer(command);
        properties.put("transactional.id", id);
        var producer = new KafkaProducer<byte[], byte[]>(properties);
        try {
            producer.initTransactions();
            producer.beginTransaction();
            return producer;
        } catch (RuntimeException error) {
            producer.close();
            throw error;
        }
    }

    private static ObjectNode send(KafkaProducer<byte[], byte[]> producer, JsonNode command) throws Exception {
        int count = command.path("count").asInt(1);
        var sent = new ArrayList<Future<RecordMetadata>>(count);
        for (int n = 0; n < count; ++n)
            sent.add(producer.send(record(command, n)));
        producer.flush();
        var offsets = facts();
        for (Future<RecordMetadata> each : sent) {
            RecordMetadata metadata = each.get();
            // With acks=0 there is no offset: -1.
            offsets.put(String.valueOf(metadata.partition()), metadata.hasOffset() ? metadata.offset() : -1);
        }
        return facts().put("sent", count).set("lastOffsets", offsets);
    }

    private static ProducerRecord<byte[], byte[]> record(JsonNode command, int n) {
        Integer partition = command.has("partition") ? command.get("partition").asInt() : null;
        Long timestamp = command.has("timestamp") ? command.get("timestamp").asLong() + n : null;
        var record = new ProducerRecord<>(
                command.required("topic").asText(), partition, timestamp,
                text(command.path("key"), n), text(command.path("value"), n));
        command.path("headers").properties().forEach(e -> record.headers().add(e.getKey(), text(e.getValue(), n)));
        return record;
    }

    private static byte[] text(JsonNode pattern, int n) {
        if (pattern.isMissingNode() || pattern.isNull())
            return null;
        return pattern.asText().replace("{n}", String.valueOf(n)).getBytes(StandardCharsets.UTF_8);
    }
}
