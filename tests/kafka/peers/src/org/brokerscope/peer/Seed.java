package org.brokerscope.peer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** Fills an empty broker with topics, records and groups to look at, through the same classes that obey commands. */
final class Seed implements AutoCloseable {
    private static final String FIRST_TOPIC = "orders";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ClientSettings settings;
    private final Administration administration;
    private final Producers producers;

    Seed(ClientSettings settings) {
        this.settings = settings;
        administration = new Administration(settings);
        producers = new Producers(settings);
    }

    void run() throws Exception {
        if (administration.topicExists(FIRST_TOPIC)) {
            System.out.println("seed: topic orders exists already, nothing was added");
            return;
        }
        createTopics();
        produceOrders();
        producePayments();
        produceCustomers();
        consumeInGroups();
    }

    @Override
    public void close() {
        producers.close();
        administration.close();
    }

    private void createTopics() throws Exception {
        administration.createTopic(FIRST_TOPIC, 6, Map.of());
        administration.createTopic("payments", 3, Map.of("cleanup.policy", "compact"));
        administration.createTopic("customers", 1, Map.of());
        System.out.println("seed: topics orders (6 partitions), payments (3, compacted), customers (1)");
    }

    private void produceOrders() throws Exception {
        for (String compression : List.of("none", "gzip", "snappy", "lz4", "zstd")) {
            var command = records(FIRST_TOPIC, 40, "order-{n}",
                    "{\"order\":{n},\"state\":\"placed\",\"total\":\"{n}.50\",\"currency\":\"EUR\"}", compression);
            command.putObject("headers").put("source", "web-shop").put("trace-id", "4bf92f3577b34da6-{n}");
            producers.produce(command);
        }
        System.out.println("seed: 200 orders, five compression types");
    }

    private void producePayments() throws Exception {
        for (String end : List.of("commit", "abort", "commit")) {
            var command = records("payments", 12, "order-{n}", "{\"order\":{n},\"paid\":\"{n}.50\"}", "none");
            producers.produce(command.put("transactionalId", "payment-service").put("end", end));
        }
        // Records without a value: tombstones, by which compaction deletes a key.
        var tombstones = records("payments", 2, "order-{n}", null, "none");
        producers.produce(tombstones);
        System.out.println("seed: 36 payments in two committed and one aborted transaction, 2 tombstones");
    }

    private void produceCustomers() throws Exception {
        String customer = "{\"name\":\"Zoë {n}\",\"city\":\"Kraków\"}";
        producers.produce(records("customers", 25, "customer-{n}", customer, "zstd"));
        System.out.println("seed: 25 customers");
    }

    // Side by side, because each waits for its coordinator and for heartbeats of seconds.
    private void consumeInGroups() throws Exception {
        var pool = Executors.newFixedThreadPool(3);
        try {
            List<Callable<Void>> groups = List.of(
                    () -> consume("billing", "classic", FIRST_TOPIC, "payments"),
                    () -> consume("shipping", "consumer", FIRST_TOPIC),
                    () -> consume("audit", "share", "payments"));
            for (var group : pool.invokeAll(groups))
                group.get();
        } finally {
            pool.shutdown();
        }
    }

    private Void consume(String group, String protocol, String... topics) throws Exception {
        try (Member member = member(group, protocol, List.of(topics))) {
            readAll(group, member);
            System.out.println("seed: group " + group + " (" + protocol + ") read and committed");
        } catch (UnsupportedVersionException tooOld) {
            System.out.println("seed: no group " + group + ", the broker knows no " + protocol + " groups");
        }
        return null;
    }

    // All is read when records came and then none for three polls.
    private static void readAll(String group, Member member) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        boolean any = false;
        for (int emptyPolls = 0; emptyPolls < 3 || !any; ++emptyPolls) {
            if (System.nanoTime() > deadline)
                throw new IllegalStateException(
                        "group " + group + " could not read its topics in " + PATIENCE.toSeconds() + " s");
            if (member.poll(Duration.ofMillis(200)).path("records").asInt() > 0) {
                member.commit(LineWriter.facts().put("metadata", "seeded"));
                any = true;
                emptyPolls = -1;
            }
        }
    }

    private Member member(String group, String protocol, List<String> topics) throws Exception {
        var properties = settings.member(group);
        properties.put("client.id", group + "-1");
        var subscription = LineWriter.facts();
        topics.forEach(subscription.putArray("topics")::add);
        if (protocol.equals("share")) {
            if (!administration.hasFeature("share.version"))
                throw new UnsupportedVersionException("share.version is not there");
            administration.setConfig(new ConfigResource(ConfigResource.Type.GROUP, group),
                    Map.of("share.auto.offset.reset", "earliest"));
            return new ShareMember(properties, subscription);
        }
        properties.put("group.protocol", protocol);
        var silence = new LineWriter(new PrintStream(OutputStream.nullOutputStream()));
        return new ConsumerMember(group + "-1", properties, subscription, silence);
    }

    private ObjectNode records(String topic, int count, String key, String value, String compression) {
        var command = LineWriter.facts().put("topic", topic).put("count", count);
        command.put("key", key).put("value", value);
        command.putObject("config").put("compression.type", compression).put("linger.ms", "20");
        return command;
    }
}
