#pragma once

#include "core/text/nested_view.h"
#include "core/text/readable_value.h"

#include <functional>
#include <string_view>

namespace brokerscope {

struct AnnotatedHexOptions {
    ReadableOptions readable;
    bool colours = false;  // ANSI sequences: a field and its prefixes share one of kAnnotationTints tints
};

// Neighbouring fields get different tints; the ninth field has the first tint again.
inline constexpr std::size_t kAnnotationTints = 8;

// Prints bytes with what they say, one annotation a line, in byte order, every byte once:
//     12  07                       topics[0].name (length)  6
//     13  6f 72 64 65 72 73        topics[0].name           "orders"
// Runs longer than eight bytes go on in lines of bytes alone. Secrets are shown as "**" a byte where they are masked.
// Diagnostics follow at the end. With a view that opens them, the bytes of a structure within a field follow the
// field's a second time, behind ">" and with what they say there. `take` gets each line without its line feed.
void writeAnnotatedHex(const NodeRef& root, const AnnotatedHexOptions& options,
                       const std::function<void(std::string_view)>& take, const NestedView& nested = {});

}  // namespace brokerscope
