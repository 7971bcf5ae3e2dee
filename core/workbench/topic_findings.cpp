#include "core/workbench/topic_findings.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/group_topic_state.h"
#include "core/internal_topics/hanging_transactions.h"
#include "core/text/assignment_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace brokerscope {
namespace {

// An answer under construction: its facts in the order in which they are added.
class AnswerDraft {
public:
    explicit AnswerDraft(std::string kind) { m_answer.kind = std::move(kind); }

    AnswerDraft& group(std::string_view name) {
        m_answer.group = name;
        return text("group", name);
    }
    AnswerDraft& text(std::string name, std::string_view value) {
        return add(std::move(name), [value](FactJson& json) { json.text(value); });
    }
    AnswerDraft& number(std::string name, std::int64_t value) {
        return add(std::move(name), [value](FactJson& json) { json.number(value); });
    }
    AnswerDraft& count(std::string name, std::uint64_t value) {
        return number(std::move(name), static_cast<std::int64_t>(value));
    }
    AnswerDraft& place(std::string name, const RecordPlace& value) { return text(std::move(name), placeText(value)); }
    template <class Write>
    AnswerDraft& add(std::string name, Write write) {
        FactJson json;
        write(json);
        m_answer.facts.emplace_back(std::move(name), json.take());
        return *this;
    }
    TopicFinding say(std::string sentence) {
        m_answer.text = std::move(sentence);
        return std::move(m_answer);
    }

private:
    TopicFinding m_answer;
};

// "1 record", "2 records".
std::string numbered(std::uint64_t number, std::string_view noun) {
    return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

const GroupStateReplay* replayOf(const TopicState& state) {
    const auto* groups = dynamic_cast<const GroupTopicState*>(&state);
    return groups == nullptr ? nullptr : &groups->replay();
}

// How many there are beyond those that are told.
void addRest(std::string_view kind, std::size_t found, std::vector<TopicFinding>& all) {
    if (found > TopicFindings::kMost) {
        all.push_back(AnswerDraft("more")
                          .text("of", kind)
                          .count("number", found - TopicFindings::kMost)
                          .say(fmt::format("and {} more of {}", found - TopicFindings::kMost, kind)));
    }
}

template <class Found, class Tell>
void addFirst(std::string_view kind, const std::vector<Found>& found, std::vector<TopicFinding>& all, Tell tell) {
    for (std::size_t i = 0; i < std::min(found.size(), TopicFindings::kMost); ++i) {
        all.push_back(tell(found[i]));
    }
    addRest(kind, found.size(), all);
}

std::int64_t lastCommitMs(const GroupState& group) {
    std::int64_t last = -1;
    for (const auto& [key, commit] : group.offsets) {
        last = std::max(last, commit.commitTimestampMs);
    }
    return last;
}

TopicFinding sizeAnswer(const GroupSize& size) {
    return AnswerDraft("largestGroup")
        .group(size.group->id)
        .text("type", groupTypeName(size.group->type))
        .text("state", stateWord(*size.group))
        .count("members", size.members)
        .count("partitions", size.partitions)
        .count("bytes", size.bytes)
        .say(fmt::format("group {}: {}, {} with an offset, about {} of state", escapedName(size.group->id),
                         numbered(size.members, "member"), numbered(size.partitions, "partition"),
                         numbered(size.bytes, "byte")));
}

TopicFinding aloneAnswer(const GroupState* group) {
    return AnswerDraft("groupOfOffsetsAlone")
        .group(group->id)
        .count("partitions", group->offsets.size())
        .number("lastCommitMs", lastCommitMs(*group))
        .say(fmt::format("group {} is offsets alone, of {}: no record of its own, so no members",
                         escapedName(group->id), numbered(group->offsets.size(), "partition")));
}

struct MissingTopic {
    FoundCommit found;
    std::int32_t logPartition = -1;
};

TopicFinding missingAnswer(const MissingTopic& missing) {
    const FoundCommit& found = missing.found;
    const RecordPlace from{missing.logPartition, found.commit->record, -1};
    return AnswerDraft("offsetOfMissingTopic")
        .group(found.group->id)
        .text("topic", found.topic)
        .number("topicPartition", found.partition)
        .number("offset", found.commit->offset)
        .place("from", from)
        .say(fmt::format("group {} has offset {} of {}-{}, a topic that is not there (any more) ({})",
                         escapedName(found.group->id), found.commit->offset, escapedName(found.topic), found.partition,
                         placeText(from)));
}

TopicFinding backwardAnswer(const BackwardCommit& commit) {
    return AnswerDraft("backwardCommit")
        .group(commit.group)
        .text("topic", commit.topic)
        .number("topicPartition", commit.partition)
        .number("before", commit.offsetBefore)
        .number("after", commit.offsetAfter)
        .place("from", commit.before)
        .place("to", commit.after)
        .number("timestamp", commit.timestampMs)
        .say(fmt::format("group {} went back on {}-{} from {} ({}) to {} ({})", escapedName(commit.group),
                         escapedName(commit.topic), commit.partition, commit.offsetBefore, placeText(commit.before),
                         commit.offsetAfter, placeText(commit.after)));
}

TopicFinding rateAnswer(const CommitRate& rate) {
    return AnswerDraft("hottestCommitter")
        .group(rate.group)
        .count("commits", rate.commits)
        .add("perSecond", [&](FactJson& json) { json.real(std::round(rate.perSecond() * 100) / 100); })
        .count("mostInASecond", rate.mostInASecond)
        .number("firstMs", rate.firstMs)
        .number("lastMs", rate.lastMs)
        .say(fmt::format("group {} commits {:.2f} records a second: {}, {} in the busiest second",
                         escapedName(rate.group), rate.perSecond(), numbered(rate.commits, "record"),
                         rate.mostInASecond));
}

struct Pending {
    std::string group;
    std::string topic;
    std::int32_t partition = -1;
    std::int64_t producerId = -1;
    std::int64_t offset = -1;
    RecordPlace from;
};

TopicFinding pendingAnswer(const Pending& pending) {
    return AnswerDraft("pendingOffset")
        .group(pending.group)
        .text("topic", pending.topic)
        .number("topicPartition", pending.partition)
        .number("producerId", pending.producerId)
        .number("offset", pending.offset)
        .place("from", pending.from)
        .say(fmt::format("group {}: offset {} of {}-{} waits for the transaction of producer {} ({})",
                         escapedName(pending.group), pending.offset, escapedName(pending.topic), pending.partition,
                         pending.producerId, placeText(pending.from)));
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

TopicFinding openAnswer(const OpenTransaction& open) {
    const TransactionFact& fact = *open.fact;
    const std::vector<std::string> partitions = partitionsOf(fact);
    return AnswerDraft("openTransaction")
        .text("transactionalId", open.transactionalId)
        .text("state", transactionStatusName(fact.status))
        .number("producerId", fact.producerId)
        .number("producerEpoch", fact.producerEpoch)
        .number("openMs", open.openMs)
        .number("timeoutMs", fact.timeoutMs)
        .add("hanging", [&](FactJson& json) { json.flag(open.isHanging); })
        .add("partitions",
             [&](FactJson& json) {
                 json.array(partitions, [&](const std::string& each) { json.text(std::string_view(each)); });
             })
        .place("from", fact.record)
        .say(fmt::format("transaction {} of producer {} epoch {} ({}) holds back {}, open for {} ms of at most {}{} "
                         "({})",
                         escapedName(open.transactionalId), fact.producerId, fact.producerEpoch,
                         transactionStatusName(fact.status), fmt::join(partitions, " "), open.openMs, fact.timeoutMs,
                         open.isHanging ? ": it hangs" : "", placeText(fact.record)));
}

TopicFinding typeAnswer(std::int32_t type, const TypeAmount& amount, bool countsKept) {
    const std::string name = !amount.name.empty() ? amount.name
                             : type < 0           ? std::string("no record type")
                                                  : fmt::format("unknown {}", type);
    AnswerDraft draft("recordType");
    draft.text("type", name)
        .number("typeId", type)
        .count("records", amount.all.records)
        .count("bytes", amount.all.bytes);
    std::string text =
        fmt::format("{}: {}, {}", name, numbered(amount.all.records, "record"), numbered(amount.all.bytes, "byte"));
    if (countsKept) {
        draft.count("keptRecords", amount.kept.records)
            .count("keptBytes", amount.kept.bytes)
            .count("tombstones", amount.tombstones.records)
            .count("tombstoneBytes", amount.tombstones.bytes);
        text += fmt::format("; a compaction of everything keeps {} ({}) and {}", numbered(amount.kept.records, "value"),
                            numbered(amount.kept.bytes, "byte"), numbered(amount.tombstones.records, "tombstone"));
    }
    return draft.say(std::move(text));
}

}  // namespace

TopicFindings::TopicFindings(const TopicRecordReader& reader, const InternalTopicFacts& topic, const Limits& limits)
    : m_reader(reader), m_topic(topic), m_limits(limits) {}

std::unique_ptr<TopicState> TopicFindings::makeState(std::int32_t partition) {
    if (m_topic.word != "offsets") {
        return makeTopicState(m_reader, m_topic, partition, m_limits);
    }
    return std::make_unique<GroupTopicState>(
        m_reader, partition, [this](const GroupOperation& operation) { m_activity.take(operation); }, m_limits);
}

void TopicFindings::take(const TopicState& state, const RecordView& view, const BatchContext& batch) {
    m_sizes.try_emplace(state.partition(), m_reader, m_topic, isCompacted(m_topic)).first->second.add(view, batch);
}

std::vector<TopicFinding> TopicFindings::answers(const States& states, const IsTopicThere& isTopicThere,
                                                 std::int64_t nowMs) const {
    std::vector<TopicFinding> all;
    addTransactions(states, nowMs, all);
    addGroups(states, isTopicThere, all);
    addCommits(all);
    addTypes(all);
    return all;
}

void TopicFindings::addGroups(const States& states, const IsTopicThere& isTopicThere,
                              std::vector<TopicFinding>& all) const {
    std::vector<GroupSize> sizes;
    std::vector<const GroupState*> alone;
    std::vector<MissingTopic> missing;
    std::vector<Pending> pending;
    for (const auto& [partition, state] : states) {
        const GroupStateReplay* replay = replayOf(*state);
        if (replay == nullptr) {
            continue;
        }
        std::ranges::copy(groupSizes(*replay), std::back_inserter(sizes));
        std::ranges::copy(groupsOfOffsetsAlone(*replay), std::back_inserter(alone));
        if (isTopicThere) {
            for (const FoundCommit& found : offsetsOfMissingTopics(*replay, isTopicThere)) {
                missing.push_back({found, partition});
            }
        }
        for (const GroupState* group : replay->groups()) {
            for (const PendingOffsets::OfGroup& one : replay->pending().of(group->id)) {
                pending.push_back({group->id,
                                   std::string(replay->topicName(one.key.topic)),
                                   one.key.partition,
                                   one.producerId,
                                   one.commit->offset,
                                   {partition, one.commit->record, -1}});
            }
        }
    }
    std::ranges::stable_sort(sizes, std::ranges::greater(), &GroupSize::bytes);
    std::ranges::stable_sort(pending, {}, [](const Pending& one) { return one.from; });
    addFirst("pendingOffset", pending, all, pendingAnswer);
    addFirst("largestGroup", sizes, all, sizeAnswer);
    addFirst("groupOfOffsetsAlone", alone, all, aloneAnswer);
    addFirst("offsetOfMissingTopic", missing, all, missingAnswer);
}

void TopicFindings::addCommits(std::vector<TopicFinding>& all) const {
    // The latest first.
    const std::vector<BackwardCommit> backward(m_activity.backward().rbegin(), m_activity.backward().rend());
    const std::size_t told = std::min(backward.size(), kMost);
    for (std::size_t i = 0; i < told; ++i) {
        all.push_back(backwardAnswer(backward[i]));
    }
    addRest("backwardCommit", m_activity.backwardCount(), all);
    addFirst("hottestCommitter", m_activity.rates(), all, rateAnswer);
}

void TopicFindings::addTransactions(const States& states, std::int64_t nowMs, std::vector<TopicFinding>& all) const {
    std::vector<OpenTransaction> open;
    for (const auto& [partition, state] : states) {
        if (const auto* replay = dynamic_cast<const TransactionStateReplay*>(state.get())) {
            std::ranges::copy(openTransactions(*replay, nowMs), std::back_inserter(open));
        }
    }
    std::ranges::stable_sort(open, std::ranges::greater(), &OpenTransaction::openMs);
    addFirst("openTransaction", open, all, openAnswer);
}

void TopicFindings::addTypes(std::vector<TopicFinding>& all) const {
    TypeAmounts sums;
    for (const auto& [partition, sizes] : m_sizes) {
        sums.add(sizes);
    }
    for (const auto& [type, amount] : sums.types) {
        all.push_back(typeAnswer(type, amount, isCompacted(m_topic)));
    }
    if (sums.control.records > 0) {
        all.push_back(AnswerDraft("controlRecords")
                          .count("records", sums.control.records)
                          .count("bytes", sums.control.bytes)
                          .say(fmt::format("control records: {}, {}", numbered(sums.control.records, "record"),
                                           numbered(sums.control.bytes, "byte"))));
    }
}

}  // namespace brokerscope
