#pragma once

#include "core/workbench/group_survey.h"

#include <string>

namespace brokerscope {

struct GroupOffsets;

// What `groups list` and `groups describe` print. Names that are no UTF-8 or have control characters are escaped in
// texts; in JSON what is not known is null.

// One line a group under a head; none: a sentence.
std::string groupListText(const GroupSurveyResult& survey);
// An array of {"group","type","state","protocol","assignor","members","coordinator"}, and "error" where a group could
// not be described.
std::string groupListJson(const GroupSurveyResult& survey);

// `offsets` may be null: they were not asked for. Those of share groups are start offsets, and have `startOffset`
// beside a `committed` that is null.
struct DescribedForPrint {
    const SurveyedGroup& group;
    std::int32_t offsetsPartition = -1;  // of __consumer_offsets; -1: not known
    const GroupOffsets* offsets = nullptr;
};
std::string groupText(const DescribedForPrint& described);
std::string groupJson(const DescribedForPrint& described);

}  // namespace brokerscope
