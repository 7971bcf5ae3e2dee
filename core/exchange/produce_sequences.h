#pragma once

#include "core/base/bytes.h"
#include "core/base/limits.h"
#include "core/records/producer_continuity.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace brokerscope {

// Follows the sequences of idempotent producers through the Produce requests of one connection, by partition
// (ProducerContinuity). A batch that is sent again after an error is told as one that was there before. Not thread
// safe.
class ProduceSequences {
public:
    // Partitions, and producers of each, that are followed at once; with more it begins anew.
    static constexpr std::size_t kMost = 20'000;

    // What is odd about the batches of a Produce request that follows those before it. Spans are those of the batches
    // in the frame, paths begin with "request.". Builds no tree.
    std::vector<Diagnostic> requested(const SchemaRegistry& registry, ByteView frame, const SchemaChoice& choice,
                                      const Limits& limits);

private:
    using Partition = std::pair<std::string, std::int32_t>;  // by name, since v13 by topic id

    void follow(const Partition& partition, ByteView records, std::uint64_t offset, const std::string& path,
                std::vector<Diagnostic>& remarks);

    std::map<Partition, ProducerContinuity> m_partitions;
    std::size_t m_producers = 0;  // of all of them
};

}  // namespace brokerscope
