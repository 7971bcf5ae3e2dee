package org.brokerscope.members;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.brokerscope.peer.LineWriter;

/** Commands about whole groups, through the admin client, as Kafka's own group tool works. */
final class Groups {
    private static final long PACE_MS = 25;

    private final Admin admin;
    private final GroupDescription description;

    Groups(Admin admin) {
        this.admin = admin;
        description = new GroupDescription(admin);
    }

    /** {"group"} */
    ObjectNode describe(JsonNode command) throws Exception {
        return description.of(command.required("group").asText());
    }

    /**
     * {"group", "members", "partitions", "timeoutMs" (30000)}: asks again and again until the group is settled, with so
     * many members and so many partitions (or tasks) owned where that is given. With 0 members it waits until it is Empty.
     */
    ObjectNode awaitStable(JsonNode command) throws Exception {
        var settled = new Settled(command.path("members").asInt(-1), command.path("partitions").asInt(-1));
        long limitMs = command.path("timeoutMs").asLong(30_000);
        long began = System.nanoTime();
        String last = "nothing was answered";
        while (true) {
            long waitedMs = (System.nanoTime() - began) / 1_000_000;
            try {
                var group = describe(command);
                if (settled.test(group))
                    return group.put("waitedMs", waitedMs);
                last = group.toString();
            } catch (ExecutionException | ApiException error) {
                if (!mayPass(LineWriter.rootOf(error)))
                    throw error;
                last = LineWriter.describe(LineWriter.rootOf(error));
            }
            if (waitedMs > limitMs)
                throw new TimeoutException("not settled after " + waitedMs + " ms: " + last);
            Thread.sleep(PACE_MS);
        }
    }

    /** {"group", "instances" []}: static members are removed by their instance ids. */
    ObjectNode removeMembers(JsonNode command) throws Exception {
        List<MemberToRemove> members = new ArrayList<>();
        command.required("instances").forEach(instance -> members.add(new MemberToRemove(instance.asText())));
        var options = new RemoveMembersFromConsumerGroupOptions(members);
        admin.removeMembersFromConsumerGroup(command.required("group").asText(), options).all().get();
        return facts();
    }

    /** {"group"}: committed offset, log end offset and lag of each partition; not for share groups. */
    ObjectNode offsets(JsonNode command) throws Exception {
        var committed = admin.listConsumerGroupOffsets(command.required("group").asText())
                .partitionsToOffsetAndMetadata().get();
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        committed.keySet().forEach(p -> wanted.put(p, OffsetSpec.latest()));
        var ends = admin.listOffsets(wanted).all().get();
        Map<String, ObjectNode> topics = new TreeMap<>();
        committed.forEach((partition, offset) -> {
            long end = ends.get(partition).offset();
            topics.computeIfAbsent(partition.topic(), name -> facts())
                    .putObject(String.valueOf(partition.partition()))
                    .put("committed", offset.offset()).put("end", end).put("lag", end - offset.offset());
        });
        return facts().set("offsets", LineWriter.JSON.valueToTree(topics));
    }

    /** {"group"}, a share group: start offset and lag of each partition that it has begun with. */
    ObjectNode shareOffsets(JsonNode command) throws Exception {
        String group = command.required("group").asText();
        var told = admin.listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
                .partitionsToOffsetInfo(group).get();
        Map<String, ObjectNode> topics = new TreeMap<>();
        told.forEach((partition, offset) -> {
            if (offset == null || offset.startOffset() < 0)
                return;
            var one = topics.computeIfAbsent(partition.topic(), name -> facts())
                    .putObject(String.valueOf(partition.partition())).put("start", offset.startOffset());
            offset.lag().ifPresent(lag -> one.put("lag", lag));
        });
        return facts().set("offsets", LineWriter.JSON.valueToTree(topics));
    }

    // A group that forms, and a coordinator that moves or loads.
    private static boolean mayPass(Throwable error) {
        return error instanceof GroupIdNotFoundException || error instanceof RetriableException;
    }
}
