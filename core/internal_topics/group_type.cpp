#include "core/internal_topics/group_type.h"

#include "core/base/ascii.h"
#include "core/base/bytes.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

namespace brokerscope {
namespace {

constexpr std::array<std::string_view, 5> kGroupTypeNames{"unknown", "classic", "consumer", "share", "streams"};

struct TypeRun {
    std::int32_t first;
    std::int32_t last;
    GroupType type;
};

// Record types as they stand side by side; offset commits (0, 1) are of no type.
constexpr std::array<TypeRun, 5> kTypeRuns{{{2, 2, GroupType::Classic},
                                            {3, 8, GroupType::Consumer},
                                            {10, 15, GroupType::Share},
                                            {16, 16, GroupType::Consumer},
                                            {17, 23, GroupType::Streams}}};
constexpr std::int32_t kTypeWithoutDefinition = 18;

constexpr std::array<std::string_view, 4> kPartitionStates{"STABLE", "UNREVOKED_PARTITIONS", "UNRELEASED_PARTITIONS",
                                                           "UNKNOWN"};
constexpr std::array<std::string_view, 4> kTaskStates{"STABLE", "UNREVOKED_TASKS", "UNRELEASED_TASKS", "UNKNOWN"};

// A code point of text that is valid UTF-8; moves on.
std::uint32_t nextCodePoint(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t lead = byte(at);
    const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    std::uint32_t point = size == 1 ? lead : lead & (0xffU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        point = (point << 6) | (byte(at + i) & 0x3f);
    }
    at += size;
    return point;
}

}  // namespace

std::string_view groupTypeName(GroupType type) {
    return kGroupTypeNames[static_cast<std::size_t>(type)];
}

std::optional<GroupType> groupTypeByName(std::string_view name) {
    const auto found =
        std::ranges::find_if(kGroupTypeNames, [&](std::string_view known) { return equalIgnoringCase(known, name); });
    if (found == kGroupTypeNames.end()) {
        return std::nullopt;
    }
    return static_cast<GroupType>(found - kGroupTypeNames.begin());
}

GroupType groupTypeOfRecordType(std::int32_t type) {
    const auto found =
        std::ranges::find_if(kTypeRuns, [&](const TypeRun& run) { return type >= run.first && type <= run.last; });
    return found == kTypeRuns.end() || type == kTypeWithoutDefinition ? GroupType::Unknown : found->type;
}

Reconciliation reconciliationOf(GroupType type, std::int8_t code) {
    const int state = type == GroupType::Streams ? code - 1 : code;
    const bool isListed = state >= 0 && state < static_cast<int>(Reconciliation::Unknown);
    return isListed ? static_cast<Reconciliation>(state) : Reconciliation::Unknown;
}

std::string_view reconciliationName(GroupType type, Reconciliation state) {
    return (type == GroupType::Streams ? kTaskStates : kPartitionStates)[static_cast<std::size_t>(state)];
}

std::int32_t javaHash(std::string_view text) {
    const std::string valid = firstInvalidUtf8(asBytes(text)) ? displayUtf8(asBytes(text)) : std::string(text);
    std::uint32_t hash = 0;
    for (std::size_t at = 0; at < valid.size();) {
        const std::uint32_t point = nextCodePoint(valid, at);
        if (point >= 0x10000) {
            hash = hash * 31 + (0xd800 + ((point - 0x10000) >> 10));
            hash = hash * 31 + (0xdc00 + ((point - 0x10000) & 0x3ff));
        } else {
            hash = hash * 31 + point;
        }
    }
    return static_cast<std::int32_t>(hash);
}

std::int32_t groupPartition(std::string_view id, std::int32_t partitions) {
    if (partitions < 1) {
        return -1;
    }
    const std::int32_t hash = javaHash(id);
    // The least number has no absolute value: Kafka takes 0 for it.
    const std::int32_t positive = hash == std::numeric_limits<std::int32_t>::min() ? 0 : hash < 0 ? -hash : hash;
    return positive % partitions;
}

}  // namespace brokerscope
