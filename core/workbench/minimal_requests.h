#pragma once

#include "core/schema/version_range.h"
#include "core/topology/cluster_snapshot.h"

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
    std::vector<std::string> expect{"answered"};  // names of CheckResult that are fine
    std::vector<std::string> errors;              // error code names that are fine when refused
    bool throwaway = false;                       // acts on the broker itself
    std::string note;
};

// Values for the variables of a body, typed: a string that is one variable takes the value's type.
using RequestVariables = QHash<QString, QJsonValue>;
// topic, topicId, partition, group, brokerId, brokerName (the id as text), controllerId, clusterId, transactionalId,
// memberId; from the snapshot where it has them (null: none), else harmless names of our own.
RequestVariables requestVariables(const ClusterSnapshot* snapshot);

class MinimalRequests {
public:
    // The embedded table. Broken JSON in it is our own mistake; the table is empty then.
    static const MinimalRequests& embedded();
    static MinimalRequests parse(std::string_view json);

    // The first row that fits; null: none, an empty body is sent then.
    const MinimalRequest* find(int apiKey, int version, bool onController) const;
    // Whether a body of that API has values of the cluster in it.
    bool usesVariables(int apiKey) const;
    const std::vector<MinimalRequest>& rows() const { return m_rows; }

private:
    std::vector<MinimalRequest> m_rows;
};

// JSON text of a row's body with its variables filled in. Null: "{}".
std::string minimalBodyText(const MinimalRequest* row, const RequestVariables& variables);

}  // namespace brokerscope
