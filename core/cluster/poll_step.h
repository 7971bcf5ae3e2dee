#pragma once

#include "core/exchange/exchange.h"
#include "core/topology/endpoint.h"
#include "core/value/value_draft.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace brokerscope {

// What a poll wants done, several at once.
namespace poll_step {
struct Prepare {
    Endpoint broker;  // a usable connection, and what this lists
};
struct Ask {
    std::uint64_t id = 0;
    Endpoint broker;
    std::int16_t apiKey = 0;
    std::int16_t version = 0;
    ValueDraft body;
    std::int64_t patienceMs = 0;
};
struct Wake {  // wake() is wanted then
    std::int64_t atNs = 0;
};
struct Give {  // an answer about groups or of metadata, in the order in which they came
    std::shared_ptr<const Exchange> exchange;
};
struct Blind {                        // cannot be asked about; over with the next answer that tells of them
    std::vector<std::string> groups;  // empty: none can: no broker can be reached, or none tells of groups
    std::string why;
    std::int16_t errorCode = 0;  // that a broker gave; 0: none did
};
}  // namespace poll_step
using PollStep = std::variant<poll_step::Prepare, poll_step::Ask, poll_step::Wake, poll_step::Give, poll_step::Blind>;
using PollSteps = std::vector<PollStep>;

}  // namespace brokerscope
