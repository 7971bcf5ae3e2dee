package org.brokerscope.members;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.ShareMemberDescription;
import org.apache.kafka.clients.admin.StreamsGroupMemberAssignment;
import org.apache.kafka.clients.admin.StreamsGroupMemberDescription;
import org.apache.kafka.common.GroupType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.brokerscope.peer.LineWriter;

/** What the broker says of one group of any type, in one shape; members are sorted by client id and member id. */
final class GroupDescription {
    private final Admin admin;

    GroupDescription(Admin admin) {
        this.admin = admin;
    }

    /** The type comes from the list of groups: asked by the wrong type, brokers answer that there is no such group. */
    ObjectNode of(String group) throws Exception {
        GroupListing listing = admin.listGroups().all().get().stream()
                .filter(each -> each.groupId().equals(group)).findFirst()
                .orElseThrow(() -> new GroupIdNotFoundException("there is no group " + group));
        return switch (listing.type().orElse(GroupType.CLASSIC)) {
            case SHARE -> share(group);
            case STREAMS -> streams(group);
            default -> consumer(group);
        };
    }

    private ObjectNode consumer(String group) throws Exception {
        var found = admin.describeConsumerGroups(Set.of(group)).all().get().get(group);
        var facts = head(group, found.type(), found.groupState(), found.coordinator());
        facts.put("assignor", found.partitionAssignor());
        found.groupEpoch().ifPresent(epoch -> facts.put("groupEpoch", epoch));
        found.targetAssignmentEpoch().ifPresent(epoch -> facts.put("assignmentEpoch", epoch));
        return members(facts, found.members(), GroupDescription::consumerMember);
    }

    private ObjectNode share(String group) throws Exception {
        var found = admin.describeShareGroups(Set.of(group)).all().get().get(group);
        var facts = head(group, GroupType.SHARE, found.groupState(), found.coordinator())
                .put("groupEpoch", found.groupEpoch()).put("assignmentEpoch", found.targetAssignmentEpoch());
        return members(facts, found.members(), GroupDescription::shareMember);
    }

    private ObjectNode streams(String group) throws Exception {
        var found = admin.describeStreamsGroups(Set.of(group)).all().get().get(group);
        var facts = head(group, GroupType.STREAMS, found.groupState(), found.coordinator())
                .put("groupEpoch", found.groupEpoch()).put("assignmentEpoch", found.targetAssignmentEpoch())
                .put("topologyEpoch", found.topologyEpoch());
        return members(facts, found.members(), GroupDescription::streamsMember);
    }

    private static ObjectNode head(String group, GroupType type, Object state, Node coordinator) {
        return facts().put("group", group).put("type", type.toString()).put("state", state.toString())
                .put("coordinator", coordinator.id());
    }

    private static <M> ObjectNode members(ObjectNode facts, Collection<M> members, Function<M, ObjectNode> shape) {
        var all = facts.putArray("members");
        members.stream().map(shape)
                .sorted(Comparator.comparing((ObjectNode member) -> member.path("clientId").asText())
                        .thenComparing(member -> member.path("memberId").asText()))
                .forEach(all::add);
        return facts;
    }

    private static ObjectNode consumerMember(MemberDescription member) {
        var facts = member(member.consumerId(), member.clientId(), member.host(), member.groupInstanceId());
        member.memberEpoch().ifPresent(epoch -> facts.put("epoch", epoch));
        member.upgraded().ifPresent(upgraded -> facts.put("classic", !upgraded));
        facts.set("assignment", LineWriter.partitions(member.assignment().topicPartitions()));
        member.targetAssignment().ifPresent(
                target -> facts.set("target", LineWriter.partitions(target.topicPartitions())));
        return facts;
    }

    private static ObjectNode shareMember(ShareMemberDescription member) {
        var facts = member(member.consumerId(), member.clientId(), member.host(), Optional.empty());
        facts.put("epoch", member.memberEpoch());
        facts.set("assignment", LineWriter.partitions(member.assignment().topicPartitions()));
        return facts;
    }

    private static ObjectNode streamsMember(StreamsGroupMemberDescription member) {
        var facts = member(member.memberId(), member.clientId(), member.clientHost(), member.instanceId());
        facts.put("epoch", member.memberEpoch()).put("processId", member.processId()).put("classic", member.isClassic());
        facts.set("assignment", tasks(member.assignment()));
        facts.set("target", tasks(member.targetAssignment()));
        return facts;
    }

    private static ObjectNode member(String id, String client, String host, Optional<String> instance) {
        var facts = facts().put("memberId", id).put("clientId", client).put("host", host);
        instance.ifPresent(name -> facts.put("instanceId", name));
        return facts;
    }

    private static ObjectNode tasks(StreamsGroupMemberAssignment assignment) {
        var facts = facts();
        facts.set("active", tasks(assignment.activeTasks()));
        facts.set("standby", tasks(assignment.standbyTasks()));
        facts.set("warmup", tasks(assignment.warmupTasks()));
        return facts;
    }

    private static ObjectNode tasks(List<StreamsGroupMemberAssignment.TaskIds> tasks) {
        Map<String, TreeSet<Integer>> bySubtopology = new TreeMap<>();
        tasks.forEach(ids -> bySubtopology.computeIfAbsent(ids.subtopologyId(), id -> new TreeSet<>())
                .addAll(ids.partitions()));
        return LineWriter.JSON.valueToTree(bySubtopology);
    }
}
