#pragma once

#include "core/schema/version_range.h"
#include "core/topology/cluster_snapshot.h"
#include "core/workbench/expected_outcome.h"

#include <QHash>
#include <QJsonObject>
#include <QString>

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One row of resources/minimal_requests.json: a request that a healthy broker understands, and what it does with it.
struct MinimalRequest {
    std::int16_t apiKey = 0;
    VersionRange versions = VersionRange::all();
    QString listener;  // "broker", "controller"; empty: both
    QJsonObject body;  // Kafka's JSON shape; "${topic}" and the like stand for values of the cluster
    // What Apache Kafka does with it, by release and state; others may do any of it.
    std::vector<ExpectedOutcome> expect;
    bool throwaway = false;  // acts on the broker itself
    std::string note;

    // The outcomes that what is known of a broker leaves.
    std::vector<ExpectedOutcome> possibleOutcomes(const BrokerFacts& facts) const;
};

// Values for the variables of a body, typed: a string that is one variable takes the value's type.
using RequestVariables = QHash<QString, QJsonValue>;
// topic, topicId, partition, group, brokerId, brokerName (the id as text), controllerId, clusterId, transactionalId,
// memberId; from the snapshot where it has them (null: none), else harmless names of our own.
RequestVariables requestVariables(const ClusterSnapshot* snapshot);
// The topic that the variables speak of; null: the snapshot has none, a name that nobody uses is sent.
const TopicInfo* firstOwnTopic(const ClusterSnapshot& snapshot);

class MinimalRequests {
public:
    // The embedded table. Broken JSON, or a word in it that means nothing, is our own mistake; the table is empty then.
    static const MinimalRequests& embedded();
    static MinimalRequests parse(std::string_view json);

    // The first row that fits; null: none, an empty body is sent then.
    const MinimalRequest* find(int apiKey, int version, bool onController) const;
    // Whether the API acts on the broker itself, at some version on some listener.
    bool actsOnBroker(int apiKey) const;
    // Whether a body of that API has values of the cluster in it.
    bool usesVariables(int apiKey) const;
    const std::vector<MinimalRequest>& rows() const { return m_rows; }

private:
    std::vector<MinimalRequest> m_rows;
};

// JSON text of a row's body with its variables filled in. Null: "{}".
std::string minimalBodyText(const MinimalRequest* row, const RequestVariables& variables);

}  // namespace brokerscope
