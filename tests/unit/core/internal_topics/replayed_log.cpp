#include "tests/unit/core/internal_topics/replayed_log.h"

#include "core/records/batch_iterator.h"
#include "core/records/record_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace brokerscope::testing {
namespace {

std::string changeText(const GroupStateChange& change) {
    std::string text = std::to_string(change.key.type);
    text += change.isTombstone ? "-" : "";
    text += change.pending != nullptr ? "?" : "";
    text += change.isDoubtful ? "!" : "";
    if (!change.key.topic.empty()) {
        text += fmt::format(" {}-{}", change.key.topic, change.key.partition);
    } else if (!change.key.member.empty()) {
        text += fmt::format(" {}", change.key.member);
    }
    return text;
}

std::string memberText(const std::string& id, const MemberFacts& member) {
    std::string text = fmt::format("  {}:", id);
    if (member.metadata) {
        text += fmt::format(" metadata@{} {}", member.metadata->record.offset, member.metadata->clientId);
    }
    if (member.target) {
        text += fmt::format(" target@{} [{}]", member.target->record.offset, testing::text(member.target->target));
    }
    if (member.current) {
        const MemberCurrentFact& current = *member.current;
        text += fmt::format(" current@{} {}<{} {} [{}] pending [{}]", current.record.offset, current.memberEpoch,
                            current.previousMemberEpoch, int{current.stateCode}, testing::text(current.assigned),
                            testing::text(current.pendingRevocation));
    }
    return text + '\n';
}

std::string classicText(const ClassicGroupFact& fact) {
    std::string text = fmt::format("  classic@{} {} {}", fact.record.offset, fact.protocolType, fact.generation);
    for (const auto& member : fact.members) {
        text += fmt::format(" {}={}", member->memberId, asText(member->assignment));
    }
    return text + '\n';
}

std::string groupText(const GroupStateReplay& replay, const GroupState& group) {
    std::string text = fmt::format("{} {} {}\n", group.id, groupTypeName(group.type), stateWord(group));
    text += group.classic ? classicText(*group.classic) : "";
    text += group.epoch ? fmt::format("  epoch@{} {}\n", group.epoch->record.offset, group.epoch->epoch) : "";
    text += group.targetEpoch
                ? fmt::format("  target@{} {}\n", group.targetEpoch->record.offset, group.targetEpoch->assignmentEpoch)
                : "";
    for (const auto& [id, member] : group.members) {
        text += memberText(id, member);
    }
    for (const auto& [pattern, resolved] : group.regularExpressions) {
        text += fmt::format("  {}@{} {}\n", pattern, resolved->record.offset, resolved->topics);
    }
    for (const auto& [type, fact] : group.others) {
        text += fmt::format("  type {}@{} {}\n", type, fact->record.offset, fact->value.size());
    }
    std::map<std::string, std::string> offsets;
    for (const auto& [key, commit] : group.offsets) {
        offsets[fmt::format("{}-{:03}", replay.topicName(key.topic), key.partition)] =
            fmt::format("{}@{}", commit.offset, commit.record);
    }
    return text + (offsets.empty() ? "" : fmt::format("  {}\n", offsets));
}

}  // namespace

const TopicRecordReader& topicReader() {
    static const TopicRecordReader made(SchemaRegistry::embedded());
    return made;
}

void feed(GroupStateReplay& replay, const ByteBuffer& entry) {
    BatchIterator iterator(entry);
    RecordReader reader;
    for (BatchEntry found; iterator.next(found);) {
        ASSERT_TRUE(reader.open(found));
        replay.entry(reader, found.bytes.size());
    }
}

ReplayedLog::ReplayedLog(bool takesOperations)
    : m_replay(topicReader(), 7,
               takesOperations ? TakeGroupOperation([this](const GroupOperation& operation) { note(operation); })
                               : TakeGroupOperation()) {}

ReplayedLog& ReplayedLog::write(std::vector<WrittenRecord> records) {
    WrittenBatch batch;
    batch.records = std::move(records);
    batch.timestamp = m_clock;
    return write(batch);
}

ReplayedLog& ReplayedLog::write(const WrittenBatch& batch) {
    const ByteBuffer entry = batch.at(m_next);
    m_next += batch.lastDelta() + 1;
    return writeBytes(entry);
}

ReplayedLog& ReplayedLog::writeBytes(const ByteBuffer& entry) {
    ++m_clock;
    m_entries.push_back(entry);
    feed(m_replay, entry);
    return *this;
}

ReplayedLog& ReplayedLog::skip(std::int64_t offsets) {
    m_next += offsets;
    return *this;
}

std::string ReplayedLog::operations() {
    return std::exchange(m_operations, {});
}

const GroupState& ReplayedLog::group(std::string_view id) const {
    static const GroupState none;
    const GroupState* found = m_replay.find(id);
    EXPECT_NE(found, nullptr) << id;
    return found == nullptr ? none : *found;
}

std::string ReplayedLog::state(std::string_view id) const {
    const GroupState* found = m_replay.find(id);
    return found == nullptr ? std::string() : std::string(stateWord(*found));
}

void ReplayedLog::note(const GroupOperation& operation) {
    std::vector<std::string> changes;
    for (const GroupStateChange& change : operation.changes) {
        changes.push_back(changeText(change));
    }
    m_operations += fmt::format("{}: {}{}{} {{{}}}\n", operation.group->id, operationName(operation.kind),
                                operation.member.empty() ? "" : " ", operation.member, fmt::join(changes, ", "));
}

std::string stateText(const GroupStateReplay& replay) {
    std::string all;
    for (const GroupState* group : replay.groups()) {
        all += group->isEmpty() ? "" : groupText(replay, *group);
    }
    return all;
}

std::string text(const SharedAssignment& assignment) {
    if (assignment == nullptr) {
        return "unknown";
    }
    std::vector<std::string> topics;
    for (const AssignedTopic& topic : *assignment) {
        std::string one = topic.name.empty() ? "t" : topic.name;
        one += topic.role == TaskRole::Standby ? "/standby" : topic.role == TaskRole::Warmup ? "/warmup" : "";
        one += fmt::format(":{}", fmt::join(topic.partitions, ","));
        one += topic.epochs.empty() ? "" : fmt::format("@{}", fmt::join(topic.epochs, ","));
        topics.push_back(one);
    }
    return fmt::format("{}", fmt::join(topics, " "));
}

}  // namespace brokerscope::testing
