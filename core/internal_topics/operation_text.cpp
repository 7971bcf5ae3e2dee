#include "core/internal_topics/operation_text.h"

#include "core/base/utf8.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace brokerscope {
namespace {

constexpr std::size_t kPartitionsNamed = 3;

std::string shownId(std::string_view id) {
    return displayUtf8(asBytes(id));
}

bool isAboutOffsets(GroupOperationKind kind) {
    using enum GroupOperationKind;
    return kind == OffsetsCommitted || kind == OffsetsDeleted || kind == TransactionCommitted ||
           kind == TransactionAborted;
}

std::string partitionsText(const GroupOperation& operation) {
    std::vector<std::string> named;
    for (const GroupStateChange& change : operation.changes) {
        if (!change.key.topic.empty() && named.size() < kPartitionsNamed) {
            named.push_back(fmt::format("{}-{}", shownId(change.key.topic), change.key.partition));
        }
    }
    const std::size_t more = operation.changes.size() - named.size();
    return fmt::format("{}{}", fmt::join(named, ", "), more == 0 ? std::string() : fmt::format(" and {} more", more));
}

}  // namespace

std::string operationText(const GroupOperation& operation) {
    const std::string group = fmt::format("group {}", shownId(operation.group->id));
    std::string what(operationName(operation.kind));
    if (isAboutOffsets(operation.kind)) {
        return fmt::format("{}: {}: {}", group, what, partitionsText(operation));
    }
    constexpr std::string_view kGroup = "group ";
    if (what.starts_with(kGroup)) {
        return fmt::format("{} {}", group, what.substr(kGroup.size()));
    }
    constexpr std::string_view kMember = "member";
    if (const std::size_t at = what.find(kMember); at != std::string::npos && !operation.member.empty()) {
        what.insert(at + kMember.size(), fmt::format(" {}", shownId(operation.member)));
    }
    return fmt::format("{}: {}", group, what);
}

}  // namespace brokerscope
