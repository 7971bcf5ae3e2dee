#pragma once

#include "core/cluster/cluster_settings.h"
#include "core/collections/chain_run.h"
#include "core/collections/collection.h"
#include "core/workbench/send_request.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace brokerscope {

class Workbench;

struct CollectionRunOptions {
    VariableScope variables;  // settled; built-in ones are added (addBuiltInVariables)
    bool mayChange = false;   // every request that may change the cluster is allowed
    // Paths of requests that are allowed to, where not all are. What else would change the cluster is not sent.
    std::set<std::string, std::less<>> mayChangeBy = {};
    // Asked every few ms while something is waited for: true ends the run.
    std::function<bool()> isCancelled;
};

// What became of one request of a collection.
struct CollectedOutcome {
    const CollectedChain* chain = nullptr;  // of the collection
    std::size_t request = 0;                // in the chain
    RequestVerdict verdict;
    std::optional<SendResult> sent;  // the last time; nothing: it was never sent
    std::optional<Error> error;      // why sending failed, where it did
    double durationMs = 0;           // from its beginning, retries and their pauses included

    const CollectedRequest& file() const { return chain->requests[request]; }
};

// Runs a collection against the workbench's cluster, chain by chain, one request at a time, each sent as
// Workbench::send does. Each chain begins with the variables of the options: what answers set stays in their chain.
// Made and used in one thread, which waits in next(); it may be another than the workbench's. The collection and the
// workbench outlive the run.
class CollectionRun {
public:
    CollectionRun(Workbench& workbench, const Collection& collection, PlanContext context,
                  CollectionRunOptions options);
    ~CollectionRun();

    // The next request that is concluded, skipped ones too, in the order of the collection; nothing: all were told.
    std::optional<CollectedOutcome> next();

private:
    void step();
    void send(const ChainRun::Send& send);
    Result<SendRequest> requestOf(const RequestPlan& plan, std::string_view path) const;
    void collect();
    bool isCancelled() const;

    Workbench& m_workbench;
    const Collection& m_collection;
    PlanContext m_context;
    CollectionRunOptions m_options;
    std::size_t m_chain = 0;
    std::optional<ChainRun> m_run;  // of that chain
    std::size_t m_told = 0;         // its verdicts that are in m_outcomes
    std::deque<CollectedOutcome> m_outcomes;
    std::optional<SendResult> m_sent;  // of the request that is under way
    std::optional<Error> m_error;
    std::int64_t m_begunNs = 0;
};

// What a run of a collection is read with: definitions, limits and targets of a cluster's settings.
PlanContext collectionContext(const SchemaRegistry& registry, const ClusterSettings& settings);

// "runId": eight hexadecimal digits, others in each run. "nowMs" is set for each request when it is sent, in ms since
// 1970; before that it stands for the present moment.
void addBuiltInVariables(VariableScope& scope);

}  // namespace brokerscope
