import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.Endpoint;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.coordinator.share.ShareCoordinatorShard;
import org.apache.kafka.coordinator.share.ShareGroupOffset;
import org.apache.kafka.coordinator.share.generated.ShareSnapshotKey;
import org.apache.kafka.coordinator.share.generated.ShareSnapshotValue;
import org.apache.kafka.coordinator.share.generated.ShareUpdateValue;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.metadata.ControllerRegistration;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.share.persister.PersisterStateBatch;

/**
 * The state that Kafka's own classes make of a file: StateReader transactions|share|metadata FILE. One object a line, in the shape of
 * Brokerscope's, without the records that set its facts.
 */
public class StateReader {
    private static final ObjectMapper JSON = new ObjectMapper();

    private interface Take {
        void take(Record record) throws Exception;
    }

    private static void eachRecord(File file, Take take) throws Exception {
        try (FileRecords records = FileRecords.open(file, false)) {
            for (RecordBatch batch : records.batches()) {
                if (!batch.isControlBatch()) {
                    for (Record record : batch) {
                        take.take(record);
                    }
                }
            }
        }
    }

    private static void print(ObjectNode node) {
        System.out.println(node);
    }

    private static void readTransactions(File file) throws Exception {
        Map<String, TransactionLogValue> last = new TreeMap<>();
        eachRecord(file, record -> {
            ByteBuffer key = record.key();
            short type = key.getShort();
            String id = new TransactionLogKey(new ByteBufferAccessor(key), type).transactionalId();
            if (record.hasValue()) {
                ByteBuffer value = record.value();
                short version = value.getShort();
                last.put(id, new TransactionLogValue(new ByteBufferAccessor(value), version));
            } else {
                last.remove(id);
            }
        });
        String[] states = {"Empty", "Ongoing", "PrepareCommit", "PrepareAbort", "CompleteCommit", "CompleteAbort", "Dead"};
        last.forEach((id, value) -> {
            ObjectNode node = JSON.createObjectNode().put("transactionalId", id).put("state", states[value.transactionStatus()]);
            node.put("producerId", value.producerId()).put("producerEpoch", value.producerEpoch());
            node.put("timeoutMs", value.transactionTimeoutMs()).put("startMs", value.transactionStartTimestampMs());
            node.put("lastUpdateMs", value.transactionLastUpdateTimestampMs());
            ArrayNode topics = node.putArray("partitions");
            if (value.transactionPartitions() != null) {
                value.transactionPartitions().forEach(topic -> {
                    ArrayNode partitions = topics.addObject().put("topic", topic.topic()).putArray("partitions");
                    topic.partitionIds().forEach(partitions::add);
                });
            }
            print(node);
        });
    }

    private static void readShare(File file) throws Exception {
        Method merge = ShareCoordinatorShard.class.getDeclaredMethod("merge", ShareGroupOffset.class, ShareUpdateValue.class);
        merge.setAccessible(true);
        Map<String, ShareGroupOffset> states = new TreeMap<>();
        eachRecord(file, record -> {
            ByteBuffer key = record.key();
            short type = key.getShort();
            ShareSnapshotKey named = new ShareSnapshotKey(new ByteBufferAccessor(key), (short) 0);
            String id = named.groupId() + ":" + named.topicId() + ":" + named.partition();
            if (!record.hasValue()) {
                states.remove(id);
                return;
            }
            ByteBuffer value = record.value();
            short version = value.getShort();
            if (type == 0) {
                states.put(id, ShareGroupOffset.fromRecord(new ShareSnapshotValue(new ByteBufferAccessor(value), version)));
            } else {
                ShareUpdateValue update = new ShareUpdateValue(new ByteBufferAccessor(value), version);
                ShareGroupOffset known = states.get(id);
                states.put(id, known == null ? ShareGroupOffset.fromRecord(update) : (ShareGroupOffset) merge.invoke(null, known, update));
            }
        });
        String[] deliveries = {"AVAILABLE", "ACQUIRED", "ACKNOWLEDGED", "ARCHIVING", "ARCHIVED"};
        states.forEach((id, state) -> {
            ObjectNode node = JSON.createObjectNode().put("sharePartition", id).put("snapshotEpoch", state.snapshotEpoch());
            node.put("stateEpoch", state.stateEpoch()).put("leaderEpoch", state.leaderEpoch());
            node.put("startOffset", state.startOffset()).put("deliveryCompleteCount", state.deliveryCompleteCount());
            node.put("createTimestampMs", state.createTimestamp()).put("writeTimestampMs", state.writeTimestamp());
            ArrayNode batches = node.putArray("batches");
            for (PersisterStateBatch batch : state.stateBatches()) {
                batches.addObject().put("firstOffset", batch.firstOffset()).put("lastOffset", batch.lastOffset())
                    .put("deliveryState", deliveries[batch.deliveryState()]).put("deliveryCount", batch.deliveryCount());
            }
            print(node);
        });
    }

    // A delta for each record: in one for all of them the configs of a topic outlive it.
    private static MetadataImage readImage(File file) throws Exception {
        MetadataImage[] image = {MetadataImage.EMPTY};
        eachRecord(file, record -> {
            ByteBuffer value = record.value();
            ApiMessageAndVersion read = MetadataRecordSerde.INSTANCE.read(new ByteBufferAccessor(value), value.remaining());
            MetadataRecordType type = MetadataRecordType.fromId(read.message().apiKey());
            // The transactions of these logs are all committed.
            if (type != MetadataRecordType.BEGIN_TRANSACTION_RECORD && type != MetadataRecordType.END_TRANSACTION_RECORD) {
                MetadataDelta delta = new MetadataDelta.Builder().setImage(image[0]).build();
                delta.replay(read.message());
                image[0] = delta.apply(new MetadataProvenance(0, 0, 0, true));
            }
        });
        return image[0];
    }

    private static void addIds(ObjectNode node, String name, int[] ids) {
        ArrayNode array = node.putArray(name);
        Arrays.stream(ids).forEach(array::add);
    }

    private static void addUuids(ObjectNode node, String name, Iterable<Uuid> ids) {
        ArrayNode array = node.putArray(name);
        if (ids != null) {
            ids.forEach(id -> array.add(id.toString()));
        }
    }

    private static void printTopics(MetadataImage image) {
        image.topics().topicsByName().forEach((name, topic) -> {
            ObjectNode node = JSON.createObjectNode().put("topic", name).put("topicId", topic.id().toString());
            ObjectNode partitions = node.putObject("partitions");
            topic.partitions().forEach((number, partition) -> addPartition(partitions.putObject(String.valueOf(number)), partition));
            print(node);
        });
    }

    private static void addPartition(ObjectNode node, PartitionRegistration partition) {
        node.put("leader", partition.leader).put("leaderEpoch", partition.leaderEpoch).put("partitionEpoch", partition.partitionEpoch);
        node.put("leaderRecoveryState", partition.leaderRecoveryState.value());
        addIds(node, "replicas", partition.replicas);
        addIds(node, "isr", partition.isr);
        addIds(node, "removingReplicas", partition.removingReplicas);
        addIds(node, "addingReplicas", partition.addingReplicas);
        addIds(node, "eligibleLeaderReplicas", partition.elr);
        addIds(node, "lastKnownElr", partition.lastKnownElr);
        addUuids(node, "directories", Arrays.asList(partition.directories));
    }

    private static void addEndpoints(ObjectNode node, Map<String, Endpoint> listeners) {
        ArrayNode endpoints = node.putArray("endpoints");
        listeners.forEach((name, endpoint) -> endpoints.addObject().put("name", name).put("host", endpoint.host())
            .put("port", endpoint.port()).put("securityProtocol", endpoint.securityProtocol().name()));
    }

    private static void printNodes(MetadataImage image) {
        for (BrokerRegistration broker : image.cluster().brokers().values()) {
            ObjectNode node = JSON.createObjectNode().put("broker", String.valueOf(broker.id())).put("epoch", broker.epoch());
            node.put("incarnationId", broker.incarnationId().toString()).put("fenced", broker.fenced());
            node.put("inControlledShutdown", broker.inControlledShutdown()).put("rack", broker.rack().orElse(null));
            addEndpoints(node, broker.listeners());
            ObjectNode features = node.putObject("features");
            broker.supportedFeatures().forEach((name, range) -> features.putArray(name).add(range.min()).add(range.max()));
            addUuids(node, "logDirs", broker.directories());
            print(node);
        }
        for (ControllerRegistration controller : image.cluster().controllers().values()) {
            ObjectNode node = JSON.createObjectNode().put("controller", String.valueOf(controller.id()));
            node.put("incarnationId", controller.incarnationId().toString());
            addEndpoints(node, controller.listeners());
            print(node);
        }
    }

    private static void printSettings(MetadataImage image) {
        image.configs().resourceData().forEach((resource, configs) -> {
            ObjectNode node = JSON.createObjectNode().put("configResource", resource.type() + " " + resource.name());
            ObjectNode all = node.putObject("configs");
            configs.toMap().forEach(all::put);
            print(node);
        });
        image.clientQuotas().entities().forEach((entity, quotas) -> {
            StringBuilder name = new StringBuilder();
            new TreeMap<>(entity.entries()).forEach((type, who) ->
                name.append(name.isEmpty() ? "" : ", ").append(type).append('=').append(who == null ? "<default>" : who));
            ObjectNode node = JSON.createObjectNode().put("clientQuota", name.toString());
            ObjectNode all = node.putObject("quotas");
            quotas.quotas().forEach(all::put);
            print(node);
        });
        Map<String, ObjectNode> users = new TreeMap<>();
        image.scram().mechanisms().forEach((mechanism, credentials) -> credentials.forEach((user, data) -> {
            ObjectNode node = users.computeIfAbsent(user, name -> JSON.createObjectNode().put("scramUser", name));
            node.withObject("/credentials").putObject(mechanism.mechanismName()).put("iterations", data.iterations());
        }));
        users.values().forEach(StateReader::print);
        image.acls().acls().forEach((id, acl) -> print(JSON.createObjectNode().put("acl", id.toString())
            .put("resourceType", acl.resourceType().name()).put("resourceName", acl.resourceName())
            .put("patternType", acl.patternType().name()).put("principal", acl.principal()).put("host", acl.host())
            .put("operation", acl.operation().name()).put("permissionType", acl.permissionType().name())));
        ObjectNode cluster = JSON.createObjectNode().put("cluster", "");
        ObjectNode features = cluster.putObject("features");
        image.features().finalizedVersions().forEach(features::put);
        image.features().metadataVersion().ifPresent(version -> features.put("metadata.version", version.featureLevel()));
        if (image.producerIds().nextProducerId() >= 0) {
            cluster.put("nextProducerId", image.producerIds().nextProducerId());
        }
        print(cluster);
    }

    public static void main(String[] args) throws Exception {
        File file = new File(args[1]);
        switch (args[0]) {
            case "transactions" -> readTransactions(file);
            case "share" -> readShare(file);
            default -> {
                MetadataImage image = readImage(file);
                printTopics(image);
                printNodes(image);
                printSettings(image);
            }
        }
    }
}
