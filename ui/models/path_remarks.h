#pragma once

#include "core/base/diagnostic.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Remarks on a draft, by the paths of its fields: which stand at a path, and how many below it. Made once for a list of
// remarks; asking costs a binary search.
class PathRemarks {
public:
    struct Summary {
        int problems = 0;  // warnings and errors
        int worst = -1;    // Severity; -1: no remark at all
        void add(const Summary& more);
        bool operator==(const Summary&) const = default;
    };

    PathRemarks() = default;
    explicit PathRemarks(const std::vector<Diagnostic>& remarks);

    // Of exactly that path, in the order in which they were given.
    std::vector<Diagnostic> at(std::string_view path) const;
    Summary summaryAt(std::string_view path) const;
    // Of what is below that path: "topics" has "topics[0].name" and "topics.x" below it, and "topicsId" not.
    Summary below(std::string_view path) const;
    Summary ofBody() const;  // all whose path does not begin with "header"

private:
    using Counts = std::array<int, 3>;  // by Severity

    std::size_t lowerBound(std::string_view path) const;
    Summary summaryOf(std::size_t first, std::size_t last) const;

    std::vector<Diagnostic> m_sorted;  // by path
    std::vector<Counts> m_before;      // how many there are before each, and before the end
};

}  // namespace brokerscope
