import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Makes a broker write state of every kind: StateWriter BOOTSTRAP SHARE. Topics, configs, quotas, credentials, access control entries
 * that come and partly go; transactions committed, aborted, open and only begun; with SHARE "share" also a share group. The program
 * ends without closing what is open.
 */
public class StateWriter {
    private final Admin admin;
    private final String bootstrap;

    private StateWriter(String bootstrap) {
        this.bootstrap = bootstrap;
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
    }

    private void setConfig(ConfigResource.Type type, String resource, String name, String value) throws Exception {
        AlterConfigOp.OpType change = value == null ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET;
        Collection<AlterConfigOp> changes = List.of(new AlterConfigOp(new ConfigEntry(name, value), change));
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(type, resource), changes)).all().get();
    }

    private void writeTopics() throws Exception {
        Map<String, String> config = Map.of("retention.ms", "86400000");
        admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("gone", 1, (short) 1).configs(config),
            new NewTopic("again", 1, (short) 1).configs(config), new NewTopic("shared", 1, (short) 1))).all().get();
        admin.createPartitions(Map.of("orders", NewPartitions.increaseTo(3))).all().get();
        setConfig(ConfigResource.Type.TOPIC, "orders", "retention.ms", "3600000");
        setConfig(ConfigResource.Type.TOPIC, "orders", "segment.bytes", "2000000");
        setConfig(ConfigResource.Type.TOPIC, "orders", "segment.bytes", null);
        setConfig(ConfigResource.Type.BROKER, "", "log.cleaner.threads", "2");
        admin.deleteTopics(List.of("gone", "again")).all().get();
        admin.createTopics(List.of(new NewTopic("again", 2, (short) 1))).all().get();
    }

    private void setQuota(Map<String, String> entity, String key, Double value) throws Exception {
        admin.alterClientQuotas(List.of(new ClientQuotaAlteration(new ClientQuotaEntity(entity),
            List.of(new ClientQuotaAlteration.Op(key, value))))).all().get();
    }

    private static AclBinding acl(String topic, PatternType pattern, String principal) {
        return new AclBinding(new ResourcePattern(ResourceType.TOPIC, topic, pattern),
            new AccessControlEntry(principal, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    private void writeUsers() throws Exception {
        setQuota(Map.of("user", "alice", "client-id", "app"), "consumer_byte_rate", 1048576.0);
        setQuota(Map.of("user", "alice", "client-id", "app"), "request_percentage", 12.5);
        java.util.HashMap<String, String> byDefault = new java.util.HashMap<>();
        byDefault.put("user", null);
        setQuota(byDefault, "producer_byte_rate", 2097152.0);
        setQuota(Map.of("user", "bob"), "request_percentage", 50.0);
        setQuota(Map.of("user", "bob"), "request_percentage", null);
        ScramCredentialInfo sha256 = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);
        ScramCredentialInfo sha512 = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 8192);
        // A user may stand in a request once.
        admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("alice", sha256, "pw"),
            new UserScramCredentialUpsertion("bob", sha256, "pw"))).all().get();
        admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("alice", sha512, "pw"),
            new UserScramCredentialDeletion("bob", ScramMechanism.SCRAM_SHA_256))).all().get();
        AclBinding kept = acl("secret", PatternType.LITERAL, "User:alice");
        AclBinding taken = acl("sec", PatternType.PREFIXED, "User:bob");
        admin.createAcls(List.of(kept, taken)).all().get();
        admin.deleteAcls(List.of(taken.toFilter())).all().get();
    }

    private KafkaProducer<String, String> producer(String transactionalId) {
        Map<String, Object> settings = new java.util.HashMap<>(Map.of("bootstrap.servers", bootstrap,
            "key.serializer", StringSerializer.class.getName(), "value.serializer", StringSerializer.class.getName()));
        if (transactionalId != null) {
            settings.put("transactional.id", transactionalId);
        }
        KafkaProducer<String, String> made = new KafkaProducer<>(settings);
        if (transactionalId != null) {
            made.initTransactions();
        }
        return made;
    }

    private void writeTransactions() {
        producer("tx-begun");
        for (String id : List.of("tx-commit", "tx-abort", "tx-open")) {
            KafkaProducer<String, String> producer = producer(id);
            producer.beginTransaction();
            for (int partition = 0; partition < 3; partition++) {
                producer.send(new ProducerRecord<>("orders", partition, "k", id));
            }
            producer.flush();
            if (id.equals("tx-commit")) {
                producer.commitTransaction();
            } else if (id.equals("tx-abort")) {
                producer.abortTransaction();
            }
        }
    }

    private void writeShareState() throws Exception {
        for (String group : List.of("share-1", "share-2")) {
            setConfig(ConfigResource.Type.GROUP, group, "share.auto.offset.reset", "earliest");
        }
        try (KafkaProducer<String, String> producer = producer(null)) {
            for (int i = 0; i < 40; i++) {
                producer.send(new ProducerRecord<>("shared", 0, null, "v" + i));
            }
        }
        for (String group : List.of("share-1", "share-2")) {
            consume(group);
        }
        admin.deleteShareGroupOffsets("share-2", Set.of("shared")).all().get();
    }

    private void consume(String group) {
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "group.id", group, "share.acknowledgement.mode", "explicit",
            "max.poll.records", "7", "key.deserializer", StringDeserializer.class.getName(),
            "value.deserializer", StringDeserializer.class.getName());
        try (KafkaShareConsumer<String, String> consumer = new KafkaShareConsumer<>(settings)) {
            consumer.subscribe(List.of("shared"));
            int taken = 0;
            for (int poll = 0; poll < 60 && taken < 60; poll++) {
                for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(500))) {
                    consumer.acknowledge(record, typeOf(record.offset(), taken));
                    taken++;
                }
                consumer.commitSync();
            }
        }
    }

    // The first in line are given back once, so that later ones are done before them.
    private static AcknowledgeType typeOf(long offset, int taken) {
        if (offset % 10 == 3) {
            return AcknowledgeType.REJECT;
        }
        return (offset % 10 < 2 && taken < 30) || offset == 5 ? AcknowledgeType.RELEASE : AcknowledgeType.ACCEPT;
    }

    public static void main(String[] args) throws Exception {
        StateWriter writer = new StateWriter(args[0]);
        writer.writeTopics();
        writer.writeUsers();
        writer.writeTransactions();
        if (args[1].equals("share")) {
            writer.writeShareState();
        }
        Thread.sleep(1500);
        Runtime.getRuntime().halt(0);
    }
}
