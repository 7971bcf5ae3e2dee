package org.brokerscope.state;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource.Type;
import org.apache.kafka.common.serialization.ByteBufferDeserializer;

/**
 * Makes a broker compact topics now. Only segments that are no longer written to are compacted, and one ends when a record comes after
 * its time: so each topic has a task that appends to all its partitions. The broker has log.cleaner.backoff.ms=100.
 */
final class Compaction implements AutoCloseable {
    private static final Map<String, String> NOW = Map.of("segment.ms", "300", "min.cleanable.dirty.ratio", "0");

    private final Administrator broker;
    private final KafkaConsumer<ByteBuffer, ByteBuffer> consumer;
    private final Map<String, Callable<?>> appends = new LinkedHashMap<>();
    private final Map<TopicPartition, Set<Long>> overtaken = new HashMap<>();

    Compaction(Administrator broker) {
        this.broker = broker;
        var bytes = ByteBufferDeserializer.class.getName();
        consumer = new KafkaConsumer<>(Map.of("bootstrap.servers", broker.bootstrap(), "key.deserializer", bytes,
                "value.deserializer", bytes));
    }

    /** The task appends to every partition of the topic that has overtaken records. */
    void add(String topic, Callable<?> append) {
        appends.put(topic, append);
    }

    /** Returns when every partition with overtaken records has lost some; settings are as before then. */
    void run() throws Exception {
        for (String topic : appends.keySet()) {
            findOvertaken(topic);
            for (var setting : NOW.entrySet())
                broker.setConfig(Type.TOPIC, topic, setting.getKey(), setting.getValue());
        }
        Administrator.await("internal topics are compacted", () -> {
            for (Callable<?> append : appends.values())
                append.call();
            Thread.sleep(250);
            return isDone();
        });
        for (String topic : appends.keySet()) {
            for (String setting : NOW.keySet())
                broker.setConfig(Type.TOPIC, topic, setting, null);
        }
    }

    private void findOvertaken(String topic) throws Exception {
        for (TopicPartition partition : partitionsOf(topic)) {
            Map<ByteBuffer, Long> last = new HashMap<>();
            for (var record : recordsOf(partition)) {
                Long earlier = last.put(record.key(), record.offset());
                if (earlier != null)
                    overtaken.computeIfAbsent(partition, each -> new HashSet<>()).add(earlier);
            }
        }
        if (overtaken.keySet().stream().noneMatch(each -> each.topic().equals(topic)))
            throw new IllegalStateException("nothing in " + topic + " is overtaken: there is nothing to compact");
    }

    private boolean isDone() {
        for (var partition : overtaken.entrySet()) {
            Set<Long> left = new HashSet<>();
            recordsOf(partition.getKey()).forEach(record -> left.add(record.offset()));
            if (left.containsAll(partition.getValue()))
                return false;
        }
        return true;
    }

    private List<TopicPartition> partitionsOf(String topic) throws Exception {
        return IntStream.range(0, broker.partitionsOf(topic)).mapToObj(each -> new TopicPartition(topic, each)).toList();
    }

    private List<ConsumerRecord<ByteBuffer, ByteBuffer>> recordsOf(TopicPartition partition) {
        var records = new java.util.ArrayList<ConsumerRecord<ByteBuffer, ByteBuffer>>();
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        long end = consumer.endOffsets(List.of(partition)).get(partition);
        while (consumer.position(partition) < end)
            records.addAll(consumer.poll(Duration.ofMillis(200)).records(partition));
        return records;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
