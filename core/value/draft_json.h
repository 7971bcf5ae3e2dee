#pragma once

#include "core/value/value_draft.h"

#include <string>
#include <vector>

namespace brokerscope {

struct DraftJson {
    std::string text;
    std::vector<std::string> lost;  // paths of texts that are not UTF-8: JSON cannot give their bytes
};

// A draft in the JSON form that draftFromJson() reads: the fields that were touched, unknown tags, overrides and
// trailing bytes. Read again it is the same draft, but for what is `lost`. `indent`: spaces a level; -1: one line.
DraftJson draftToJson(const ValueDraft& draft, int indent = 2);

}  // namespace brokerscope
