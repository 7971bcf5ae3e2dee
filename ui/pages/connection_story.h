#pragma once

#include "core/exchange/exchange_store.h"
#include "core/workbench/workbench.h"

#include <QString>

#include <memory>
#include <vector>

namespace brokerscope {

// One step of how a connection came about.
struct StoryStep {
    QString what;    // "ApiVersions v4"
    QString result;  // "77 APIs listed"
    QString time;    // "3.1 ms"
    bool isProblem = false;
    std::shared_ptr<const Exchange> exchange;  // null for steps without a message
};

// The steps of the last connecting: TCP, ApiVersions, Metadata, as far as the store still has them.
std::vector<StoryStep> connectionStory(const SchemaRegistry& registry, const ExchangeStore& store,
                                       const ClusterView& view, ExchangeId before);

}  // namespace brokerscope
