#include "ui/inspector/change_marks.h"

#include <algorithm>

namespace brokerscope {

std::vector<ByteSpan> changedBytes(const TreeDifferences& found, ByteSpan TreeDifference::*side) {
    std::vector<ByteSpan> spans;
    for (const TreeDifference& one : found.differences) {
        if ((one.*side).length > 0) {
            spans.push_back(one.*side);
        }
    }
    std::ranges::sort(spans, {}, &ByteSpan::offset);
    std::vector<ByteSpan> joined;
    for (const ByteSpan& span : spans) {
        if (!joined.empty() && span.offset <= joined.back().end()) {
            joined.back().length = std::max(joined.back().end(), span.end()) - joined.back().offset;
        } else {
            joined.push_back(span);
        }
    }
    return joined;
}

}  // namespace brokerscope
