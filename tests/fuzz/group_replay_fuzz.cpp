// Any records as __consumer_offsets: replay never fails, operations chain without a gap, and what is put together for a
// taker does not change the state.
#include "core/internal_topics/fact_slot.h"
#include "core/internal_topics/group_state_replay.h"
#include "tests/fuzz/record_items.h"

#include <cstdlib>
#include <map>
#include <string>

using namespace brokerscope;

namespace {

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// What every operation must keep; knows the fact that each key had after the last.
class Chain {
public:
    void take(const GroupOperation& operation) {
        check(operation.group != nullptr && !operation.changes.empty());
        check(!operationName(operation.kind).empty());
        // A group of offsets alone has no type, and so no state.
        check(operation.group->isGone || operation.group->type == GroupType::Unknown ||
              !stateWord(*operation.group).empty());
        for (const GroupStateChange& change : operation.changes) {
            check(change.key.group == operation.group->id);
            const std::string key = std::to_string(change.key.type) + ' ' + std::string(change.key.group) + '\0' +
                                    std::string(change.key.member);
            GroupFact& known = m_facts[key];
            // A group that changed its type has lost its facts without a record; they never come back.
            check(change.before == known || std::holds_alternative<std::monostate>(change.before));
            known = change.after;
        }
    }

private:
    std::map<std::string, GroupFact> m_facts;
};

std::string digest(const GroupStateReplay& replay) {
    std::string text;
    std::size_t pending = 0;
    for (const GroupState* group : replay.groups()) {
        text += group->id + ' ' + std::string(stateWord(*group)) + ' ' + std::to_string(group->offsets.size()) + ' ' +
                std::to_string(group->members.size()) + ' ' + std::to_string(group->doubtfulFacts) + '\n';
        pending += group->pendingOffsets;
        check(!group->isGone && (group->type != GroupType::Unknown || !hasFacts(*group)));
        for (const auto& [id, member] : group->members) {
            check(!member.isEmpty());
        }
    }
    check(pending == replay.pending().size());
    return text + std::to_string(replay.counts().records) + ' ' + std::to_string(replay.counts().tombstones);
}

std::string replayed(ByteView bytes, const TopicRecordReader& topics, const TakeGroupOperation& take) {
    GroupStateReplay replay(topics, 0, take);
    GroupRecordReader reader(topics);
    RecordView view;
    view.timestamp = 1;
    for (Item item; takeItem(bytes, item); ++view.offset) {
        view.timestamp += item.isLater() ? 1 : 0;
        view.key = item.key;
        view.value = item.value;
        GroupRecord record;
        const RecordOutcome outcome = reader.read(view, 0, record);
        record.producerId = item.producerId;
        record.isTransactional = item.producerId >= 0;
        if (item.isMarker()) {
            replay.marker(item.producerId, item.isCommit(), view.offset, view.timestamp);
        } else if (outcome == RecordOutcome::Read || outcome == RecordOutcome::Doubtful) {
            replay.apply(record);
        }
        if (item.endsBatch()) {
            replay.endBatch();
        }
    }
    replay.endBatch();
    check(replay.stateBytes() >= replay.groups().size() * sizeof(GroupState));
    std::string result = digest(replay);
    replay.clear();
    check(replay.groups().empty() && replay.pending().size() == 0);
    return result;
}

// The same bytes as stored batches, compressed ones included.
void replayEntries(ByteView bytes, const TopicRecordReader& topics) {
    Limits limits;
    limits.decompressed = 1'000'000;
    GroupStateReplay replay(
        topics, 0, [](const GroupOperation&) {}, limits);
    RecordReader reader(limits);
    BatchIterator iterator(bytes);
    std::size_t number = 0;
    for (BatchEntry entry; iterator.next(entry) && number < 50; ++number) {
        if (reader.open(entry)) {
            replay.entry(reader, entry.bytes.size());
        }
    }
    digest(replay);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const TopicRecordReader topics(SchemaRegistry::embedded());
    const ByteView bytes(data, size);
    Chain chain;
    const std::string watched =
        replayed(bytes, topics, [&](const GroupOperation& operation) { chain.take(operation); });
    check(watched == replayed(bytes, topics, {}));
    replayEntries(bytes, topics);
    return 0;
}
