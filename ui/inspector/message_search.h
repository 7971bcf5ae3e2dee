#pragma once

#include "core/base/error.h"
#include "core/value/node_ref.h"

#include <QString>
#include <optional>

namespace brokerscope {

enum class SearchMode : int { Text, Hex, Field, Offset };

struct SearchHit {
    ByteSpan span;
    NodeRef node;  // valid where a field was looked for
};

// The next place after `from` (the hit may not begin at it) that has the text (UTF-8, ignoring ASCII case), the hex
// pattern, or a field whose name contains the text; wraps around at the end. `backwards` looks for the one before. An
// offset is decimal or begins with 0x. Nothing where there is none; an error says why the text cannot be looked for.
Result<std::optional<SearchHit>> searchMessage(const std::shared_ptr<const ValueTree>& tree, SearchMode mode,
                                               const QString& text, std::uint64_t from, bool backwards);

}  // namespace brokerscope
