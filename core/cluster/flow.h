#pragma once

#include "core/exchange/exchange.h"
#include "core/topology/broker_versions.h"
#include "core/value/value_draft.h"

#include <cstdint>
#include <memory>
#include <variant>

namespace brokerscope {

// What a flow wants next. It wants one thing at a time.
namespace flow_step {
struct Prepare {  // a usable connection and what its broker lists
    Endpoint endpoint;
};
struct Ask {
    Endpoint endpoint;
    std::int16_t apiKey = 0;
    std::int16_t version = 0;
    ValueDraft body;
};
struct Wait {
    std::int64_t milliseconds = 0;
};
struct Done {};  // the flow has its outcome
}  // namespace flow_step

using FlowStep = std::variant<flow_step::Prepare, flow_step::Ask, flow_step::Wait, flow_step::Done>;

using PreparedResult = tl::expected<std::shared_ptr<const BrokerVersions>, TransportError>;  // null: not asked
using AnsweredResult = tl::expected<std::shared_ptr<const Exchange>, TransportError>;

// Several requests in a row that lead to one outcome, as a state machine without sockets and clocks: each call gives
// the next step. The exchange of an answer may itself hold a failure instead of a response, or one that does not
// decode: a flow asks failureOf before it reads the body.
class Flow {
public:
    virtual ~Flow() = default;

    virtual FlowStep start() = 0;
    virtual FlowStep prepared(const PreparedResult& result) = 0;
    virtual FlowStep answered(const AnsweredResult& result) = 0;
    virtual FlowStep waited() = 0;
};

// The failure of an answer: not sent, sent and not answered, or answered with what does not decode. Nothing where there
// is a response to read.
std::optional<TransportError> failureOf(const AnsweredResult& result);

}  // namespace brokerscope
