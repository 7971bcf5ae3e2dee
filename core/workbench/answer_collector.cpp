#include "core/workbench/answer_collector.h"

#include "core/internal_topics/group_topic_state.h"
#include "core/internal_topics/hanging_transactions.h"
#include "core/internal_topics/record_phrase.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kOffsetsWord = "offsets";
constexpr std::string_view kTransactionsWord = "transactions";

std::int64_t counted(std::uint64_t count) {
    return static_cast<std::int64_t>(count);
}

std::string filterOf(std::string_view column, std::string_view value) {
    std::string filter = fmt::format("{}:\"", column);
    for (const char c : value) {
        filter += c == '"' || c == '\\' ? "\\" : "";
        filter += c;
    }
    return filter + '"';
}

// A row about a group; its name is the first fact.
AnswerRow groupRow(const std::string& group, std::vector<AnswerFact> facts, const RecordPlace& record) {
    facts.insert(facts.begin(), AnswerFact{"group", group});
    return {std::move(facts), record, group, filterOf("group", group)};
}

const GroupStateReplay* replayOf(const TopicState& state) {
    const auto* groups = dynamic_cast<const GroupTopicState*>(&state);
    return groups == nullptr ? nullptr : &groups->replay();
}

// The commit that was made last; null: there is none.
const CommittedOffset* lastCommit(const GroupState& group) {
    const auto last =
        std::ranges::max_element(group.offsets, {}, [](const auto& offset) { return offset.second.commitTimestampMs; });
    return last == group.offsets.end() ? nullptr : &last->second;
}

// The record that says most of a group.
std::int64_t recordOf(const GroupState& group) {
    if (group.classic != nullptr) {
        return group.classic->record.offset;
    }
    const CommittedOffset* commit = lastCommit(group);
    return group.epoch != nullptr ? group.epoch->record.offset : commit != nullptr ? commit->record : -1;
}

std::vector<std::string> partitionsOf(const TransactionFact& fact) {
    std::vector<std::string> all;
    for (const TransactionPartitions& topic : fact.partitions) {
        for (const std::int32_t partition : topic.partitions) {
            all.push_back(fmt::format("{}-{}", topic.topic, partition));
        }
    }
    return all;
}

std::int64_t numberIn(const AnswerRow& row, std::string_view fact) {
    return row.get<std::int64_t>(fact);
}

// The rows of every question, of all partitions together.
class AnswerWriter {
public:
    AnswerWriter(const TopicStateFold& fold, const AnswerOptions& options) : m_fold(fold), m_options(options) {}

    TopicAnswer pendingOffsets() const;
    TopicAnswer largestGroups() const;
    TopicAnswer offsetsAlone() const;
    TopicAnswer missingTopics() const;
    TopicAnswer backwardCommits(const CommitActivity& activity) const;
    TopicAnswer busiestGroups(const CommitActivity& activity) const;
    TopicAnswer hangingTransactions() const;
    TopicAnswer openTransactions() const;
    TopicAnswer recordTypes(const TypeAmounts& sums, bool countsKept) const;
    TopicAnswer controlRecords(const RecordAmount& amount) const;

private:
    template <class Take>
    void forEachReplay(Take take) const {
        for (const auto& [partition, state] : m_fold.states()) {
            if (const GroupStateReplay* replay = replayOf(*state)) {
                take(*replay, partition);
            }
        }
    }
    // Backward commits of the groups that are wanted, those included that are not kept.
    std::uint64_t backwardCount(const CommitActivity& activity) const;
    // `unkept`: of those that are wanted, dropped before they came here.
    TopicAnswer limited(TopicQuestion question, std::vector<AnswerRow> rows, std::uint64_t unkept = 0) const;

    const TopicStateFold& m_fold;
    const AnswerOptions& m_options;
};

TopicAnswer AnswerWriter::limited(TopicQuestion question, std::vector<AnswerRow> rows, std::uint64_t unkept) const {
    if (!m_options.groups.empty()) {
        std::erase_if(rows, [this](const AnswerRow& row) { return !m_options.groups.contains(row.group); });
    }
    const std::size_t most = std::min(rows.size(), m_options.mostRows);
    const std::uint64_t left = rows.size() - most + unkept;
    rows.resize(most);
    return {question, std::move(rows), left};
}

TopicAnswer AnswerWriter::pendingOffsets() const {
    std::vector<AnswerRow> rows;
    forEachReplay([&](const GroupStateReplay& replay, std::int32_t partition) {
        for (const GroupState* group : replay.groups()) {
            for (const PendingOffsets::OfGroup& one : replay.pending().of(group->id)) {
                const RecordPlace from{partition, one.commit->record, -1};
                rows.push_back(groupRow(group->id,
                                        {{"topic", std::string(replay.topicName(one.key.topic))},
                                         {"topicPartition", std::int64_t{one.key.partition}},
                                         {"producerId", one.producerId},
                                         {"offset", one.commit->offset},
                                         {"from", from}},
                                        from));
            }
        }
    });
    std::ranges::stable_sort(rows, {}, &AnswerRow::record);
    return limited(TopicQuestion::PendingOffsets, std::move(rows));
}

TopicAnswer AnswerWriter::largestGroups() const {
    std::vector<AnswerRow> rows;
    forEachReplay([&](const GroupStateReplay& replay, std::int32_t partition) {
        for (const GroupSize& size : groupSizes(replay)) {
            rows.push_back(groupRow(size.group->id,
                                    {{"type", std::string(groupTypeName(size.group->type))},
                                     {"state", std::string(stateWord(*size.group))},
                                     {"members", counted(size.members)},
                                     {"partitions", counted(size.partitions)},
                                     {"bytes", counted(size.bytes)}},
                                    {partition, recordOf(*size.group), -1}));
        }
    });
    std::ranges::stable_sort(rows, std::ranges::greater(), [](const AnswerRow& row) { return numberIn(row, "bytes"); });
    return limited(TopicQuestion::LargestGroups, std::move(rows));
}

TopicAnswer AnswerWriter::offsetsAlone() const {
    std::vector<AnswerRow> rows;
    forEachReplay([&](const GroupStateReplay& replay, std::int32_t partition) {
        for (const GroupState* group : groupsOfOffsetsAlone(replay)) {
            const CommittedOffset* last = lastCommit(*group);
            rows.push_back(groupRow(
                group->id, {{"partitions", counted(group->offsets.size())}, {"lastCommitMs", last->commitTimestampMs}},
                {partition, last->record, -1}));
        }
    });
    std::ranges::stable_sort(rows, {}, &AnswerRow::group);
    return limited(TopicQuestion::OffsetsAlone, std::move(rows));
}

TopicAnswer AnswerWriter::missingTopics() const {
    std::vector<AnswerRow> rows;
    if (m_options.isTopicThere) {
        forEachReplay([&](const GroupStateReplay& replay, std::int32_t partition) {
            for (const FoundCommit& found : offsetsOfMissingTopics(replay, m_options.isTopicThere)) {
                const RecordPlace from{partition, found.commit->record, -1};
                rows.push_back(groupRow(found.group->id,
                                        {{"topic", std::string(found.topic)},
                                         {"topicPartition", std::int64_t{found.partition}},
                                         {"offset", found.commit->offset},
                                         {"from", from},
                                         {"commitMs", found.commit->commitTimestampMs}},
                                        from));
            }
        });
    }
    std::ranges::stable_sort(rows, {}, &AnswerRow::group);
    TopicAnswer answer = limited(TopicQuestion::MissingTopics, std::move(rows));
    answer.isKnown = static_cast<bool>(m_options.isTopicThere);
    return answer;
}

// The latest first.
TopicAnswer AnswerWriter::backwardCommits(const CommitActivity& activity) const {
    std::vector<AnswerRow> rows;
    for (const BackwardCommit& commit : activity.backward()) {
        rows.push_back(groupRow(commit.group,
                                {{"topic", commit.topic},
                                 {"topicPartition", std::int64_t{commit.partition}},
                                 {"before", commit.offsetBefore},
                                 {"after", commit.offsetAfter},
                                 {"from", commit.before},
                                 {"to", commit.after},
                                 {"timestamp", commit.timestampMs}},
                                commit.after));
    }
    std::ranges::reverse(rows);
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const AnswerRow& row) { return numberIn(row, "timestamp"); });
    const auto kept = static_cast<std::uint64_t>(std::ranges::count_if(rows, [this](const AnswerRow& row) {
        return m_options.groups.empty() || m_options.groups.contains(row.group);
    }));
    return limited(TopicQuestion::BackwardCommits, std::move(rows), backwardCount(activity) - kept);
}

std::uint64_t AnswerWriter::backwardCount(const CommitActivity& activity) const {
    if (m_options.groups.empty()) {
        return activity.backwardCount();
    }
    std::uint64_t count = 0;
    for (const std::string& group : m_options.groups) {
        count += activity.backwardCount(group);
    }
    return count;
}

TopicAnswer AnswerWriter::busiestGroups(const CommitActivity& activity) const {
    std::vector<AnswerRow> rows;
    for (const CommitRate& rate : activity.rates()) {
        rows.push_back(groupRow(rate.group,
                                {{"commits", counted(rate.commits)},
                                 {"perSecond", std::round(rate.perSecond() * 100) / 100},
                                 {"mostInASecond", counted(rate.mostInASecond)},
                                 {"firstMs", rate.firstMs},
                                 {"lastMs", rate.lastMs}},
                                {}));
    }
    return limited(TopicQuestion::BusiestGroups, std::move(rows));
}

// By the records of the ids that the log has for the producer.
AnswerRow hangingRow(const ProducerTransaction& hanging, const TopicStateFold& fold) {
    AnswerRow row{{{"producerId", hanging.producerId},
                   {"producerEpoch", std::int64_t{hanging.producerEpoch}},
                   {"topic", hanging.topic},
                   {"topicPartition", std::int64_t{hanging.partition}},
                   {"startOffset", hanging.startOffset},
                   {"lastMs", hanging.lastMs},
                   {"coordinatorEpoch", std::int64_t{hanging.coordinatorEpoch}}}};
    std::vector<std::string> ids;
    for (const auto& [partition, state] : fold.states()) {
        const auto* replay = dynamic_cast<const TransactionStateReplay*>(state.get());
        for (const auto& [id, fact] : replay != nullptr ? replay->transactionalIds() : TransactionStateReplay::Ids()) {
            if (fact->producerId == hanging.producerId) {
                ids.push_back(id);
                row.record = fact->record;
                row.filter = filterOf("key.transactionalId", id);
            }
        }
    }
    row.facts.push_back({"transactionalIds", std::move(ids)});
    row.isProblem = true;
    return row;
}

TopicAnswer AnswerWriter::hangingTransactions() const {
    std::vector<AnswerRow> rows;
    for (const ProducerTransaction& hanging : m_options.hanging.value_or(std::vector<ProducerTransaction>())) {
        rows.push_back(hangingRow(hanging, m_fold));
    }
    TopicAnswer answer = limited(TopicQuestion::HangingTransactions, std::move(rows));
    answer.isKnown = m_options.hanging.has_value();
    return answer;
}

AnswerRow openRow(const OpenTransaction& open) {
    const TransactionFact& fact = *open.fact;
    return {{{"transactionalId", open.transactionalId},
             {"state", std::string(transactionStatusName(fact.status))},
             {"producerId", fact.producerId},
             {"producerEpoch", std::int64_t{fact.producerEpoch}},
             {"openMs", open.openMs},
             {"timeoutMs", std::int64_t{fact.timeoutMs}},
             {"hanging", open.isHanging},
             {"partitions", partitionsOf(fact)},
             {"from", fact.record}},
            fact.record,
            {},
            filterOf("key.transactionalId", open.transactionalId),
            open.isHanging};
}

TopicAnswer AnswerWriter::openTransactions() const {
    const std::int64_t now = m_options.nowMs >= 0 ? m_options.nowMs : m_fold.latestMs();
    std::vector<AnswerRow> rows;
    for (const auto& [partition, state] : m_fold.states()) {
        if (const auto* replay = dynamic_cast<const TransactionStateReplay*>(state.get())) {
            std::ranges::transform(brokerscope::openTransactions(*replay, now), std::back_inserter(rows), openRow);
        }
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const AnswerRow& row) { return numberIn(row, "openMs"); });
    return limited(TopicQuestion::OpenTransactions, std::move(rows));
}

AnswerRow typeRow(std::int32_t type, const TypeAmount& amount, bool countsKept) {
    const std::string name = !amount.name.empty() ? amount.name
                             : type < 0           ? std::string("no record type")
                                                  : fmt::format("unknown {}", type);
    AnswerRow row{{{"type", name},
                   {"typeId", std::int64_t{type}},
                   {"records", counted(amount.all.records)},
                   {"bytes", counted(amount.all.bytes)}}};
    if (countsKept) {
        row.facts.push_back({"keptRecords", counted(amount.kept.records)});
        row.facts.push_back({"keptBytes", counted(amount.kept.bytes)});
        row.facts.push_back({"tombstones", counted(amount.tombstones.records)});
        row.facts.push_back({"tombstoneBytes", counted(amount.tombstones.bytes)});
    }
    row.filter = type >= 0 ? fmt::format("type:{}", type) : std::string();
    return row;
}

TopicAnswer AnswerWriter::recordTypes(const TypeAmounts& sums, bool countsKept) const {
    std::vector<AnswerRow> rows;
    for (const auto& [type, amount] : sums.types) {
        rows.push_back(typeRow(type, amount, countsKept));
    }
    return limited(TopicQuestion::RecordTypes, std::move(rows));
}

TopicAnswer AnswerWriter::controlRecords(const RecordAmount& amount) const {
    std::vector<AnswerRow> rows;
    if (amount.records > 0) {
        rows.push_back({{{"records", counted(amount.records)}, {"bytes", counted(amount.bytes)}}});
        rows.back().filter = "control:true";
    }
    return limited(TopicQuestion::ControlRecords, std::move(rows));
}

}  // namespace

AnswerCollector::AnswerCollector(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits)
    : m_reader(reader), m_topic(topic), m_limits(limits) {}

bool AnswerCollector::isOfTransactions() const {
    return m_topic.word == kTransactionsWord;
}

std::unique_ptr<TopicState> AnswerCollector::makeState(std::int32_t partition) {
    if (m_topic.word != kOffsetsWord) {
        return makeTopicState(m_reader, m_topic, partition, m_limits);
    }
    return std::make_unique<GroupTopicState>(
        m_reader, partition, [this](const GroupOperation& operation) { m_activity.take(operation); }, m_limits);
}

void AnswerCollector::take(std::int32_t partition, const RecordView& view, const BatchContext& batch) {
    m_sizes.try_emplace(partition, m_reader, m_topic, isCompacted(m_topic)).first->second.add(view, batch);
    ++m_records;
}

TopicAnswers AnswerCollector::answers(const TopicStateFold& fold, const AnswerOptions& options) const {
    TypeAmounts sums;
    for (const auto& [partition, sizes] : m_sizes) {
        sums.add(sizes);
    }
    const AnswerWriter writer(fold, options);
    TopicAnswers all;
    all.records = m_records;
    all.unread = fold.faults().count();
    if (isOfTransactions()) {
        all.answers = {writer.hangingTransactions(), writer.openTransactions()};
    } else if (m_topic.word == kOffsetsWord) {
        all.answers = {writer.pendingOffsets(),
                       writer.largestGroups(),
                       writer.offsetsAlone(),
                       writer.missingTopics(),
                       writer.backwardCommits(m_activity),
                       writer.busiestGroups(m_activity)};
    }
    all.answers.push_back(writer.recordTypes(sums, isCompacted(m_topic)));
    all.answers.push_back(writer.controlRecords(sums.control));
    return all;
}

}  // namespace brokerscope
