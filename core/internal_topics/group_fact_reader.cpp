#include "core/internal_topics/group_fact_reader.h"

#include "core/internal_topics/fact_draft.h"
#include "core/internal_topics/fact_slot.h"

#include <map>
#include <utility>

namespace brokerscope {

// The bound tables of the versions met so far.
struct GroupFactReader::Tables {
    const TopicRecordReader& reader;
    const InternalTopicFacts* topic;
    Limits limits;
    std::map<std::pair<std::int16_t, std::int32_t>, RecordFields<FactDraft>> fields;  // by type and layout's version

    // Null: nobody knows the version.
    const RecordFields<FactDraft>* find(std::int16_t type, std::int16_t version) {
        auto layout = topic == nullptr ? nullptr : reader.valueLayout(*topic, type, version);
        if (layout == nullptr) {
            return nullptr;
        }
        const std::pair key(type, std::int32_t{layout->version});
        auto found = fields.find(key);
        if (found == fields.end()) {
            found = fields.emplace(key, RecordFields<FactDraft>(std::move(layout), factRows())).first;
        }
        return &found->second;
    }
};

GroupFactReader::GroupFactReader(const TopicRecordReader& reader, const Limits& limits)
    : m_tables(new Tables{reader, reader.topicByWord("offsets"), limits, {}}) {}

GroupFactReader::~GroupFactReader() = default;

GroupFact GroupFactReader::read(const GroupRecord& record, const ClassicGroupFact* before, bool& isDoubtful) {
    const FactSlot slot = factSlotOf(record.key.type);
    if (record.isTombstone || slot == FactSlot::None) {
        return {};
    }
    if (slot == FactSlot::Raw) {
        return std::make_shared<const RawFact>(RawFact{record.place, record.key.type, record.version,
                                                       ByteBuffer(record.value.begin(), record.value.end())});
    }
    FactDraft draft;
    const RecordFields<FactDraft>* fields = m_tables->find(record.key.type, record.version);
    const bool mayGoOn = fields != nullptr && fields->layout().version != record.version;
    if (fields == nullptr || !fields->read(record.value, 0, mayGoOn, draft, m_tables->limits)) {
        isDoubtful = true;
    }
    return draft.take(slot, record.place, before);
}

}  // namespace brokerscope
