package org.brokerscope.state;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource.Type;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Share groups that acknowledged, gave back and rejected; offsets altered, and state deleted in each way. */
final class ShareWriter {
    private static final TopicPartition SHARED = new TopicPartition("shared", 0);
    private static final int MOST_EMPTY_POLLS = 100;
    private static final List<String> GROUPS = List.of("share-1", "share-2", "share-3", "share-4");

    private final Administrator broker;

    ShareWriter(Administrator broker) {
        this.broker = broker;
    }

    void write() throws Exception {
        for (String group : GROUPS)
            broker.setConfig(Type.GROUP, group, "share.auto.offset.reset", "earliest");
        try (var producer = broker.producer(null, Map.of())) {
            for (int i = 0; i < 40; i++)
                producer.send(new ProducerRecord<>(SHARED.topic(), SHARED.partition(), null, "v" + i));
        }
        GROUPS.parallelStream().forEach(this::consume);
        broker.admin().deleteShareGroupOffsets("share-2", Set.of(SHARED.topic())).all().get();
        broker.admin().alterShareGroupOffsets("share-3", Map.of(SHARED, 7L)).all().get();
        broker.admin().deleteShareGroups(Set.of("share-4")).all().get();
    }

    private void consume(String group) {
        Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap(), "group.id", group,
                "share.acknowledgement.mode", "explicit", "max.poll.records", "7",
                "key.deserializer", StringDeserializer.class.getName(),
                "value.deserializer", StringDeserializer.class.getName());
        try (var consumer = new KafkaShareConsumer<String, String>(settings)) {
            consumer.subscribe(List.of(SHARED.topic()));
            // What was given back comes again at once; when nothing comes any more, all is done.
            int taken = 0;
            for (int empty = 0; empty < MOST_EMPTY_POLLS && (taken == 0 || empty < 2); empty++) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(300))) {
                    consumer.acknowledge(record, typeOf(record.offset(), taken));
                    taken++;
                    empty = -1;
                }
                consumer.commitSync();
            }
        }
    }

    // The first in line are given back once, so that later ones are done before them.
    private static AcknowledgeType typeOf(long offset, int taken) {
        if (offset % 10 == 3)
            return AcknowledgeType.REJECT;
        return (offset % 10 < 2 && taken < 30) || offset == 5 ? AcknowledgeType.RELEASE : AcknowledgeType.ACCEPT;
    }
}
