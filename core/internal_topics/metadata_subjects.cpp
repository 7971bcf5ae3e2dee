#include "core/internal_topics/metadata_subjects.h"

#include "core/internal_topics/fact_list.h"
#include "core/internal_topics/metadata_changes.h"
#include "core/internal_topics/metadata_image_replay.h"
#include "core/records/control_record.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

using Said = MetadataSubjects::Said;
using ObjectKind = StateObjectKind;
using enum RecordEffect;

Said node(ObjectKind kind, const MetadataDraft& draft, RecordEffect effect) {
    return {effect, nodeObject(kind, draft.nodeId), std::to_string(draft.nodeId), {}};
}
template <RecordEffect Effect>
Said brokerSaid(const MetadataDraft& draft) {
    return node(ObjectKind::Broker, draft, Effect);
}
template <RecordEffect Effect>
Said controllerSaid(const MetadataDraft& draft) {
    return node(ObjectKind::Controller, draft, Effect);
}

// The object's name is filled in by the reader, which knows the topics.
template <RecordEffect Effect>
Said topicSaid(const MetadataDraft& draft) {
    return {Effect, {ObjectKind::Topic, {}}, draft.topicId.toString(), {}};
}
template <RecordEffect Effect>
Said partitionSaid(const MetadataDraft& draft) {
    return {
        Effect, {ObjectKind::Topic, {}}, draft.topicId.toString(), {"partitions", std::to_string(draft.partitionId)}};
}

Said clearElrSaid(const MetadataDraft& draft) {
    const ObjectKind kind = draft.topicName.empty() ? ObjectKind::Cluster : ObjectKind::Topic;
    return {Changes, {kind, draft.topicName}, draft.topicName, {"eligibleLeaderReplicas"}};
}

Said configSaid(const MetadataDraft& draft) {
    const StateObjectId object = configObject({draft.resourceType, draft.resourceName});
    return {draft.text ? Sets : Removes, object, object.id, {"configs", draft.name}};
}

Said featureSaid(const MetadataDraft& draft) {
    return {draft.featureLevel == 0 ? Removes : Sets, {ObjectKind::Cluster, {}}, {}, {"features", draft.name}};
}

Said quotaSaid(const MetadataDraft& draft) {
    const std::string entity = quotaEntityText(draft.entity);
    return {draft.remove ? Removes : Sets, {ObjectKind::ClientQuota, entity}, entity, {"quotas", draft.key}};
}

template <RecordEffect Effect>
Said credentialSaid(const MetadataDraft& draft) {
    return {Effect,
            {ObjectKind::ScramUser, draft.name},
            draft.name,
            {"credentials", labelOf("scramMechanism", draft.mechanism)}};
}

Said producerIdsSaid(const MetadataDraft&) {
    return {Sets, {ObjectKind::Cluster, {}}, {}, {"nextProducerId"}};
}

Said migrationSaid(const MetadataDraft&) {
    return {Sets, {ObjectKind::Cluster, {}}, {}, {"zkMigrationState"}};
}

template <RecordEffect Effect>
Said aclSaid(const MetadataDraft& draft) {
    return {Effect, {ObjectKind::Acl, draft.id.toString()}, draft.id.toString(), {}};
}

template <RecordEffect Effect>
Said tokenSaid(const MetadataDraft& draft) {
    return {Effect, {ObjectKind::DelegationToken, draft.tokenId}, draft.tokenId, {}};
}

using Type = MetadataRecordType;
struct SaidRow {
    Type type;
    Said (*said)(const MetadataDraft&);
};

constexpr std::array kSaidRows{
    SaidRow{Type::RegisterBroker, brokerSaid<Sets>},
    SaidRow{Type::UnregisterBroker, brokerSaid<Removes>},
    SaidRow{Type::FenceBroker, brokerSaid<Changes>},
    SaidRow{Type::UnfenceBroker, brokerSaid<Changes>},
    SaidRow{Type::BrokerRegistrationChange, brokerSaid<Changes>},
    SaidRow{Type::RegisterController, controllerSaid<Sets>},
    SaidRow{Type::UnregisterController, controllerSaid<Removes>},
    SaidRow{Type::Topic, topicSaid<Sets>},
    SaidRow{Type::RemoveTopic, topicSaid<RemovesAll>},
    SaidRow{Type::Partition, partitionSaid<Sets>},
    SaidRow{Type::PartitionChange, partitionSaid<Changes>},
    SaidRow{Type::ClearElr, clearElrSaid},
    SaidRow{Type::Config, configSaid},
    SaidRow{Type::FeatureLevel, featureSaid},
    SaidRow{Type::ClientQuota, quotaSaid},
    SaidRow{Type::UserScramCredential, credentialSaid<Sets>},
    SaidRow{Type::RemoveUserScramCredential, credentialSaid<Removes>},
    SaidRow{Type::ProducerIds, producerIdsSaid},
    SaidRow{Type::ZkMigrationState, migrationSaid},
    SaidRow{Type::AccessControlEntry, aclSaid<Sets>},
    SaidRow{Type::RemoveAccessControlEntry, aclSaid<Removes>},
    SaidRow{Type::DelegationToken, tokenSaid<Sets>},
    SaidRow{Type::RemoveDelegationToken, tokenSaid<Removes>},
};

struct QuorumSaid {
    std::int16_t type;  // ControlRecordTypeSchema
    const char* fact;
};
constexpr std::array kQuorumSaid{QuorumSaid{2, "quorumLeader"}, QuorumSaid{5, "kraftVersion"}, QuorumSaid{6, "voters"}};

}  // namespace

void MetadataSubjects::begin(const TopicState& checkpoint) {
    const auto* replay = dynamic_cast<const MetadataImageReplay*>(&checkpoint);
    if (replay == nullptr) {
        return;
    }
    for (const auto& [id, topic] : replay->image().topics) {
        if (!topic.name.empty()) {
            m_topics[id] = topic.name;
        }
    }
}

RecordSubject MetadataSubjects::read(const RecordView& view, const BatchContext& batch) {
    if (batch.isControl) {
        return readControl(view);
    }
    const DraftedRecord<MetadataDraft> made = m_drafts.read(view);
    if (made.outcome != RecordOutcome::Read && made.outcome != RecordOutcome::Doubtful) {
        return {};
    }
    const auto type = static_cast<MetadataRecordType>(*made.record.type);
    const auto row = std::ranges::find(kSaidRows, type, &SaidRow::type);
    if (row == kSaidRows.end()) {
        return transactionStep(type);
    }
    Said said = row->said(made.draft);
    name(type, made.draft, said);
    return take(std::move(said));
}

RecordSubject MetadataSubjects::transactionStep(MetadataRecordType type) {
    RecordSubject subject;
    if (type == Type::BeginTransaction) {
        m_isInTransaction = true;
        subject.step = TransactionStep::Begins;
        subject.producerId = 0;
    } else if (type == Type::EndTransaction || type == Type::AbortTransaction) {
        m_isInTransaction = false;
        subject.step = type == Type::EndTransaction ? TransactionStep::Commits : TransactionStep::Aborts;
        subject.producerId = 0;
    }
    return subject;
}

// Fills in the topic's name where the record has its id alone.
void MetadataSubjects::name(MetadataRecordType type, const MetadataDraft& draft, Said& said) {
    if (said.object.kind != ObjectKind::Topic || !said.object.id.empty()) {
        return;
    }
    if (type == Type::Topic) {
        m_topics[draft.topicId] = draft.name;
    }
    const auto known = m_topics.find(draft.topicId);
    said.object.id = known == m_topics.end() ? said.identity : known->second;
    if (type == Type::RemoveTopic && known != m_topics.end() && !m_isInTransaction) {
        m_topics.erase(known);
    }
}

RecordSubject MetadataSubjects::readControl(const RecordView& view) {
    const auto control = readControlRecord(view);
    const auto row = control ? std::ranges::find(kQuorumSaid, control->type, &QuorumSaid::type) : kQuorumSaid.end();
    if (row == kQuorumSaid.end()) {
        return {};
    }
    const bool wasInTransaction = std::exchange(m_isInTransaction, false);
    const RecordSubject subject = take({Sets, {ObjectKind::Cluster, {}}, {}, {row->fact}});
    m_isInTransaction = wasInTransaction;
    return subject;
}

RecordSubject MetadataSubjects::take(Said said) {
    m_object = std::move(said.object);
    m_key = objectKindName(m_object.kind);
    m_key += '\0';
    m_key += said.identity;
    for (const std::string& step : said.path) {
        m_key += '\0';
        m_key += step;
    }
    RecordSubject subject;
    subject.key = asBytes(m_key);
    subject.effect = said.effect;
    if (m_isInTransaction) {
        subject.step = TransactionStep::Within;
        subject.producerId = 0;
    }
    return subject;
}

FactPath MetadataSubjects::factPath(ByteView key) {
    FactPath path;
    std::string_view rest = asText(key);
    for (std::size_t step = 0;; ++step) {
        const std::size_t end = rest.find('\0');
        if (step >= 2) {
            path.emplace_back(rest.substr(0, end));
        }
        if (end == std::string_view::npos) {
            return path;
        }
        rest.remove_prefix(end + 1);
    }
}

}  // namespace brokerscope
