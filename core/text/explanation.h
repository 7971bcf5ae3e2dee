#pragma once

#include "core/text/annotation.h"
#include "core/text/byte_readings.h"
#include "core/text/readable_value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brokerscope {

// One sentence about some bytes. `bytes` are their two-digit hex with spaces; long runs end in "…", and hidden ones
// (isHidden) read "***" where secrets are masked.
struct ExplanationLine {
    ByteSpan span;
    std::string bytes;
    std::string text;
};

// Why the bytes at one place mean what they mean.
struct Explanation {
    NodeRef node;
    AnnotationPart part = AnnotationPart::Value;
    ByteSpan span;      // the run that was looked at: the whole prefix, value or gap
    std::string path;   // topics[0].name
    std::string type;   // COMPACT_STRING
    std::string value;  // as people read it; empty for prefixes
    std::vector<ExplanationLine> lines;
    std::vector<ByteReading> readings;  // what the bytes could mean by themselves
    std::vector<std::string> remarks;   // texts of the diagnostics at this node
};

// Explains the byte at `offset` of the tree under `root`, with the run it belongs to: "07 unsigned varint 7: compact
// string, so 7 − 1 = 6 bytes follow; 0 would mean null". Empty (an invalid node) beyond the end. Any thread.
Explanation explain(const NodeRef& root, std::uint64_t offset, const ReadableOptions& options);

// The lines alone, for an annotation that is known.
std::vector<ExplanationLine> explainAnnotation(const Annotation& annotation, const ReadableOptions& options);

}  // namespace brokerscope
