package org.brokerscope.state;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Transactions with records and with offsets: committed, aborted, timed out, taken over, only begun, and open. */
final class TransactionWriter {
    private static final int PARTITIONS = 3;

    private final Administrator broker;

    TransactionWriter(Administrator broker) {
        this.broker = broker;
    }

    /** Those that end. */
    void write() throws Exception {
        broker.producer("tx-begun", Map.of()).close();
        for (String id : List.of("tx-commit", "tx-abort")) {
            try (var producer = begun(id, Map.of())) {
                sendAll(producer, id);
                end(producer, id.equals("tx-commit"));
            }
        }
        // The second is the first that its group ever sees.
        commitOffsets("tx-offsets-commit", "tx-group", 11, true);
        commitOffsets("tx-offsets-abort", "tx-group-aborted", 12, false);
        commitOffsets("tx-offsets-commit", "tx-group", 13, true);
        commitOffsets("tx-offsets-abort", "tx-group", 14, false);
        deleteWhilePending();
        timeOut();
        takeOver();
    }

    /** Those that stay open: their producers are left as they are. */
    void leaveOpen() {
        sendAll(begun("tx-open", Map.of()), "tx-open");
        var pending = begun("tx-offsets-open", Map.of());
        sendOffsets(pending, "tx-group", 21);
        sendOffsets(pending, "tx-group-open", 22);
    }

    private KafkaProducer<String, String> begun(String id, Map<String, Object> more) {
        var producer = broker.producer(id, more);
        producer.beginTransaction();
        return producer;
    }

    private static void end(KafkaProducer<String, String> producer, boolean commits) {
        if (commits)
            producer.commitTransaction();
        else
            producer.abortTransaction();
    }

    private static void sendAll(KafkaProducer<String, String> producer, String value) {
        for (int partition = 0; partition < PARTITIONS; partition++)
            producer.send(new ProducerRecord<>("orders", partition, "k", value));
        producer.flush();
    }

    // As of a consumer that assigned itself: the group has no members.
    private void sendOffsets(KafkaProducer<String, String> producer, String group, long offset) {
        var bytes = ByteArrayDeserializer.class.getName();
        try (var consumer = new KafkaConsumer<byte[], byte[]>(Map.of("bootstrap.servers", broker.bootstrap(), "group.id", group,
                "key.deserializer", bytes, "value.deserializer", bytes))) {
            producer.sendOffsetsToTransaction(Map.of(
                    new TopicPartition("orders", 0), new OffsetAndMetadata(offset, "within " + group),
                    new TopicPartition("orders", 1), new OffsetAndMetadata(offset + 100)), consumer.groupMetadata());
        }
    }

    private void commitOffsets(String id, String group, long offset, boolean commits) {
        try (var producer = begun(id, Map.of())) {
            sendOffsets(producer, group, offset);
            end(producer, commits);
        }
    }

    // What was pending is deleted outside the transaction, whose marker comes later. With an offset in force, for brokers of 3.9
    // forget groups of pending ones at the next check for expiry.
    private void deleteWhilePending() throws Exception {
        try (var producer = begun("tx-deleted", Map.of())) {
            broker.admin().alterConsumerGroupOffsets("tx-group-deleted",
                    Map.of(new TopicPartition("orders", 2), new OffsetAndMetadata(30))).all().get();
            sendOffsets(producer, "tx-group-deleted", 31);
            broker.admin().deleteConsumerGroups(Set.of("tx-group-deleted")).all().get();
            producer.commitTransaction();
        }
    }

    private void timeOut() throws Exception {
        var producer = begun("tx-timeout", Map.of("transaction.timeout.ms", 500));
        sendOffsets(producer, "tx-group-timeout", 41);
        Administrator.await("the transaction times out", () -> {
            var state = broker.admin().describeTransactions(Set.of("tx-timeout")).description("tx-timeout").get().state();
            return state.toString().equals("CompleteAbort");
        });
    }

    private void takeOver() {
        var first = begun("tx-fenced", Map.of());
        sendAll(first, "of the first");
        try (var second = begun("tx-fenced", Map.of())) {
            sendAll(second, "of the second");
            second.commitTransaction();
        }
    }
}
