#include "core/records/producer_continuity.h"

namespace brokerscope {
namespace {

constexpr std::int32_t kLastSequence = 2147483647;
// A batch further back than half of all sequences is taken for one ahead.
constexpr std::int64_t kHalf = std::int64_t{1} << 30;
constexpr std::int64_t kSequences = std::int64_t{1} << 31;

Diagnostic warning(MessageId id, std::vector<std::string> arguments, const char* path) {
    return {Severity::Warning, id, std::move(arguments), {}, path};
}

bool isBehind(std::int32_t sequence, std::int32_t expected) {
    const std::int64_t distance = (std::int64_t{expected} - sequence + kSequences) % kSequences;
    return distance > 0 && distance <= kHalf;
}

}  // namespace

std::optional<Diagnostic> ProducerContinuity::check(const BatchHeader& batch) {
    if (batch.producerId < 0 || batch.baseSequence < 0 || batch.isControl()) {
        return std::nullopt;
    }
    const auto [found, isNew] = m_producers.try_emplace(batch.producerId);
    Last& last = found->second;
    const Last before = last;
    const std::string producer = std::to_string(batch.producerId);
    if (!isNew && batch.producerEpoch < before.epoch) {
        return warning(MessageId::ProducerEpochOld,
                       {producer, std::to_string(batch.producerEpoch), std::to_string(before.epoch)}, "producerEpoch");
    }
    const bool continues = !isNew && batch.producerEpoch == before.epoch;
    const std::int32_t expected = !continues ? 0 : before.sequence == kLastSequence ? 0 : before.sequence + 1;
    if (continues && isBehind(batch.baseSequence, expected)) {
        return warning(MessageId::SequenceDuplicate,
                       {producer, std::to_string(batch.baseSequence), std::to_string(batch.lastSequence())},
                       "baseSequence");
    }
    last = {batch.producerEpoch, batch.lastSequence()};
    if (!isNew && batch.baseSequence != expected) {
        return warning(MessageId::SequenceGap, {producer, std::to_string(expected), std::to_string(batch.baseSequence)},
                       "baseSequence");
    }
    return std::nullopt;
}

}  // namespace brokerscope
