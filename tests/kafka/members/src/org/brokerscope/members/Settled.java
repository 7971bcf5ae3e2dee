package org.brokerscope.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a described group has come to rest: Stable (or Empty, with 0 members), every epoch the same and every member
 * holding its target, as far as the protocol has these. -1 for a number that does not matter.
 */
record Settled(int members, int partitions) {
    boolean test(JsonNode group) {
        if (members >= 0 && group.path("members").size() != members)
            return false;
        if (members == 0)
            return group.path("state").asText().equals("Empty");
        if (!group.path("state").asText().equals("Stable") || !sameEpochs(group, "groupEpoch"))
            return false;
        for (JsonNode member : group.path("members")) {
            if (!member.path("classic").asBoolean() && !sameEpochs(group, member, "epoch"))
                return false;
            if (member.has("target") && !member.path("target").equals(member.path("assignment")))
                return false;
        }
        return partitions < 0 || owned(group).size() == partitions;
    }

    private static boolean sameEpochs(JsonNode group, String field) {
        return sameEpochs(group, group, field);
    }

    private static boolean sameEpochs(JsonNode group, JsonNode other, String field) {
        return !group.has("assignmentEpoch") || !other.has(field)
                || other.path(field).asInt() == group.path("assignmentEpoch").asInt();
    }

    // Active tasks only for Streams; in a share group several members may own one.
    private static Set<String> owned(JsonNode group) {
        Set<String> owned = new HashSet<>();
        for (JsonNode member : group.path("members")) {
            JsonNode assignment = member.path("assignment");
            JsonNode active = assignment.has("active") ? assignment.path("active") : assignment;
            active.properties().forEach(of -> of.getValue().forEach(number -> owned.add(of.getKey() + '-' + number)));
        }
        return owned;
    }
}
