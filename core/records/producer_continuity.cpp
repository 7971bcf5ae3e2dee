#include "core/records/producer_continuity.h"

namespace brokerscope {
namespace {

constexpr std::int32_t kLastSequence = 2147483647;
// A batch further back than half of all sequences is taken for one ahead.
constexpr std::int64_t kHalf = std::int64_t{1} << 30;

Diagnostic warning(MessageId id, std::vector<std::string> arguments, const char* path) {
    return {Severity::Warning, id, std::move(arguments), {}, path};
}

// Steps from one sequence on to another.
std::int64_t distanceOf(std::int32_t from, std::int32_t to) {
    return (std::int64_t{to} - from + BatchHeader::kSequences) % BatchHeader::kSequences;
}

bool isBehind(std::int32_t sequence, std::int32_t expected) {
    const std::int64_t distance = distanceOf(sequence, expected);
    return distance > 0 && distance <= kHalf;
}

}  // namespace

void ProducerContinuity::countMissing(const BatchHeader& batch) {
    if (m_nextOffset && batch.baseOffset > *m_nextOffset) {
        m_missing += static_cast<std::uint64_t>(batch.baseOffset) - static_cast<std::uint64_t>(*m_nextOffset);
    }
    m_nextOffset = batch.nextOffset();
}

std::optional<Diagnostic> ProducerContinuity::check(const BatchHeader& batch) {
    countMissing(batch);
    if (batch.producerId < 0 || batch.baseSequence < 0 || batch.isControl()) {
        return std::nullopt;
    }
    if (m_producers.size() >= kMostProducers && !m_producers.contains(batch.producerId)) {
        m_producers.clear();
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
    last = {batch.producerEpoch, batch.lastSequence(), m_missing};
    const auto gap = static_cast<std::uint64_t>(distanceOf(expected, batch.baseSequence));
    if (!isNew && gap > m_missing - before.missing) {
        return warning(MessageId::SequenceGap, {producer, std::to_string(expected), std::to_string(batch.baseSequence)},
                       "baseSequence");
    }
    return std::nullopt;
}

}  // namespace brokerscope
