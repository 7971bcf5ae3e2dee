#pragma once

#include <cstdint>
#include <string>

namespace brokerscope {

// One step of a path: a field, or an element of the array that the steps before it name.
struct PathStep {
    static constexpr std::int64_t kAny = -1;

    std::string name;  // Kafka's JSON spelling; empty for an element
    std::int64_t element = kAny;
    bool isElement = false;

    bool accepts(std::int64_t index) const { return isElement && (element == kAny || element == index); }
    bool operator==(const PathStep&) const = default;
};

}  // namespace brokerscope
