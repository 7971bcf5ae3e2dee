#include "ui/pages/connection_story.h"

#include "core/schema/api_keys.h"
#include "ui/models/value_format.h"
#include "ui/pages/exchange_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace brokerscope {

namespace {

constexpr std::size_t kMostSteps = 50;

struct Story {
    Q_DECLARE_TR_FUNCTIONS(ConnectionStory)
};

// Nodes, and those of them that are fenced: only DescribeCluster tells that.
QString describedText(const ClusterSnapshot& snapshot) {
    const auto fenced = std::ranges::count(snapshot.brokers, true, &BrokerInfo::fenced);
    const QString nodes = snapshot.fromController
                              ? countText(snapshot.brokers.size(), Story::tr("controller"), Story::tr("controllers"))
                              : countText(snapshot.brokers.size(), Story::tr("broker"), Story::tr("brokers"));
    return Story::tr("%1, %2").arg(nodes, fenced == 0 ? Story::tr("none fenced") : Story::tr("%1 fenced").arg(fenced));
}

QString resultOf(const SchemaRegistry& registry, const Exchange& exchange, const ClusterView& view) {
    const QString problem = summaryText(registry, exchange);
    if (!problem.isEmpty()) {
        return problem;
    }
    if (exchange.apiKey == api_key::kApiVersions && view.versions) {
        return countText(view.versions->apis.size(), Story::tr("API listed"), Story::tr("APIs listed"));
    }
    if (exchange.apiKey == api_key::kMetadata && view.snapshot) {
        return Story::tr("%1, %2").arg(
            countText(view.snapshot->brokers.size(), Story::tr("broker"), Story::tr("brokers")),
            countText(view.snapshot->topics.size(), Story::tr("topic"), Story::tr("topics")));
    }
    if (exchange.apiKey == api_key::kDescribeCluster && view.snapshot) {
        return describedText(*view.snapshot);
    }
    return bytesCountText(exchange.responseBytes());
}

StoryStep tcpStep(const Exchange& exchange) {
    return {Story::tr("TCP to %1").arg(QString::fromStdString(exchange.broker.toString())), Story::tr("connected"),
            millisText(timingOf(exchange.times).connectMs), false, nullptr};
}

}  // namespace

std::vector<StoryStep> connectionStory(const SchemaRegistry& registry, const ExchangeStore& store,
                                       const ClusterView& view, ExchangeId before) {
    std::vector<StoryStep> steps;
    std::set<ConnectionId> begun;
    for (const auto& exchange : store.since(before, kMostSteps)) {
        if (!exchange->internal) {
            continue;
        }
        // Others that waited for the same connection know its time as well.
        if (exchange->times.connectNs >= 0 && begun.insert(exchange->connection).second) {
            steps.push_back(tcpStep(*exchange));
        }
        const QString what =
            QStringLiteral("%1 v%2").arg(apiText(registry, *exchange)).arg(exchange->apiVersion.value_or(-1));
        steps.push_back({what, resultOf(registry, *exchange, view), millisText(timingOf(exchange->times).totalMs),
                         hasProblem(*exchange), exchange});
    }
    return steps;
}

}  // namespace brokerscope
