#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace brokerscope {

enum class CheckResult : std::uint8_t {
    Answered,  // an answer without error codes
    Refused,   // an answer with error codes
    Closed,    // the connection was closed instead
    Timeout,
    Undecodable,  // an answer that left bytes over or had remarks, or bytes that are no frame or not the answer
    Skipped       // not sent
};

// "answered", "refused", "closed", "timeout", "undecodable", "skipped".
std::string_view checkResultName(CheckResult result);
std::optional<CheckResult> checkResultByName(std::string_view name);

}  // namespace brokerscope
