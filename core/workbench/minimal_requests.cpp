#include "core/workbench/minimal_requests.h"

#include "core/schema/embedded_text.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace brokerscope {
namespace {

const QString kOurTopic = QStringLiteral("brokerscope-check");

std::vector<std::string> texts(const QJsonValue& value) {
    std::vector<std::string> result;
    if (value.isString()) {
        result.push_back(value.toString().toStdString());
    }
    for (const QJsonValue& element : value.toArray()) {
        result.push_back(element.toString().toStdString());
    }
    return result;
}

MinimalRequest readRow(const QJsonObject& object) {
    MinimalRequest row;
    row.apiKey = static_cast<std::int16_t>(object.value(u"key").toInt());
    if (const auto versions = VersionRange::parse(object.value(u"versions").toString().toStdString())) {
        row.versions = *versions;
    }
    row.listener = object.value(u"listener").toString();
    row.body = object.value(u"body").toObject();
    if (object.contains(u"expect")) {
        row.expect = texts(object.value(u"expect"));
    }
    row.errors = texts(object.value(u"errors"));
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

const TopicInfo* firstOwnTopic(const ClusterSnapshot& snapshot) {
    for (const TopicInfo& topic : snapshot.topics) {
        if (!topic.internal && !topic.partitions.empty() && topic.errorCode == 0) {
            return &topic;
        }
    }
    return nullptr;
}

}  // namespace

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
    for (const QJsonValue& row : QJsonDocument::fromJson(bytes).object().value(u"apis").toArray()) {
        table.m_rows.push_back(readRow(row.toObject()));
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
