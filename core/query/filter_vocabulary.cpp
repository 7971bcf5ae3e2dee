#include "core/query/filter_vocabulary.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>

namespace brokerscope {

std::string_view filterKindSays(FilterKind kind) {
    constexpr std::array<std::string_view, 8> kSays{"text",
                                                    "a number",
                                                    "a duration such as 100ms or 1.5s",
                                                    "a size such as 1024, 10kB or 4MiB",
                                                    "the name or key of an API",
                                                    "the name or number of an error code",
                                                    "true or false",
                                                    "a time such as 2026-11-30T10:41, 10:41:07 or ms since 1970"};
    return kSays[static_cast<std::size_t>(kind)];
}

bool isOrdered(FilterKind kind) {
    return kind == FilterKind::Integer || kind == FilterKind::Duration || kind == FilterKind::Size ||
           kind == FilterKind::Time;
}

std::optional<std::size_t> FilterVocabulary::columnIndex(std::string_view name) const {
    const auto found =
        std::ranges::find_if(columns, [&](const FilterColumn& c) { return equalIgnoringCase(c.name, name); });
    return found == columns.end() ? std::nullopt : std::optional<std::size_t>(found - columns.begin());
}

}  // namespace brokerscope
