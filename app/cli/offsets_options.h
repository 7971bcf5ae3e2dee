#pragma once

#include "core/internal_topics/group_type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// What the command line of `offsets` said.
struct OffsetsOptions {
    std::string topic{kOffsetsTopic};
    std::vector<std::string> files;
    std::vector<std::string> groups;
    std::string types;
    std::string filter;
    std::string decode = "auto";
    std::string from = "beginning";
    std::optional<std::uint64_t> most;
    bool follow = false;
    bool state = false;
    bool diffBroker = false;
    bool answers = false;
    std::string history;
    std::vector<std::string> facts;
    std::string at;

    // Records are folded, not printed.
    bool isOfState() const { return state || !at.empty() || diffBroker || answers || !history.empty(); }
};

}  // namespace brokerscope
