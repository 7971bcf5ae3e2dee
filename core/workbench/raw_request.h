#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/schema/schema_registry.h"

#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// Raw bytes as a broker cuts them: whole frames (size prefix included), then what is left, which is no whole frame or
// begins with a size that cannot be one. At least one piece, which is empty where there are no bytes.
std::vector<ByteBuffer> splitRequests(ByteView bytes);

// What raw bytes may do to the cluster.
struct RawChange {
    std::string subject;  // "CreateTopics", or what cannot be read: "the request at byte 17 (Metadata v99)"
    std::string what;     // "topics"; empty: it cannot be read, so nobody knows

    // "CreateTopics changes the cluster (…)", "the request at byte 17 (Metadata v99) cannot be read here and may …"
    std::string sentence() const;
};

// Of the first request in the bytes that changes the cluster or cannot be read here; nothing where all are known to
// change nothing. An API that never changes anything need not be readable.
std::optional<RawChange> changeByRawBytes(const SchemaRegistry& registry, ByteView bytes, const SchemaChoice& choice,
                                          const Limits& limits);

}  // namespace brokerscope
