#pragma once

#include "core/text/annotation.h"
#include "core/value/node_ref.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace brokerscope {

// A run of bytes that says one thing, and how it should be told apart. Independent of any view.
struct ByteInterval {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    std::uint64_t nodeOffset = 0;  // where the node begins that this is a part of; prefix and value of a node share it
    AnnotationPart part = AnnotationPart::Value;
    bool isFrameSize = false;
    bool failed = false;  // reading stopped within
    int tint = -1;        // as tintOf()
    int severity = -1;    // worst remark attached to the node itself, -1: none
    bool operator==(const ByteInterval&) const = default;
};

// The intervals that touch [begin, end), in byte order and without holes. Only the nodes in that range are looked at,
// so a window of a message of any size costs what it shows.
std::vector<ByteInterval> byteIntervals(const std::shared_ptr<const ValueTree>& tree, std::uint64_t begin,
                                        std::uint64_t end);

}  // namespace brokerscope
