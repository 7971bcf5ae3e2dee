#pragma once

#include "core/cluster/request_target.h"
#include "core/exchange/exchange.h"
#include "core/value/value_draft.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// The minimal request of resources/minimal_requests.json, its variables filled from the cluster.
struct MinimalBody {};
// A body in the JSON form; read with the definition that the chosen version has.
struct JsonBody {
    std::string text;
};

// One request to be sent. Movable only, since drafts are.
struct SendRequest {
    std::int16_t apiKey = 0;
    std::optional<std::int16_t> version;                   // absent: the highest stable one that both sides know
    std::variant<MinimalBody, JsonBody, ValueDraft> body;  // a draft must be of the definition that `version` has
    // Absent: api, version, a correlation id of the connection and the client id of the settings. Given: as it says;
    // fields left untouched are filled in as if absent.
    std::optional<ValueDraft> header;
    // These bytes as they are, size prefix included; version, body and header are not used then, apiKey only for
    // routing.
    std::optional<ByteBuffer> rawFrame;
    RequestTarget target;
    bool mayChange = true;                 // false: refused where it may change the cluster, as in read-only mode
    bool mayMakeTopics = true;             // false: no coordinator is asked for whose internal topic is not there yet
    std::chrono::milliseconds timeout{0};  // 0: that of the settings
    // How long a coordinator that is not available yet is asked for before the request goes to any broker instead;
    // absent or more than that: half of the timeout.
    std::optional<std::chrono::milliseconds> coordinatorPatience;
};

// What came of a request that was sent. `exchange->failure` says why there is no answer; `exchange->noResponseByDesign`
// that there is none to come (acks=0).
struct SendResult {
    std::shared_ptr<const Exchange> exchange;   // stored; its id is valid
    std::shared_ptr<const ValueTree> request;   // over the frame that was sent
    std::shared_ptr<const ValueTree> response;  // over the frame that came; null: none
    BrokerInfo broker;                          // who got it; id -1 where the cluster does not say
    // What the body was asked to say and the bytes do not, and what brokers refuse (draftFromJson, validateDraft);
    // empty for raw frames and minimal bodies.
    std::vector<Diagnostic> remarks;
    std::string routing;  // "coordinator of group g1 is broker 2"; empty where nothing was looked up
};

}  // namespace brokerscope
