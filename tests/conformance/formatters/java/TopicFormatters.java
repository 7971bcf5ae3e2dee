import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.MessageFormatter;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What Kafka's own tools make of internal topics: TopicFormatters [--logs DIRECTORY] [--bootstrap HOST:PORT].
 *
 * <p>Of a log directory the lines that kafka-dump-log prints, with the decoder of each topic. Of a broker one JSON object for each
 * record and each of the console consumer's formatters: {"formatter","topic","partition","offset","text"}; the text is empty where
 * the formatter prints nothing of a record, and "failure" is what it threw.
 */
public final class TopicFormatters {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOOLS = "org.apache.kafka.tools.consumer.";

    private static final Map<String, String> DECODERS = Map.of(
            "__consumer_offsets", "--offsets-decoder",
            "__transaction_state", "--transaction-log-decoder",
            "__share_group_state", "--share-group-state-decoder",
            "__cluster_metadata", "--cluster-metadata-decoder");

    private static final Map<String, List<String>> FORMATTERS = Map.of(
            "__consumer_offsets", List.of("OffsetsMessageFormatter", "GroupMetadataMessageFormatter", "ShareGroupMessageFormatter"),
            "__transaction_state", List.of("TransactionLogMessageFormatter"),
            "__share_group_state", List.of("group.share.ShareGroupStateMessageFormatter"));

    private TopicFormatters() {
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i + 1 < args.length; i += 2) {
            switch (args[i]) {
                case "--logs" -> dumpAll(new File(args[i + 1]));
                case "--bootstrap" -> consumeAll(args[i + 1]);
                default -> throw new IllegalArgumentException("unknown option " + args[i]);
            }
        }
        System.out.flush();
    }

    private static void dumpAll(File directory) throws Exception {
        Map<String, List<String>> files = new LinkedHashMap<>();
        File[] partitions = directory.listFiles(File::isDirectory);
        Arrays.sort(partitions);
        for (File partition : partitions) {
            String topic = partition.getName().replaceFirst("-[0-9]+$", "");
            File[] found = partition.listFiles(file -> file.length() > 0 && file.getName().matches(".*[.](log|checkpoint)"));
            Arrays.sort(found);
            for (File file : found) {
                files.computeIfAbsent(topic, name -> new ArrayList<>()).add(file.getPath());
            }
        }
        for (Map.Entry<String, String> decoder : new java.util.TreeMap<>(DECODERS).entrySet()) {
            List<String> ofTopic = files.get(decoder.getKey());
            if (ofTopic != null) {
                String[] options = {"--files", String.join(",", ofTopic), decoder.getValue()};
                dumpTool().getMethod("main", String[].class).invoke(null, (Object) options);
            }
        }
    }

    // It moved.
    private static Class<?> dumpTool() throws ClassNotFoundException {
        try {
            return Class.forName("org.apache.kafka.tools.DumpLogSegments");
        } catch (ClassNotFoundException older) {
            return Class.forName("kafka.tools.DumpLogSegments");
        }
    }

    private static void consumeAll(String bootstrap) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap,
                "key.deserializer", ByteArrayDeserializer.class.getName(),
                "value.deserializer", ByteArrayDeserializer.class.getName());
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
            var topics = consumer.listTopics();
            for (Map.Entry<String, List<String>> entry : new java.util.TreeMap<>(FORMATTERS).entrySet()) {
                var partitions = topics.getOrDefault(entry.getKey(), List.of());
                consume(consumer, entry.getValue(), partitions.stream()
                        .map(info -> new TopicPartition(info.topic(), info.partition())).collect(Collectors.toList()));
            }
        }
    }

    private static void consume(KafkaConsumer<byte[], byte[]> consumer, List<String> names, List<TopicPartition> partitions)
            throws Exception {
        Map<String, MessageFormatter> formatters = formatters(names);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                for (Map.Entry<String, MessageFormatter> formatter : formatters.entrySet()) {
                    print(formatter.getKey(), record, formatter.getValue());
                }
            }
        }
    }

    // Not every release has all of them; who reads the lines knows which to expect.
    private static Map<String, MessageFormatter> formatters(List<String> names) throws Exception {
        Map<String, MessageFormatter> formatters = new LinkedHashMap<>();
        for (String name : names) {
            try {
                Object made = Class.forName(TOOLS + name).getDeclaredConstructor().newInstance();
                ((MessageFormatter) made).configure(Map.of());
                formatters.put(made.getClass().getSimpleName(), (MessageFormatter) made);
            } catch (ClassNotFoundException lacking) {
                System.err.println("TopicFormatters: this release has no " + name);
            }
        }
        return formatters;
    }

    private static void print(String name, ConsumerRecord<byte[], byte[]> record, MessageFormatter formatter) {
        var node = JSON.createObjectNode().put("formatter", name).put("topic", record.topic())
                .put("partition", record.partition()).put("offset", record.offset());
        var text = new ByteArrayOutputStream();
        try (var stream = new PrintStream(text, false, StandardCharsets.UTF_8)) {
            formatter.writeTo(record, stream);
        } catch (RuntimeException failure) {
            // Those of 3.9 read values of any type as if they were of theirs.
            node.put("failure", failure.toString());
            text.reset();
        }
        System.out.println(node.put("text", text.toString(StandardCharsets.UTF_8).strip()));
    }
}
