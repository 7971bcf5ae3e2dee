#include "core/base/nearest_name.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <numeric>

namespace brokerscope {
namespace {

constexpr std::size_t kFewestAlike = 4;  // letters at the beginning that say something

// Letters that changed places are one edit, as they are one slip of the hand.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> twoBack;
    std::vector<std::size_t> oneBack;
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    const auto same = [&](std::size_t i, std::size_t j) { return equalIgnoringCase(a[i], b[j]); };
    for (std::size_t i = 0; i < a.size(); ++i) {
        twoBack = std::move(oneBack);
        oneBack = row;
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            row[j + 1] = std::min({row[j] + 1, oneBack[j + 1] + 1, oneBack[j] + (same(i, j) ? 0 : 1)});
            if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
                row[j + 1] = std::min(row[j + 1], twoBack[j - 1] + 1);
            }
        }
    }
    return row[b.size()];
}

// The shortest candidate that begins as most of the name does, or with it: topicId for "topic".
std::string longestBeginning(std::string_view name, const std::vector<std::string>& candidates) {
    std::string found;
    std::size_t most = std::max<std::size_t>(kFewestAlike, (name.size() + 1) / 2) - 1;
    for (const std::string& candidate : candidates) {
        const auto [end, other] = std::mismatch(name.begin(), name.end(), candidate.begin(), candidate.end(),
                                                [](char a, char b) { return equalIgnoringCase(a, b); });
        const auto alike = static_cast<std::size_t>(end - name.begin());
        if (alike > most || (alike == most && !found.empty() && candidate.size() < found.size())) {
            most = alike;
            found = candidate;
        }
    }
    return found;
}

}  // namespace

std::string nearestName(std::string_view name, const std::vector<std::string>& candidates) {
    // A foreign text may be long; its distance to a short name is large anyway.
    if (name.size() > 200) {
        return {};
    }
    std::string nearest;
    std::size_t least = std::max<std::size_t>(1, name.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t distance = editDistance(name, candidate);
        if (distance < least) {
            least = distance;
            nearest = candidate;
        }
    }
    return nearest.empty() ? longestBeginning(name, candidates) : nearest;
}

}  // namespace brokerscope
