#pragma once

#include "core/base/diagnostic.h"
#include "core/exchange/exchange.h"
#include "core/topology/endpoint.h"
#include "core/workbench/check_result.h"
#include "core/workbench/expected_outcome.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

struct CheckOptions {
    // Empty: all that the broker lists. Those that it does not list come as skipped, version by version; where it lists
    // none of them the check fails.
    std::vector<std::int16_t> apis;
    std::optional<Endpoint> address;  // everything to this one; absent: routed as each API needs
    bool mutating = false;            // also requests that change the cluster
    bool throwaway = false;           // also requests that act on the broker itself: only on one that may be lost
    bool unadvertised = false;        // also versions that we know and the broker does not list
    // What is known of the broker and cannot be asked. The check finds out its release and whether it has a topic.
    BrokerFacts facts = {};
    // How long unexpected errors that pass by themselves are asked again for one version; four times that in all.
    std::chrono::milliseconds patience{15'000};
};

// Notes of versions that were not sent because the options leave them out.
inline constexpr std::string_view kSkippedMutating = "changes the cluster";
inline constexpr std::string_view kSkippedReadOnly = "changes the cluster, which read-only mode refuses";
inline constexpr std::string_view kSkippedThrowaway = "acts on the broker itself";
inline constexpr std::string_view kSkippedTopic = "makes an internal topic that is not there yet";
inline constexpr std::string_view kSkippedUnlisted = "the broker does not list this API";

// What one version of one API did.
struct CheckOutcome {
    std::int16_t apiKey = 0;
    std::string apiName;  // "API 200" where no definition has it
    std::int16_t version = 0;
    CheckResult result = CheckResult::Skipped;
    bool expected = true;                   // the table has it so (skipped: true)
    std::size_t possible = 0;               // how many outcomes the table has, by what is known of the broker
    std::vector<ErrorFinding> errors;       // of the answer
    std::optional<TransportError> failure;  // for Closed and Timeout; of one that could not be sent, why
    std::uint64_t unread = 0;
    std::vector<Diagnostic> diagnostics;       // of its decode, and warnings about the pairing
    std::string note;                          // why skipped; else what the table says about it
    std::shared_ptr<const Exchange> exchange;  // null when skipped
};

}  // namespace brokerscope
