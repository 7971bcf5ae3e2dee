#include "core/workbench/replay_identities.h"

#include "core/codec/byte_writer.h"
#include "core/records/batch_header.h"
#include "core/records/batch_iterator.h"
#include "core/records/crc.h"
#include "core/schema/field_meaning.h"
#include "core/value/leaf_value.h"
#include "core/value/node_pairing.h"

#include <algorithm>
#include <fmt/format.h>

namespace brokerscope {
namespace {

constexpr std::string_view kTopicId = "topicId";
constexpr std::string_view kProducerId = "producerId";
constexpr std::string_view kProducerEpoch = "producerEpoch";
// In a batch (BatchHeader).
constexpr std::size_t kProducerIdAt = 43;
constexpr std::size_t kProducerEpochAt = 51;

std::string_view entityOfField(const FieldSpec& field) {
    return field.meaning != nullptr ? std::string_view(field.meaning->entity) : std::string_view();
}

// The value as a key is made of it: numbers, texts and ids as they are read.
std::optional<std::string> leafText(const NodeRef& node) {
    const auto leaf = node.isValid() ? leafOf(node) : std::nullopt;
    if (!leaf || leaf->isNull) {
        return std::nullopt;
    }
    switch (leaf->kind) {
        case NodeKind::Scalar:
            return std::to_string(leaf->integer);
        case NodeKind::Uuid:
            return Uuid::fromBytes(leaf->content).toString();
        case NodeKind::String:
            return std::string(asText(leaf->content));
        default:
            return std::nullopt;
    }
}

std::optional<std::string> draftText(const DraftValue& value) {
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* text = std::get_if<DraftText>(&value)) {
        return text->bytes;
    }
    if (const auto* id = std::get_if<Uuid>(&value)) {
        return id->toString();
    }
    return std::nullopt;
}

// The value of the field of a structure that names such an entity. Of several the one that is called so: beside
// memberId a JoinGroup answer has the leader, which is a member too.
std::optional<std::string> entityText(const NodeRef& structure, std::string_view entity) {
    std::optional<std::string> other;
    for (std::size_t i = 0; i < structure.childCount(); ++i) {
        const NodeRef child = structure.child(i);
        if (child.field() == nullptr || child.field()->isArray || entityOfField(*child.field()->spec) != entity) {
            continue;
        }
        auto text = leafText(child);
        if (text && child.field()->spec->jsonName == entity) {
            return text;
        }
        other = other ? other : std::move(text);
    }
    return other;
}

std::optional<std::string> entityText(const DraftStruct& structure, std::string_view entity) {
    std::optional<std::string> other;
    for (const FieldSpec& field : structure.spec->fields) {
        if (field.isArray || entityOfField(field) != entity || field.index >= structure.fields.size()) {
            continue;
        }
        auto text = draftText(structure.fields[field.index]);
        if (text && field.jsonName == entity) {
            return text;
        }
        other = other ? other : std::move(text);
    }
    return other;
}

// What the scope of a value is called: told beside it, else around it, else in the request.
std::string scopeText(const NodeRef& leaf, const NodeRef& request, std::string_view entity) {
    for (NodeRef at = leaf.parent(); !entity.empty() && at.isValid(); at = at.parent()) {
        if (at.kind() == NodeKind::Struct) {
            if (auto text = entityText(at, entity)) {
                return *text;
            }
        }
    }
    return !entity.empty() && request.isValid() ? entityText(request, entity).value_or(std::string()) : std::string();
}

}  // namespace

std::optional<ReplayIdentities::Key> ReplayIdentities::keyOf(const NodeRef& leaf, const NodeRef& request) const {
    const AssignedEntity* row =
        leaf.isValid() && leaf.field() != nullptr ? m_facts.assigned(*leaf.field()->spec) : nullptr;
    auto text = row != nullptr ? leafText(leaf) : std::nullopt;
    if (!text || row->isNone(*text)) {
        return std::nullopt;
    }
    return Key{row, scopeText(leaf, request, row->within), std::move(*text)};
}

void ReplayIdentities::learn(const NodeRef& recorded, const NodeRef& request, const NodeRef& now) {
    if (!recorded.isValid() || !now.isValid()) {
        return;
    }
    const auto take = [&](const NodePair& pair) {
        auto key = keyOf(pair.before, request);
        const auto text = key ? leafText(pair.after) : std::nullopt;
        if (!text || std::get<0>(*key)->isNone(*text)) {
            return true;
        }
        const auto leaf = leafOf(pair.after);
        const Value value = leaf->kind == NodeKind::Scalar ? Value(leaf->integer)
                            : leaf->kind == NodeKind::Uuid ? Value(Uuid::fromBytes(leaf->content))
                                                           : Value(*text);
        m_values.insert_or_assign(std::move(*key), value);
        return true;
    };
    pairNodes(recorded, now,
              {[&](const NodeRef& key, bool isAfter) {
                   return isAfter ? leafText(key).value_or(std::string()) : nowText(key, request);
               },
               take});
}

std::optional<ReplayIdentities::Value> ReplayIdentities::find(const Key& key) {
    const auto found = m_values.find(key);
    if (found != m_values.end()) {
        return found->second;
    }
    const auto& entities = std::get<0>(key)->entities;
    const bool isTopic = std::find(entities.begin(), entities.end(), kTopicId) != entities.end();
    const auto recorded = m_findTopic && isTopic ? Uuid::fromString(std::get<2>(key)) : std::nullopt;
    const auto topic = recorded ? m_findTopic(*recorded) : std::nullopt;
    if (!topic) {
        return std::nullopt;
    }
    return m_values.emplace(key, *topic).first->second;
}

bool ReplayIdentities::isCounterpart(const NodeRef& recorded, const NodeRef& request, const NodeRef& now) const {
    const auto text = leafText(now);
    return text && keyOf(recorded, request) && nowText(recorded, request) == *text;
}

std::string ReplayIdentities::nowText(const NodeRef& recorded, const NodeRef& request) const {
    const auto key = keyOf(recorded, request);
    const auto found = key ? m_values.find(*key) : m_values.end();
    if (found == m_values.end()) {
        return leafText(recorded).value_or(std::string());
    }
    const Value& value = found->second;
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    const auto* id = std::get_if<Uuid>(&value);
    return id != nullptr ? id->toString() : std::get<std::string>(value);
}

std::vector<ReplacedValue> ReplayIdentities::apply(ValueDraft& body) {
    std::vector<ReplacedValue> replaced;
    Around around;
    applyTo(body.root, around, {}, replaced);
    return replaced;
}

void ReplayIdentities::applyTo(DraftStruct& structure, Around& around, const std::string& path,
                               std::vector<ReplacedValue>& replaced) {
    // Scopes are looked up by recorded values: numbers that count within an id come before the id is replaced.
    around.push_back(&structure);
    std::vector<const FieldSpec*> fields;
    for (const FieldSpec& field : structure.spec->fields) {
        fields.push_back(&field);
    }
    std::stable_partition(fields.begin(), fields.end(), [this](const FieldSpec* field) {
        const AssignedEntity* row = m_facts.assigned(*field);
        return row == nullptr || !row->within.empty();
    });
    for (const FieldSpec* field : fields) {
        if (field->index < structure.fields.size()) {
            applyTo(structure.fields[field->index], *field, around,
                    path.empty() ? field->jsonName : path + '.' + field->jsonName, replaced);
        }
    }
    around.pop_back();
}

void ReplayIdentities::applyTo(DraftValue& value, const FieldSpec& field, Around& around, const std::string& path,
                               std::vector<ReplacedValue>& replaced) {
    if (auto* array = std::get_if<std::unique_ptr<DraftArray>>(&value); array != nullptr && *array != nullptr) {
        for (std::size_t i = 0; i < (*array)->elements.size(); ++i) {
            applyTo((*array)->elements[i], field, around, fmt::format("{}[{}]", path, i), replaced);
        }
        return;
    }
    if (auto* structure = std::get_if<std::unique_ptr<DraftStruct>>(&value);
        structure != nullptr && *structure != nullptr) {
        applyTo(**structure, around, path, replaced);
        return;
    }
    if (auto* records = std::get_if<ByteBuffer>(&value); records != nullptr && field.type == FieldType::Records) {
        applyToRecords(*records, path, replaced);
        return;
    }
    const AssignedEntity* row = m_facts.assigned(field);
    const auto text = row != nullptr ? draftText(value) : std::nullopt;
    if (!text) {
        return;
    }
    std::string scope;
    for (auto at = around.rbegin(); at != around.rend() && scope.empty() && !row->within.empty(); ++at) {
        scope = entityText(**at, row->within).value_or(std::string());
    }
    replace(value, {row, std::move(scope), *text}, entityOfField(field), path, replaced);
}

bool ReplayIdentities::replace(DraftValue& value, const Key& key, std::string_view entity, const std::string& path,
                               std::vector<ReplacedValue>& replaced) {
    const auto& [row, within, text] = key;
    if (row->isNone(text)) {
        return false;
    }
    const auto found = find(key);
    if (!found) {
        replaced.push_back({path, std::string(entity), text, {}});
        return false;
    }
    if (const auto* number = std::get_if<std::int64_t>(&*found)) {
        value = *number;
    } else if (const auto* id = std::get_if<Uuid>(&*found)) {
        value = *id;
    } else {
        value = DraftText{std::get<std::string>(*found)};
    }
    std::string now = draftText(value).value_or(std::string());
    if (now == text) {
        return false;
    }
    replaced.push_back({path, std::string(entity), text, std::move(now)});
    return true;
}

void ReplayIdentities::applyToRecords(ByteBuffer& records, const std::string& path,
                                      std::vector<ReplacedValue>& replaced) {
    const auto rowOf = [this](std::string_view entity) -> const AssignedEntity* {
        const auto& rows = m_facts.assigned();
        const auto found = std::find_if(rows.begin(), rows.end(), [entity](const AssignedEntity& row) {
            return std::find(row.entities.begin(), row.entities.end(), entity) != row.entities.end();
        });
        return found != rows.end() ? &*found : nullptr;
    };
    const AssignedEntity* idRow = rowOf(kProducerId);
    const AssignedEntity* epochRow = rowOf(kProducerEpoch);
    BatchIterator batches(records);
    for (BatchEntry entry; idRow != nullptr && epochRow != nullptr && batches.next(entry);) {
        if (entry.kind != EntryKind::Batch || entry.bytes.size() < BatchHeader::kSize) {
            continue;
        }
        const BatchHeader header = BatchHeader::read(entry.bytes);
        const std::string id = std::to_string(header.producerId);
        DraftValue newId = header.producerId;
        DraftValue newEpoch = std::int64_t{header.producerEpoch};
        const std::string at = fmt::format("{}@{}", path, entry.position);
        const bool hasEpoch = replace(newEpoch, {epochRow, id, std::to_string(header.producerEpoch)}, kProducerEpoch,
                                      at + ".producerEpoch", replaced);
        const bool hasId = replace(newId, {idRow, {}, id}, kProducerId, at + ".producerId", replaced);
        if (!hasEpoch && !hasId) {
            continue;
        }
        std::uint8_t* batch = records.data() + entry.position;
        ByteWriter::storeFixed(batch + kProducerIdAt, static_cast<std::uint64_t>(std::get<std::int64_t>(newId)), 8);
        ByteWriter::storeFixed(batch + kProducerEpochAt, static_cast<std::uint64_t>(std::get<std::int64_t>(newEpoch)),
                               2);
        const std::uint32_t crc =
            crc32c(ByteView(records).subspan(entry.position, entry.bytes.size()).subspan(BatchHeader::kAttributesAt));
        ByteWriter::storeFixed(batch + BatchHeader::kCrcAt, crc, 4);
    }
}

}  // namespace brokerscope
