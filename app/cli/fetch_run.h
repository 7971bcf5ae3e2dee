#pragma once

#include "app/cli/live_cluster.h"
#include "core/workbench/fetch_stream.h"

#include <functional>

namespace brokerscope {

// What a fetch is read by.
struct FetchTaker {
    std::function<bool(const FetchPiece&)> take;  // false: it is enough
    std::function<void()> idle;                   // nothing is there for now: what is kept back is to be shown
    std::function<void(const FetchProgress&)> progress = {};  // before each piece; may be empty
};

// Fetches until the end, until the taker has enough or, where the fetch follows, until Ctrl+C. Says on stderr why
// nothing could be fetched, and returns that status; 0: the pieces said everything.
int runFetch(const CommandContext& context, LiveCluster& cluster, const FetchOptions& options, const FetchTaker& taker);

// Says the problem of a piece on stderr; the status that it means: 1 where an answer held an error, 3 for want of
// answers, 0 where the fetch goes on.
int tellFetchProblem(const CommandContext& context, const FetchPiece& piece);

}  // namespace brokerscope
