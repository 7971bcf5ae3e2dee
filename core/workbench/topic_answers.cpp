#include "core/workbench/topic_answers.h"

#include "core/internal_topics/commit_activity.h"
#include "core/internal_topics/group_topic_state.h"
#include "core/internal_topics/hanging_transactions.h"
#include "core/internal_topics/record_sizes.h"
#include "core/internal_topics/transaction_state_replay.h"
#include "core/workbench/batch_bytes.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>

namespace brokerscope {
namespace {

constexpr std::string_view kTransactionsWord = "transactions";
constexpr std::string_view kOffsetsWord = "offsets";

std::int64_t counted(std::uint64_t count) {
    return static_cast<std::int64_t>(count);
}

std::string quotedValue(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        out += c == '"' || c == '\\' ? "\\" : "";
        out += c;
    }
    return out + '"';
}

std::string groupFilter(std::string_view group) {
    return "group:" + quotedValue(group);
}

std::string partitionsText(const TransactionFact& transaction) {
    std::string text;
    for (const TransactionPartitions& topic : transaction.partitions) {
        for (const std::int32_t partition : topic.partitions) {
            text += fmt::format("{}{}-{}", text.empty() ? "" : ", ", topic.topic, partition);
        }
    }
    return text;
}

// What is known of a group by the record that says most of it.
std::int64_t recordOf(const GroupState& group) {
    std::int64_t latest = -1;
    for (const auto& [key, commit] : group.offsets) {
        latest = std::max(latest, commit.record);
    }
    if (group.classic != nullptr) {
        return group.classic->record.offset;
    }
    return group.epoch != nullptr ? group.epoch->record.offset : latest;
}

// The states of the partitions, whichever topic it is, and what is counted on the way.
class AnswerMaker {
public:
    AnswerMaker(const TopicRowContext& context, const AnswerOptions& options)
        : m_reader(*context.registry)
        , m_topic(m_reader.topic(context.decodedAs))
        , m_limits(context.limits)
        , m_options(options)
        , m_records(context.limits) {}

    bool isOfTopic() const { return m_topic != nullptr; }
    void take(const TopicBatch& batch);
    TopicAnswers make();

private:
    struct Partition {
        std::unique_ptr<GroupTopicState> groups;
        std::unique_ptr<TransactionStateReplay> transactions;
        std::unique_ptr<RecordSizes> sizes;
    };

    Partition& partitionOf(std::int32_t number);
    TopicAnswer offsetsAlone() const;
    TopicAnswer missingTopics() const;
    TopicAnswer backwardCommits() const;
    TopicAnswer busiestGroups() const;
    TopicAnswer largestGroups() const;
    TopicAnswer openTransactions() const;
    TopicAnswer recordTypes() const;

    TopicRecordReader m_reader;
    const InternalTopicFacts* m_topic;
    Limits m_limits;
    const AnswerOptions& m_options;
    BatchBytes m_bytes;
    RecordReader m_records;
    std::map<std::int32_t, Partition> m_partitions;
    CommitActivity m_activity;
    std::uint64_t m_count = 0;
    std::uint64_t m_unread = 0;
    std::int64_t m_latestMs = -1;
};

AnswerMaker::Partition& AnswerMaker::partitionOf(std::int32_t number) {
    const auto [found, isNew] = m_partitions.try_emplace(number);
    if (isNew) {
        Partition& partition = found->second;
        if (m_topic->word == kOffsetsWord) {
            partition.groups = std::make_unique<GroupTopicState>(
                m_reader, number, [this](const GroupOperation& operation) { m_activity.take(operation); }, m_limits);
        } else if (m_topic->word == kTransactionsWord) {
            partition.transactions = std::make_unique<TransactionStateReplay>(m_reader, number, m_limits);
        }
        partition.sizes = std::make_unique<RecordSizes>(m_reader, *m_topic, isCompacted(*m_topic));
    }
    return found->second;
}

void AnswerMaker::take(const TopicBatch& batch) {
    const auto bytes = m_bytes.open(batch);
    BatchEntry entry;
    if (!bytes || !BatchIterator(*bytes).next(entry) || !m_records.open(entry)) {
        ++m_unread;
        return;
    }
    Partition& partition = partitionOf(batch.partition);
    const TakeRecord count = [&](const RecordView& view, const BatchContext& context) {
        partition.sizes->add(view, context);
        m_latestMs = std::max(m_latestMs, view.timestamp);
        ++m_count;
    };
    if (partition.groups != nullptr) {
        partition.groups->entry(m_records, batch.size, count);
    } else if (partition.transactions != nullptr) {
        partition.transactions->entry(m_records, batch.size, count);
    } else {
        const BatchContext context = BatchContext::of(m_records.header());
        while (m_records.next()) {
            count(m_records.record(), context);
        }
    }
}

TopicAnswer limited(TopicQuestion question, std::vector<AnswerRow> rows) {
    TopicAnswer answer;
    answer.question = question;
    answer.left = rows.size() > TopicAnswer::kMost ? rows.size() - TopicAnswer::kMost : 0;
    rows.resize(rows.size() - answer.left);
    answer.rows = std::move(rows);
    return answer;
}

TopicAnswer AnswerMaker::offsetsAlone() const {
    std::vector<AnswerRow> rows;
    for (const auto& [number, partition] : m_partitions) {
        for (const GroupState* group : groupsOfOffsetsAlone(partition.groups->replay())) {
            const auto last = std::ranges::max_element(
                group->offsets, {}, [](const auto& offset) { return offset.second.commitTimestampMs; });
            rows.push_back({{group->id, counted(group->offsets.size()), last->second.commitTimestampMs},
                            {number, last->second.record, -1},
                            groupFilter(group->id)});
        }
    }
    std::ranges::sort(rows, {}, [](const AnswerRow& row) { return std::get<std::string>(row.cells[0]); });
    return limited(TopicQuestion::OffsetsAlone, std::move(rows));
}

TopicAnswer AnswerMaker::missingTopics() const {
    std::vector<AnswerRow> rows;
    for (const auto& [number, partition] : m_partitions) {
        if (!m_options.isTopicThere) {
            break;
        }
        for (const FoundCommit& found : offsetsOfMissingTopics(partition.groups->replay(), m_options.isTopicThere)) {
            rows.push_back({{found.group->id, std::string(found.topic), std::int64_t{found.partition},
                             found.commit->offset, found.commit->commitTimestampMs},
                            {number, found.commit->record, -1},
                            groupFilter(found.group->id)});
        }
    }
    TopicAnswer answer = limited(TopicQuestion::MissingTopics, std::move(rows));
    answer.isKnown = static_cast<bool>(m_options.isTopicThere);
    return answer;
}

TopicAnswer AnswerMaker::backwardCommits() const {
    std::vector<AnswerRow> rows;
    for (const BackwardCommit& commit : m_activity.backward()) {
        rows.push_back({{commit.group, commit.topic, std::int64_t{commit.partition}, commit.offsetBefore,
                         commit.offsetAfter, commit.timestampMs},
                        commit.after,
                        groupFilter(commit.group)});
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const AnswerRow& row) { return std::get<std::int64_t>(row.cells.back()); });
    TopicAnswer answer = limited(TopicQuestion::BackwardCommits, std::move(rows));
    answer.left = m_activity.backwardCount() - answer.rows.size();
    return answer;
}

TopicAnswer AnswerMaker::busiestGroups() const {
    std::vector<AnswerRow> rows;
    for (const CommitRate& rate : m_activity.rates()) {
        rows.push_back({{rate.group, counted(rate.commits), rate.perSecond(), counted(rate.mostInASecond), rate.firstMs,
                         rate.lastMs},
                        {},
                        groupFilter(rate.group)});
    }
    return limited(TopicQuestion::BusiestGroups, std::move(rows));
}

TopicAnswer AnswerMaker::largestGroups() const {
    std::vector<AnswerRow> rows;
    for (const auto& [number, partition] : m_partitions) {
        for (const GroupSize& size : groupSizes(partition.groups->replay())) {
            rows.push_back({{size.group->id, counted(size.members), counted(size.partitions), counted(size.bytes)},
                            {number, recordOf(*size.group), -1},
                            groupFilter(size.group->id)});
        }
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const AnswerRow& row) { return std::get<std::int64_t>(row.cells.back()); });
    return limited(TopicQuestion::LargestGroups, std::move(rows));
}

TopicAnswer AnswerMaker::openTransactions() const {
    std::vector<OpenTransaction> all;
    for (const auto& [number, partition] : m_partitions) {
        const std::int64_t now = m_options.nowMs >= 0 ? m_options.nowMs : m_latestMs;
        std::ranges::move(brokerscope::openTransactions(*partition.transactions, now), std::back_inserter(all));
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &OpenTransaction::openMs);
    std::vector<AnswerRow> rows;
    for (const OpenTransaction& open : all) {
        rows.push_back({{open.transactionalId, transactionStatusName(open.fact->status), open.fact->producerId,
                         open.openMs, std::int64_t{open.fact->timeoutMs}, partitionsText(*open.fact)},
                        open.fact->record,
                        "key.transactionalId:" + quotedValue(open.transactionalId),
                        open.isHanging});
    }
    return limited(TopicQuestion::OpenTransactions, std::move(rows));
}

TopicAnswer AnswerMaker::recordTypes() const {
    TypeAmounts sums;
    for (const auto& [number, partition] : m_partitions) {
        sums.add(*partition.sizes);
    }
    std::vector<AnswerRow> rows;
    for (const auto& [type, sum] : sums.types) {
        rows.push_back({{sum.name.empty() ? std::to_string(type) : sum.name, counted(sum.all.records),
                         counted(sum.all.bytes), counted(sum.kept.records), counted(sum.kept.bytes),
                         counted(sum.tombstones.records), counted(sum.tombstones.bytes)},
                        {},
                        type >= 0 ? fmt::format("type:{}", type) : std::string()});
    }
    if (sums.control.records > 0) {
        const std::int64_t none = 0;
        rows.push_back({{std::string("control"), counted(sums.control.records), counted(sums.control.bytes), none, none,
                         none, none},
                        {},
                        "control:true"});
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [](const AnswerRow& row) { return std::get<std::int64_t>(row.cells[2]); });
    return limited(TopicQuestion::RecordTypes, std::move(rows));
}

TopicAnswers AnswerMaker::make() {
    TopicAnswers all;
    all.records = m_count;
    all.unread = m_unread;
    if (m_topic->word == kOffsetsWord) {
        all.answers = {backwardCommits(), missingTopics(), offsetsAlone(), busiestGroups(), largestGroups()};
    } else if (m_topic->word == kTransactionsWord) {
        all.answers = {openTransactions()};
    }
    all.answers.push_back(recordTypes());
    return all;
}

}  // namespace

TopicAnswers answersOf(const std::vector<SharedTopicPiece>& pieces, const TopicRowContext& context,
                       const AnswerOptions& options, const CancelToken& cancel) {
    AnswerMaker maker(context, options);
    if (!maker.isOfTopic()) {
        return {};
    }
    for (const SharedTopicPiece& piece : pieces) {
        for (const TopicBatch& batch : piece->batches) {
            if (cancel.isCancelled()) {
                return {};
            }
            maker.take(batch);
        }
    }
    return maker.make();
}

}  // namespace brokerscope
