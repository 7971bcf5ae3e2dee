import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Fills the log directory of a broker: LogWriter BOOTSTRAP SCALE SEGMENT_BYTES. Topics with each compression by idempotent
 * producers (none: without idempotence), one with append time, one that is compacted, and one of transactions that were committed,
 * aborted and left open. The program ends without closing its producers, so that they stay open.
 */
public class LogWriter {
    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");
    private static final int TRANSACTIONAL_PRODUCERS = 3;

    private final String bootstrap;
    private final int scale;
    private final Random random = new Random(7);

    private LogWriter(String bootstrap, int scale) {
        this.bootstrap = bootstrap;
        this.scale = scale;
    }

    private KafkaProducer<String, String> producer(Map<String, String> settings) {
        Properties all = new Properties();
        all.put("bootstrap.servers", bootstrap);
        all.put("key.serializer", StringSerializer.class.getName());
        all.put("value.serializer", StringSerializer.class.getName());
        all.putAll(settings);
        return new KafkaProducer<>(all);
    }

    private String value(int size) {
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append(Long.toString(random.nextLong(), 36));
        }
        return text.substring(0, size);
    }

    private void createTopics(String segmentBytes) throws Exception {
        Map<String, String> common = Map.of("segment.bytes", segmentBytes, "index.interval.bytes", "300");
        List<NewTopic> topics = new ArrayList<>();
        for (String codec : CODECS) {
            topics.add(new NewTopic("codec-" + codec, 1, (short) 1).configs(common));
        }
        topics.add(new NewTopic("transactions", 2, (short) 1).configs(common));
        topics.add(new NewTopic("append-time", 1, (short) 1).configs(
            Map.of("segment.bytes", segmentBytes, "index.interval.bytes", "300", "message.timestamp.type", "LogAppendTime")));
        topics.add(new NewTopic("compacted", 1, (short) 1).configs(
            Map.of("segment.bytes", segmentBytes, "index.interval.bytes", "300", "cleanup.policy", "compact",
                "min.cleanable.dirty.ratio", "0.01", "delete.retention.ms", "100")));
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(topics).all().get();
        }
    }

    private void writePlain() {
        for (String codec : CODECS) {
            Map<String, String> settings = Map.of("compression.type", codec, "enable.idempotence", String.valueOf(!codec.equals("none")));
            try (KafkaProducer<String, String> producer = producer(settings)) {
                for (int i = 0; i < 40 * scale; i++) {
                    ProducerRecord<String, String> record = new ProducerRecord<>("codec-" + codec, 0,
                        i % 9 == 3 ? 1600000000000L + random.nextInt(1000000) : null, i % 7 == 0 ? null : "key-" + i,
                        i % 11 == 0 ? null : value(20 + random.nextInt(80)));
                    if (i % 5 == 0) {
                        record.headers().add("h" + i % 3, i % 10 == 0 ? null : ("v" + i).getBytes());
                    }
                    producer.send(record);
                    if (i % 8 == 0) {
                        producer.flush();
                    }
                }
            }
        }
    }

    private void writeKeys(String topic, int keys) {
        try (KafkaProducer<String, String> producer = producer(Map.of())) {
            for (int i = 0; i < 60 * scale; i++) {
                producer.send(new ProducerRecord<>(topic, 0, "k" + random.nextInt(keys), random.nextInt(20) == 0 ? null : value(60)));
                if (i % 8 == 0) {
                    producer.flush();
                }
            }
        }
    }

    private void writeTransactions() throws Exception {
        List<KafkaProducer<String, String>> producers = new ArrayList<>();
        for (int i = 0; i < TRANSACTIONAL_PRODUCERS; i++) {
            producers.add(producer(Map.of("transactional.id", "tx-" + i, "transaction.timeout.ms", "800000", "linger.ms", "0")));
            producers.get(i).initTransactions();
        }
        for (int round = 0; round < 3 + scale / 10; round++) {
            for (KafkaProducer<String, String> producer : producers) {
                producer.beginTransaction();
            }
            for (int i = 0; i < 6 + scale / 2; i++) {
                for (KafkaProducer<String, String> producer : producers) {
                    producer.send(new ProducerRecord<>("transactions", i % 2, "k" + i, value(40)));
                }
            }
            for (int k = 0; k < producers.size(); k++) {
                producers.get(k).flush();
                if ((round + k) % 2 == 0) {
                    producers.get(k).abortTransaction();
                } else {
                    producers.get(k).commitTransaction();
                }
            }
        }
        producers.get(0).beginTransaction();
        producers.get(0).send(new ProducerRecord<>("transactions", 0, "open", "open")).get();
    }

    public static void main(String[] arguments) throws Exception {
        LogWriter writer = new LogWriter(arguments[0], Integer.parseInt(arguments[1]));
        writer.createTopics(arguments[2]);
        writer.writePlain();
        writer.writeKeys("append-time", 1000);
        writer.writeKeys("compacted", 10);
        writer.writeTransactions();
        Runtime.getRuntime().halt(0);
    }
}
