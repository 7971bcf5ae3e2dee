package org.brokerscope.state;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.OffsetCommitRequestData;
import org.apache.kafka.common.message.OffsetCommitResponseData;
import org.apache.kafka.common.protocol.Errors;

/** Commits of groups without members: with metadata, overtaken, deleted in each way, and expired. */
final class OffsetsWriter {
    private static final int ROUNDS = 12;

    private final Administrator broker;

    OffsetsWriter(Administrator broker) {
        this.broker = broker;
    }

    void write() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            for (int number = 0; number < 8; number++)
                commit("simple-" + number, Map.of(0, 10L + round, 1, 20L + round), "round " + round);
        }
        commit("thinned", Map.of(0, 1L, 1, 2L, 2, 3L), "");
        broker.admin().deleteConsumerGroupOffsets("thinned", Set.of(new TopicPartition("orders", 1))).all().get();
        commit("deleted", Map.of(0, 1L, 2, 2L), "soon gone");
        broker.admin().deleteConsumerGroups(Set.of("deleted")).all().get();
        loseTopic();
        // As old clients did it, and as no client does it.
        commitRaw("", 3, -1);
        commitRaw("negative", -5, -1);
        expire();
    }

    /** Offsets of orders, by partition. */
    void commit(String group, Map<Integer, Long> offsets, String metadata) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> wanted = new java.util.HashMap<>();
        offsets.forEach((partition, offset) ->
                wanted.put(new TopicPartition("orders", partition), new OffsetAndMetadata(offset, metadata)));
        broker.admin().alterConsumerGroupOffsets(group, wanted).all().get();
    }

    /** Once more in every partition. */
    void commitLast() throws Exception {
        for (int number = 0; number < 8; number++)
            commit("simple-" + number, Map.of(0, 1000L), "last");
    }

    private void loseTopic() throws Exception {
        broker.admin().createTopics(List.of(new NewTopic("lost", 1, (short) 1))).all().get();
        var partition = new TopicPartition("lost", 0);
        Administrator.await("an offset of a new topic is taken", () -> {
            broker.admin().alterConsumerGroupOffsets("loser", Map.of(partition, new OffsetAndMetadata(4))).all().get();
            return true;
        });
        commit("loser", Map.of(0, 5L), "stays");
        broker.admin().deleteTopics(List.of("lost")).all().get();
        awaitOffsets("loser", 1);
    }

    private void commitRaw(String group, long offset, long retentionMs) throws Exception {
        var partition = new OffsetCommitRequestData.OffsetCommitRequestPartition()
                .setPartitionIndex(0).setCommittedOffset(offset).setCommittedMetadata(null);
        var topic = new OffsetCommitRequestData.OffsetCommitRequestTopic().setName("orders").setPartitions(List.of(partition));
        var request = new OffsetCommitRequestData().setGroupId(group).setGenerationIdOrMemberEpoch(-1).setMemberId("")
                .setRetentionTimeMs(retentionMs).setTopics(List.of(topic));
        var response = RawRequests.send(broker.bootstrap(), request, 2, new OffsetCommitResponseData());
        short error = response.topics().get(0).partitions().get(0).errorCode();
        if (error != 0)
            throw new IllegalStateException("commit of group '" + group + "': " + Errors.forCode(error));
    }

    // The record says when it ends (version 1 of its value); a newer commit without an end takes that back.
    private void expire() throws Exception {
        commitRaw("expiring", 8, 300);
        commitRaw("renewed", 8, 300);
        commit("renewed", Map.of(0, 9L), "for good");
        awaitOffsets("expiring", 0);
    }

    private void awaitOffsets(String group, int count) throws Exception {
        Administrator.await("group " + group + " has " + count + " offsets", () ->
                broker.admin().listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().size() == count);
    }
}
