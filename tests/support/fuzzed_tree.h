#pragma once

#include "core/codec/decoder.h"
#include "core/text/annotation.h"
#include "core/value/json_writer.h"

#include <cstdlib>

// What every decode under the fuzzers must keep: all bytes named once, all views of the tree readable.
namespace brokerscope::testing {

inline Limits fuzzLimits() {
    Limits limits;
    limits.nodes = 20'000;
    return limits;
}

inline void useTree(const std::shared_ptr<const ValueTree>& tree) {
    std::uint64_t at = 0;
    annotate(NodeRef::root(tree), [&](const Annotation& annotation) {
        if (annotation.offset != at) {
            std::abort();
        }
        at += annotation.size;
        annotation.valueJson();
    });
    if (at != tree->bytes->size()) {
        std::abort();
    }
    toJson(NodeRef::root(tree));
}

}  // namespace brokerscope::testing
