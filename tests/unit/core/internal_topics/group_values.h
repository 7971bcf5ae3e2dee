#pragma once

#include "tests/unit/core/internal_topics/group_log.h"

namespace brokerscope::testing {

// Records of the three new protocols in the words of their steps: "T8 b me 3 pme 2 state 0 [2]" is
// current(8, "b", {3, 2, 0, {2}}). All are of group "g" and topic `kTopic`, or subtopology "0".
inline const Uuid kTopic = *Uuid::fromString("773dface-74c6-4293-b2ec-dabb386dd278");

using Partitions = std::vector<std::int32_t>;

struct MemberWords {
    std::string clientId = "c";
    std::optional<std::string> instanceId;
    std::vector<std::string> topics{"t"};
    std::string expression;
};

struct CurrentWords {
    std::int32_t epoch = 0;
    std::int32_t previous = 0;
    std::int32_t state = 0;
    Partitions assigned;
    Partitions pending;
    Partitions epochs;  // of the assigned ones; empty: not written, as on 3.9.2
};

bool isShare(int type);
bool isStreams(int type);

WrittenRecord gone(int type, std::string_view member = {}, std::string_view group = "g");
WrittenRecord member(int type, std::string_view id, const MemberWords& words = {}, std::string_view group = "g");
WrittenRecord epoch(int type, std::int32_t epoch, std::string_view group = "g");
WrittenRecord targetEpoch(int type, std::int32_t epoch, std::string_view group = "g");
WrittenRecord target(int type, std::string_view id, const Partitions& partitions, std::string_view group = "g");
WrittenRecord current(int type, std::string_view id, const CurrentWords& words, std::string_view group = "g");
WrittenRecord expression(std::string_view pattern, const std::vector<std::string>& topics,
                         std::string_view group = "g");
WrittenRecord raw(int type, const ByteBuffer& value, std::string_view group = "g");

struct ClassicWords {
    std::string id;
    std::optional<std::string> instanceId;
    std::string assignment;
    std::string clientId = "c";
};
WrittenRecord classic(std::int32_t generation, const std::vector<ClassicWords>& members, std::string_view group = "g",
                      std::string_view protocolType = "consumer");

WrittenRecord commit(std::int32_t partition, std::int64_t offset, std::string_view group = "g");
WrittenRecord commitGone(std::int32_t partition, std::string_view group = "g");

}  // namespace brokerscope::testing
