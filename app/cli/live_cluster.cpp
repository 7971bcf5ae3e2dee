#include "app/cli/live_cluster.h"

#include "app/cli/cluster_options.h"
#include "core/text/diagnostic_json.h"

#include <algorithm>
#include <array>

namespace brokerscope {
namespace {

// Qt keeps references to both.
int g_argumentCount = 1;
char g_programName[] = "bscope";
char* g_arguments[] = {g_programName, nullptr};

}  // namespace

LiveCluster::LiveCluster() {
    if (QCoreApplication::instance() == nullptr) {
        m_application = std::make_unique<QCoreApplication>(g_argumentCount, g_arguments);
    }
    m_workbench = std::make_unique<Workbench>();
}

LiveCluster::~LiveCluster() = default;

int LiveCluster::connect(const CommandContext& context) {
    auto settings = clusterSettings(context);
    if (!settings) {
        return context.fail(settings.error());
    }
    if (!settings->negotiate) {
        m_workbench->useCluster(std::move(*settings));
        return kDone;
    }
    auto connecting = m_workbench->connectToCluster(std::move(*settings));
    connecting.waitForFinished();
    const Result<ClusterView> view = connecting.result();
    if (!view) {
        return context.fail(kNoAnswer, errorLine(view.error()));
    }
    m_view = *view;
    return kDone;
}

int LiveCluster::readVersions(const CommandContext& context,
                              std::vector<std::shared_ptr<const BrokerVersions>>& versions) {
    auto asking = m_workbench->brokerVersions();
    asking.waitForFinished();
    const auto answered = asking.result();
    if (!answered) {
        return context.fail(kNoAnswer, errorLine(answered.error()));
    }
    for (const auto& broker : *answered) {
        if (broker->errorCode == -1 && broker->apis.empty()) {
            context.remark("bscope: broker " + std::to_string(broker->brokerId) + " (" + broker->endpoint.toString() +
                           ") did not answer");
        } else {
            versions.push_back(broker);
        }
    }
    if (versions.empty()) {
        return context.fail(kNoAnswer, "no broker answered ApiVersions");
    }
    return kDone;
}

int statusOfError(const Error& error) {
    static constexpr std::array kUnreached{MessageId::NoBroker, MessageId::ConnectRefused, MessageId::HostUnknown,
                                           MessageId::TimedOut, MessageId::NotKafka,       MessageId::ConnectionClosed,
                                           MessageId::Cancelled};
    return std::find(kUnreached.begin(), kUnreached.end(), error.id) != kUnreached.end() ? kNoAnswer : kUsageError;
}

}  // namespace brokerscope
