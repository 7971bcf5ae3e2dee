#include "core/internal_topics/metadata_image_replay.h"

#include "core/internal_topics/metadata_changes.h"
#include "core/internal_topics/metadata_facts.h"
#include "core/internal_topics/record_drafts.h"
#include "core/records/control_record.h"
#include "core/schema/field_meaning.h"
#include "core/schema/overlays.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace brokerscope {
namespace {

const FieldMeaning* meaningOfField(const MessageLayout& layout, std::string_view name) {
    const auto found = std::ranges::find_if(layout.root->fields,
                                            [&](const FieldLayout& field) { return field.spec->jsonName == name; });
    return found == layout.root->fields.end() ? nullptr : Overlays::meaning(found->spec);
}

// By the overlays' rules, whose conditions look at the config's name.
bool isSecretConfig(const MessageLayout& layout, const std::string& name) {
    const FieldMeaning* meaning = meaningOfField(layout, "value");
    const auto read = [&](const std::string& path) {
        return path == "name" ? std::vector<OverlayValue>{name} : std::vector<OverlayValue>{};
    };
    return meaning != nullptr && meaning->isSecret(layout.version, read, "value");
}

}  // namespace

struct MetadataImageReplay::Reading {
    Reading(const TopicRecordReader& reader, const Limits& given, MetadataImage& image, MetadataChanges::Watch watch)
        : registry(reader.registry())
        , limits(given)
        , drafts(reader, *reader.topicByWord("metadata"), metadataRows(), given)
        , changes(image, std::move(watch)) {}

    // Null: no definition has the version.
    const RecordFields<QuorumDraft>* quorumFields(const ControlRecord& control) {
        const std::pair key(control.type, control.valueVersion);
        auto found = quorum.find(key);
        if (found == quorum.end()) {
            auto layout = registry.layout(control.definition, control.valueVersion);
            if (!layout) {
                return nullptr;
            }
            found = quorum.emplace(key, RecordFields<QuorumDraft>(std::move(*layout), quorumRows())).first;
        }
        return &found->second;
    }

    // False: state is not made of it.
    bool take(MetadataChanges::Change change) {
        using enum MetadataRecordType;
        if (change.type == BeginTransaction || change.type == AbortTransaction) {
            pending.clear();
            isInTransaction = change.type == BeginTransaction;
            return true;
        }
        if (change.type == EndTransaction) {
            isInTransaction = false;
            for (MetadataChanges::Change& waiting : std::exchange(pending, {})) {
                changes.apply(waiting);
            }
            return true;
        }
        if (isInTransaction && change.type != NoOp) {
            pending.push_back(std::move(change));
            return true;
        }
        return changes.apply(change);
    }

    const SchemaRegistry& registry;
    Limits limits;
    RecordDrafts<MetadataDraft> drafts;
    std::map<std::pair<std::int16_t, std::int16_t>, RecordFields<QuorumDraft>> quorum;
    MetadataChanges changes;
    bool isInTransaction = false;
    std::deque<MetadataChanges::Change> pending;
};

MetadataImageReplay::MetadataImageReplay(const TopicRecordReader& reader, std::int32_t partition, const Limits& limits)
    : CountedState(partition)
    , m_reading(std::make_unique<Reading>(
          reader, limits, m_image,
          MetadataChanges::Watch{[this](const StateObjectId& id, const RecordPlace& from) { noteRemoved(id, from); },
                                 [this](const StateObjectId& id) { noteThere(id); }})) {}

MetadataImageReplay::~MetadataImageReplay() = default;

void MetadataImageReplay::beginCheckpoint(std::int64_t endOffset) {
    clear();
    m_checkpoint = endOffset;
}

void MetadataImageReplay::endCheckpoint() {
    countsToChange().lastOffset = m_checkpoint - 1;
    m_checkpoint = -1;
}

RecordPlace MetadataImageReplay::placeOf(const RecordView& view) const {
    return {partition(), view.offset, m_checkpoint};
}

void MetadataImageReplay::data(const RecordView& view) {
    DraftedRecord<MetadataDraft> made = m_reading->drafts.read(view);
    if (!isUsable(made.outcome, made.record, view)) {
        return;
    }
    MetadataChanges::Change change;
    change.type = static_cast<MetadataRecordType>(*made.record.type);
    change.place = placeOf(view);
    change.isDoubtful = made.outcome == RecordOutcome::Doubtful;
    change.isSecret =
        change.type == MetadataRecordType::Config && isSecretConfig(*made.record.value.layout, made.draft.name);
    change.draft = std::move(made.draft);
    const bool isMarker =
        change.type == MetadataRecordType::EndTransaction || change.type == MetadataRecordType::AbortTransaction;
    countsToChange().markers += isMarker ? 1 : 0;
    if (!m_reading->take(std::move(change))) {
        setAside(made.record, view);
    }
}

void MetadataImageReplay::control(const RecordView& view) {
    constexpr std::int16_t kLeaderChange = 2;  // ControlRecordTypeSchema
    constexpr std::int16_t kKraftVersion = 5;
    constexpr std::int16_t kKraftVoters = 6;
    const auto control = readControlRecord(view);
    const bool isQuorum =
        control && (control->type == kLeaderChange || control->type == kKraftVersion || control->type == kKraftVoters);
    const RecordFields<QuorumDraft>* fields = isQuorum ? m_reading->quorumFields(*control) : nullptr;
    QuorumDraft draft;
    if (fields == nullptr || !fields->read(view.value.bytes, 0, false, draft, m_reading->limits)) {
        countsToChange().doubtful += isQuorum ? 1 : 0;
        return;
    }
    const RecordPlace place = placeOf(view);
    if (control->type == kKraftVoters) {
        m_image.voters = Placed<std::vector<VoterImage>>{std::move(draft.voters), place};
    } else if (control->type == kKraftVersion) {
        m_image.kraftVersion = Placed<std::int16_t>{draft.kraftVersion, place};
    } else {
        m_image.quorumLeader = Placed<std::int32_t>{draft.leaderId, place};
    }
}

std::uint64_t MetadataImageReplay::stateBytes() const {
    return bytesOf(m_image) + m_reading->pending.size() * sizeof(MetadataChanges::Change);
}

std::vector<StateObjectId> MetadataImageReplay::objects() const {
    return metadataObjects(m_image);
}

std::optional<StateObject> MetadataImageReplay::object(const StateObjectId& id) const {
    return metadataObject(m_image, id);
}

void MetadataImageReplay::clear() {
    CountedState::clear();
    m_image = {};
    m_reading->pending.clear();
    m_reading->isInTransaction = false;
    m_checkpoint = -1;
}

std::size_t MetadataImageReplay::pendingRecords() const {
    return m_reading->pending.size();
}

}  // namespace brokerscope
