package org.brokerscope.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.admin.UserScramCredentialDeletion;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource.Type;
import org.apache.kafka.common.message.BrokerRegistrationRequestData;
import org.apache.kafka.common.message.BrokerRegistrationResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Topics, configs, quotas, credentials, access control entries, features and a broker that come and partly go. */
final class MetadataWriter {
    private static final int PASSING_BROKER = 77;

    private final Administrator broker;

    MetadataWriter(Administrator broker) {
        this.broker = broker;
    }

    void write() throws Exception {
        writeTopics();
        writeQuotas();
        writeCredentials();
        writeAccess();
        writeFeatures();
        passBroker();
    }

    private void writeTopics() throws Exception {
        var admin = broker.admin();
        Map<String, String> config = Map.of("retention.ms", "86400000");
        admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("gone", 1, (short) 1).configs(config),
                new NewTopic("again", 1, (short) 1).configs(config), new NewTopic("shared", 1, (short) 1))).all().get();
        admin.createPartitions(Map.of("orders", NewPartitions.increaseTo(3))).all().get();
        broker.setConfig(Type.TOPIC, "orders", "retention.ms", "3600000");
        broker.setConfig(Type.TOPIC, "orders", "segment.bytes", "2000000");
        broker.setConfig(Type.TOPIC, "orders", "segment.bytes", null);
        broker.setConfig(Type.BROKER, "", "log.cleaner.threads", "2");
        broker.setConfig(Type.CLIENT_METRICS, "slow-clients", "interval.ms", "60000");
        admin.deleteTopics(List.of("gone", "again")).all().get();
        admin.createTopics(List.of(new NewTopic("again", 2, (short) 1))).all().get();
    }

    private void setQuota(Map<String, String> entity, String key, Double value) throws Exception {
        broker.admin().alterClientQuotas(List.of(new ClientQuotaAlteration(new ClientQuotaEntity(entity),
                List.of(new ClientQuotaAlteration.Op(key, value))))).all().get();
    }

    private void writeQuotas() throws Exception {
        setQuota(Map.of("user", "alice", "client-id", "app"), "consumer_byte_rate", 1048576.0);
        setQuota(Map.of("user", "alice", "client-id", "app"), "request_percentage", 12.5);
        var byDefault = new HashMap<String, String>();
        byDefault.put("user", null);
        setQuota(byDefault, "producer_byte_rate", 2097152.0);
        setQuota(Map.of("user", "bob"), "request_percentage", 50.0);
        setQuota(Map.of("user", "bob"), "request_percentage", null);
        setQuota(Map.of("ip", "10.0.0.7"), "connection_creation_rate", 20.0);
    }

    // A user may stand in a request once.
    private void writeCredentials() throws Exception {
        var sha256 = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);
        var sha512 = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 8192);
        broker.admin().alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("alice", sha256, "pw"),
                new UserScramCredentialUpsertion("bob", sha256, "pw"))).all().get();
        broker.admin().alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("alice", sha512, "pw"),
                new UserScramCredentialDeletion("bob", ScramMechanism.SCRAM_SHA_256))).all().get();
    }

    private static AclBinding acl(ResourceType type, String name, PatternType pattern, String principal) {
        return new AclBinding(new ResourcePattern(type, name, pattern),
                new AccessControlEntry(principal, "*", AclOperation.READ, AclPermissionType.ALLOW));
    }

    private void writeAccess() throws Exception {
        var kept = acl(ResourceType.TOPIC, "secret", PatternType.LITERAL, "User:alice");
        var taken = acl(ResourceType.TOPIC, "sec", PatternType.PREFIXED, "User:bob");
        var ofGroup = acl(ResourceType.GROUP, "*", PatternType.LITERAL, "User:alice");
        broker.admin().createAcls(List.of(kept, taken, ofGroup)).all().get();
        broker.admin().deleteAcls(List.of(taken.toFilter())).all().get();
    }

    // Down and up again, where there is a level to go to.
    private void writeFeatures() throws Exception {
        int level = broker.feature("transaction.version");
        if (level < 2)
            return;
        update("transaction.version", level - 1, FeatureUpdate.UpgradeType.SAFE_DOWNGRADE);
        update("transaction.version", level, FeatureUpdate.UpgradeType.UPGRADE);
    }

    private void update(String feature, int level, FeatureUpdate.UpgradeType type) throws Exception {
        broker.admin().updateFeatures(Map.of(feature, new FeatureUpdate((short) level, type)),
                new UpdateFeaturesOptions()).all().get();
    }

    /** A broker registers that never serves; a partition begins to move to it and comes back; it is removed. */
    private void passBroker() throws Exception {
        var request = new BrokerRegistrationRequestData().setBrokerId(PASSING_BROKER)
                .setClusterId(broker.admin().describeCluster().clusterId().get()).setIncarnationId(Uuid.randomUuid())
                .setRack("rack-b").setLogDirs(List.of(Uuid.randomUuid()));
        request.listeners().add(new BrokerRegistrationRequestData.Listener().setName("PLAINTEXT").setHost("127.0.0.1")
                .setPort(9).setSecurityProtocol((short) 0));
        var features = broker.admin().describeFeatures().featureMetadata().get();
        features.supportedFeatures().forEach((name, range) -> request.features().add(
                new BrokerRegistrationRequestData.Feature().setName(name).setMinSupportedVersion(range.minVersion())
                        .setMaxSupportedVersion(range.maxVersion())));
        var response = RawRequests.send(broker.controller(), request, 4, new BrokerRegistrationResponseData());
        if (response.errorCode() != 0)
            throw new IllegalStateException("registration of a broker: " + Errors.forCode(response.errorCode()));
        var moved = new TopicPartition("orders", 2);
        broker.admin().alterPartitionReassignments(Map.of(moved,
                Optional.of(new NewPartitionReassignment(List.of(1, PASSING_BROKER))))).all().get();
        broker.admin().alterPartitionReassignments(Map.of(moved, Optional.empty())).all().get();
        broker.admin().unregisterBroker(PASSING_BROKER).all().get();
    }
}
