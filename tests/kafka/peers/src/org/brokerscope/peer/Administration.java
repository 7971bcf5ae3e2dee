package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;

/** Topics, configurations and features, through the admin client. */
final class Administration implements AutoCloseable {
    private final Admin admin;

    Administration(ClientSettings settings) {
        admin = Admin.create(settings.admin());
    }

    /** {"topic", "partitions" (1), "config" {}} */
    ObjectNode createTopic(JsonNode command) throws Exception {
        Map<String, String> config = new HashMap<>();
        command.path("config").properties().forEach(e -> config.put(e.getKey(), e.getValue().asText()));
        String name = command.required("topic").asText();
        createTopic(name, command.path("partitions").asInt(1), config);
        var description = admin.describeTopics(Set.of(name)).allTopicNames().get().get(name);
        return facts().put("topicId", description.topicId().toString());
    }

    void createTopic(String name, int partitions, Map<String, String> config) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1).configs(config))).all().get();
        awaitLeaders(name, partitions);
    }

    boolean topicExists(String name) throws ExecutionException, InterruptedException {
        return admin.listTopics().names().get().contains(name);
    }

    /** {"topic", "partitions": the number that there shall be}. Answers when the new ones have leaders. */
    ObjectNode addPartitions(JsonNode command) throws Exception {
        String name = command.required("topic").asText();
        int partitions = command.required("partitions").asInt();
        admin.createPartitions(Map.of(name, NewPartitions.increaseTo(partitions))).all().get();
        awaitLeaders(name, partitions);
        return facts();
    }

    /** {"topic"} */
    ObjectNode deleteTopic(JsonNode command) throws Exception {
        admin.deleteTopics(Set.of(command.required("topic").asText())).all().get();
        return facts();
    }

    /** {"group"}: deletes an empty group with its offsets. */
    ObjectNode deleteGroup(JsonNode command) throws Exception {
        admin.deleteConsumerGroups(Set.of(command.required("group").asText())).all().get();
        return facts();
    }

    /** {"resource": "topic", "group" or "broker", "name", "config" {}} */
    ObjectNode setConfig(JsonNode command) throws Exception {
        var type = ConfigResource.Type.valueOf(command.required("resource").asText().toUpperCase());
        Map<String, String> config = new HashMap<>();
        command.path("config").properties().forEach(e -> config.put(e.getKey(), e.getValue().asText()));
        setConfig(new ConfigResource(type, command.required("name").asText()), config);
        return facts();
    }

    void setConfig(ConfigResource resource, Map<String, String> config) throws Exception {
        var operations = new ArrayList<AlterConfigOp>();
        config.forEach((key, value) ->
                operations.add(new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET)));
        admin.incrementalAlterConfigs(Map.of(resource, operations)).all().get();
    }

    /** The finalized level of every feature. */
    ObjectNode features(JsonNode command) throws Exception {
        var levels = facts();
        admin.describeFeatures().featureMetadata().get().finalizedFeatures().forEach(
                (name, range) -> levels.put(name, range.maxVersionLevel()));
        return facts().set("features", levels);
    }

    boolean hasFeature(String name) throws Exception {
        return features(facts()).path("features").path(name).asInt(0) > 0;
    }

    @Override
    public void close() {
        admin.close();
    }

    // A topic is known before its partitions have leaders; who uses it at once would meet LEADER_NOT_AVAILABLE.
    private void awaitLeaders(String name, int partitions) throws Exception {
        for (int attempt = 0; attempt < 200; ++attempt) {
            try {
                var found = admin.describeTopics(Set.of(name)).allTopicNames().get().get(name).partitions();
                if (found.size() == partitions && found.stream().allMatch(p -> p.leader() != null))
                    return;
            } catch (ExecutionException notKnownYet) {
                if (attempt == 199)
                    throw notKnownYet;
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException("topic " + name + " has no leaders after 10 s");
    }
}
