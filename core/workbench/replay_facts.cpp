#include "core/workbench/replay_facts.h"

#include "core/schema/embedded_text.h"
#include "core/schema/field_meaning.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace brokerscope {
namespace {

std::string textIn(const QJsonObject& row, QStringView key) {
    return row.value(key).toString().toStdString();
}

std::vector<std::string> textsIn(const QJsonObject& row, QStringView key) {
    std::vector<std::string> texts;
    for (const QJsonValue& value : row.value(key).toArray()) {
        texts.push_back(value.isDouble() ? std::to_string(value.toInteger()) : value.toString().toStdString());
    }
    return texts;
}

std::string_view entityOf(const FieldSpec& field) {
    return field.meaning != nullptr ? std::string_view(field.meaning->entity) : std::string_view();
}

}  // namespace

bool AssignedEntity::isNone(std::string_view value) const {
    return std::find(none.begin(), none.end(), value) != none.end();
}

const ReplayFacts& ReplayFacts::embedded() {
    static const ReplayFacts s_facts = parse(embeddedText("resources/replay.json").value_or(std::string_view()));
    return s_facts;
}

ReplayFacts ReplayFacts::parse(std::string_view json) {
    ReplayFacts facts;
    const QByteArray bytes = QByteArray::fromRawData(json.data(), static_cast<qsizetype>(json.size()));
    const QJsonObject file = QJsonDocument::fromJson(bytes).object();
    for (const QJsonValue& value : file.value(u"assigned").toArray()) {
        const QJsonObject row = value.toObject();
        facts.m_assigned.push_back(
            {textsIn(row, u"entities"), textIn(row, u"within"), textsIn(row, u"none"), textIn(row, u"why")});
    }
    for (const QJsonValue& value : file.value(u"volatile").toArray()) {
        const QJsonObject row = value.toObject();
        facts.m_volatile.push_back(
            {textIn(row, u"field"), textIn(row, u"entity"), row.contains(u"time"), textIn(row, u"why")});
    }
    return facts;
}

const AssignedEntity* ReplayFacts::assigned(const FieldSpec& field) const {
    const std::string_view entity = entityOf(field);
    const auto found = std::find_if(m_assigned.begin(), m_assigned.end(), [&](const AssignedEntity& row) {
        return !entity.empty() && std::find(row.entities.begin(), row.entities.end(), entity) != row.entities.end();
    });
    return found != m_assigned.end() ? &*found : nullptr;
}

std::string_view ReplayFacts::volatileReason(const FieldSpec& field) const {
    const bool isTime = field.meaning != nullptr && field.meaning->time == FieldMeaning::TimeKind::Time;
    const auto found = std::find_if(m_volatile.begin(), m_volatile.end(), [&](const VolatileField& row) {
        return (row.isTime && isTime) || (!row.field.empty() && row.field == field.jsonName) ||
               (!row.entity.empty() && row.entity == entityOf(field));
    });
    return found != m_volatile.end() ? std::string_view(found->why) : std::string_view();
}

}  // namespace brokerscope
