package org.brokerscope.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.StringSerializer;

/** A broker that state is written to: its addresses, an admin client, and what more than one writer does. */
record Administrator(String bootstrap, String controller, Admin admin) implements AutoCloseable {
    private static final long PATIENCE_MS = 30_000;

    static Administrator of(String bootstrap, String controller) {
        return new Administrator(bootstrap, controller, Admin.create(Map.of("bootstrap.servers", bootstrap)));
    }

    /** Null takes a setting back. */
    void setConfig(ConfigResource.Type type, String resource, String name, String value) throws Exception {
        var change = value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET;
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(type, resource),
                List.of(new AlterConfigOp(new ConfigEntry(name, value), change)))).all().get();
    }

    /** The finalized level; 0 where the feature is not there. */
    int feature(String name) throws Exception {
        var range = admin.describeFeatures().featureMetadata().get().finalizedFeatures().get(name);
        return range == null ? 0 : range.maxVersionLevel();
    }

    int partitionsOf(String topic) throws Exception {
        return admin.describeTopics(Set.of(topic)).allTopicNames().get().get(topic).partitions().size();
    }

    /** Begins transactions where there is an id, and may be left open: a broker would end it after 15 minutes. */
    KafkaProducer<String, String> producer(String transactionalId, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", bootstrap,
                "key.serializer", StringSerializer.class.getName(), "value.serializer", StringSerializer.class.getName()));
        if (transactionalId != null) {
            settings.put("transactional.id", transactionalId);
            settings.put("transaction.timeout.ms", 900_000);
        }
        settings.putAll(more);
        var made = new KafkaProducer<String, String>(settings);
        if (transactionalId != null)
            made.initTransactions();
        return made;
    }

    /** Asks until it is so. What is thrown meanwhile may pass: coordinators load. */
    static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        Exception last = null;
        while (System.currentTimeMillis() < deadline) {
            try {
                if (condition.call())
                    return;
            } catch (Exception error) {
                last = error;
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException(what + ": not within " + PATIENCE_MS / 1000 + " s", last);
    }

    @Override
    public void close() {
        admin.close();
    }
}
