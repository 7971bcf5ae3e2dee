#include "core/workbench/minimal_requests.h"

#include "core/schema/embedded_text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <iterator>
#include <optional>

namespace brokerscope {
namespace {

const QString kOurTopic = QStringLiteral("brokerscope-check");

std::optional<OutcomeConditions> readConditions(const QJsonObject& object, const QJsonObject& states) {
    OutcomeConditions conditions;
    for (auto member = object.begin(); member != object.end(); ++member) {
        if (member.key() == QStringLiteral("kafka")) {
            conditions.kafka = KafkaReleaseRange::parse(member.value().toString().toStdString());
            if (!conditions.kafka) {
                return std::nullopt;
            }
        } else if (member.value().isBool() && states.contains(member.key())) {
            conditions.states[member.key().toStdString()] = member.value().toBool();
        } else {
            return std::nullopt;
        }
    }
    return conditions;
}

// A word of CheckResult, or the names of the error codes of a refusal.
std::optional<ExpectedOutcome> readOutcome(const QJsonValue& value) {
    ExpectedOutcome outcome;
    for (const QJsonValue& name : value.isArray() ? value.toArray() : QJsonArray{value}) {
        outcome.errors.push_back(name.toString().toStdString());
    }
    if (outcome.errors.empty() || outcome.errors.front().empty()) {
        return std::nullopt;
    }
    if (const auto result = checkResultByName(outcome.errors.front())) {
        outcome.result = *result;
        outcome.errors.clear();
    } else {
        outcome.result = CheckResult::Refused;
        std::sort(outcome.errors.begin(), outcome.errors.end());
    }
    return outcome;
}

std::optional<ExpectedOutcome> readAlternative(const QJsonValue& value, const QJsonObject& states) {
    if (!value.isObject()) {
        return readOutcome(value);
    }
    const QJsonObject object = value.toObject();
    auto outcome = readOutcome(object.value(u"outcome"));
    const auto conditions = readConditions(object.value(u"when").toObject(), states);
    if (!outcome || !conditions) {
        return std::nullopt;
    }
    outcome->when = *conditions;
    return outcome;
}

std::optional<MinimalRequest> readRow(const QJsonObject& object, const QJsonObject& states) {
    MinimalRequest row;
    row.apiKey = static_cast<std::int16_t>(object.value(u"key").toInt());
    const auto versions = VersionRange::parse(object.value(u"versions").toString().toStdString());
    if (!versions) {
        return std::nullopt;
    }
    row.versions = *versions;
    row.listener = object.value(u"listener").toString();
    row.body = object.value(u"body").toObject();
    const QJsonValue expect = object.value(u"expect");
    for (const QJsonValue& alternative : expect.isArray() ? expect.toArray() : QJsonArray{expect}) {
        auto outcome = readAlternative(alternative, states);
        if (!outcome) {
            return std::nullopt;
        }
        row.expect.push_back(std::move(*outcome));
    }
    row.throwaway = object.value(u"throwaway").toBool();
    row.note = object.value(u"note").toString().toStdString();
    return row;
}

QJsonValue filled(const QJsonValue& value, const RequestVariables& variables);

QJsonValue filledText(QString text, const RequestVariables& variables) {
    for (auto variable = variables.cbegin(); variable != variables.cend(); ++variable) {
        const QString place = QStringLiteral("${%1}").arg(variable.key());
        if (text == place) {
            return variable.value();
        }
        text.replace(place, variable.value().toVariant().toString());
    }
    return text;
}

QJsonArray filledArray(const QJsonArray& array, const RequestVariables& variables) {
    QJsonArray result;
    for (const QJsonValue& element : array) {
        result.append(filled(element, variables));
    }
    return result;
}

QJsonObject filledObject(const QJsonObject& object, const RequestVariables& variables) {
    QJsonObject result;
    for (auto member = object.begin(); member != object.end(); ++member) {
        result.insert(member.key(), filled(member.value(), variables));
    }
    return result;
}

QJsonValue filled(const QJsonValue& value, const RequestVariables& variables) {
    switch (value.type()) {
        case QJsonValue::String:
            return filledText(value.toString(), variables);
        case QJsonValue::Array:
            return filledArray(value.toArray(), variables);
        case QJsonValue::Object:
            return filledObject(value.toObject(), variables);
        default:
            return value;
    }
}

}  // namespace

const TopicInfo* firstOwnTopic(const ClusterSnapshot& snapshot) {
    for (const TopicInfo& topic : snapshot.topics) {
        if (!topic.internal && !topic.partitions.empty() && topic.errorCode == 0) {
            return &topic;
        }
    }
    return nullptr;
}

std::vector<ExpectedOutcome> MinimalRequest::possibleOutcomes(const BrokerFacts& facts) const {
    std::vector<ExpectedOutcome> possible;
    std::copy_if(expect.begin(), expect.end(), std::back_inserter(possible),
                 [&](const ExpectedOutcome& outcome) { return outcome.when.mayHold(facts); });
    return possible;
}

RequestVariables requestVariables(const ClusterSnapshot* snapshot) {
    RequestVariables variables{
        {QStringLiteral("topic"), kOurTopic},
        {QStringLiteral("topicId"), QString::fromStdString(Uuid{}.toString())},
        {QStringLiteral("partition"), 0},
        {QStringLiteral("group"), kOurTopic},
        {QStringLiteral("transactionalId"), kOurTopic},
        {QStringLiteral("memberId"), QStringLiteral("YnJva2Vyc2NvcGUtY2hrMQ")},
        {QStringLiteral("brokerId"), 1},
        {QStringLiteral("brokerName"), QStringLiteral("1")},
        {QStringLiteral("controllerId"), 1},
        {QStringLiteral("clusterId"), QString()},
    };
    if (snapshot == nullptr) {
        return variables;
    }
    variables[QStringLiteral("clusterId")] = QString::fromStdString(snapshot->clusterId);
    if (!snapshot->brokers.empty()) {
        variables[QStringLiteral("brokerId")] = snapshot->brokers.front().id;
        variables[QStringLiteral("brokerName")] = QString::number(snapshot->brokers.front().id);
    }
    if (snapshot->controllerId >= 0) {
        variables[QStringLiteral("controllerId")] = snapshot->controllerId;
    }
    if (const TopicInfo* topic = firstOwnTopic(*snapshot)) {
        variables[QStringLiteral("topic")] = QString::fromStdString(topic->name);
        variables[QStringLiteral("topicId")] = QString::fromStdString(topic->id.toString());
        variables[QStringLiteral("partition")] = topic->partitions.front().index;
    }
    return variables;
}

const MinimalRequests& MinimalRequests::embedded() {
    static const MinimalRequests s_table =
        parse(embeddedText("resources/minimal_requests.json").value_or(std::string_view()));
    return s_table;
}

MinimalRequests MinimalRequests::parse(std::string_view json) {
    MinimalRequests table;
    const QByteArray bytes = QByteArray::fromRawData(json.data(), static_cast<qsizetype>(json.size()));
    const QJsonObject file = QJsonDocument::fromJson(bytes).object();
    const QJsonObject states = file.value(u"states").toObject();
    for (const QJsonValue& row : file.value(u"apis").toArray()) {
        auto read = readRow(row.toObject(), states);
        if (!read) {
            return {};
        }
        table.m_rows.push_back(std::move(*read));
    }
    return table;
}

const MinimalRequest* MinimalRequests::find(int apiKey, int version, bool onController) const {
    const QString listener = onController ? QStringLiteral("controller") : QStringLiteral("broker");
    for (const MinimalRequest& row : m_rows) {
        const bool fitsListener = row.listener.isEmpty() || row.listener == listener;
        if (row.apiKey == apiKey && row.versions.contains(version) && fitsListener) {
            return &row;
        }
    }
    return nullptr;
}

bool MinimalRequests::actsOnBroker(int apiKey) const {
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [apiKey](const MinimalRequest& row) { return row.apiKey == apiKey && row.throwaway; });
}

bool MinimalRequests::usesVariables(int apiKey) const {
    return std::any_of(m_rows.begin(), m_rows.end(), [apiKey](const MinimalRequest& row) {
        return row.apiKey == apiKey && QJsonDocument(row.body).toJson(QJsonDocument::Compact).contains("${");
    });
}

std::string minimalBodyText(const MinimalRequest* row, const RequestVariables& variables) {
    if (row == nullptr) {
        return "{}";
    }
    return QJsonDocument(filledObject(row->body, variables)).toJson(QJsonDocument::Compact).toStdString();
}

}  // namespace brokerscope
