#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brokerscope {

struct GroupOffsetsOptions {
    std::vector<std::string> groups;
    // Partitions that are told of whether something was committed for them or not: those that members have.
    std::map<std::string, std::set<std::int32_t>> alsoPartitions;  // by topic; for every group of `groups`
    std::set<std::string> shareGroups;                             // those of `groups` that are share groups
    bool isReadingCommitted = false;  // last stable offsets too, up to which read_committed consumers read
};

// How far a group has come with one partition. Offsets of -1 are not known.
struct PartitionOffsets {
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t committed = -1;  // -1: nothing was committed
    // Share groups commit no offsets: the offset before which all is done with, and what the broker says is left, which
    // knows what was acknowledged behind that offset (KIP-1226). -1: not used yet, or not told.
    std::int64_t shareStart = -1;
    std::int64_t shareLag = -1;
    std::int32_t committedLeaderEpoch = -1;
    std::string metadata;
    std::int64_t logEnd = -1;      // of read_uncommitted: the high watermark
    std::int64_t lastStable = -1;  // asked for with isReadingCommitted
    std::int16_t errorCode = 0;    // of the committed offset, or the start offset
    std::string endProblem;        // why the end is not known: the name of an error code, or a sentence

    // End minus committed; below zero where the group is beyond the end, as after a topic was made anew. Of share
    // groups what the broker says, or end minus start offset. Nothing where one of them is not known.
    std::optional<std::int64_t> lag() const {
        if (shareLag >= 0) {
            return shareLag;
        }
        const std::int64_t done = shareStart >= 0 ? shareStart : committed;
        return done < 0 || logEnd < 0 ? std::nullopt : std::optional(logEnd - done);
    }
};

struct GroupOffsets {
    std::string group;
    std::int16_t errorCode = 0;                // of the group as a whole: not authorized, no coordinator …
    std::string problem;                       // set: nothing could be asked about the group
    std::vector<PartitionOffsets> partitions;  // ascending by topic and partition
};

}  // namespace brokerscope
