#pragma once

#include "core/query/filter_vocabulary.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// One thing that may stand at the cursor.
struct FilterOffer {
    std::string text;   // what replaces the span
    std::string about;  // one line; may be empty

    bool operator==(const FilterOffer&) const = default;
};

struct FilterCompletion {
    std::size_t begin = 0;  // bytes of the text that an offer replaces: [begin, cursor)
    std::vector<FilterOffer> offers;
};

// What may stand at the cursor (a byte position, at most the text's length): names and paths where a test begins,
// operators after a name, values after an operator (APIs, error codes, true and false). Offers begin with what is there
// already, case ignored; at most `most`, in a fixed order. Pure: the same text gives the same offers.
FilterCompletion completeFilter(std::string_view text, std::size_t cursor, const FilterVocabulary& vocabulary,
                                std::size_t most = 50);

}  // namespace brokerscope
