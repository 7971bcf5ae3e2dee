#include "core/internal_topics/key_history.h"

#include "core/internal_topics/needed_records.h"

#include <algorithm>

namespace brokerscope {
namespace {

// Bytes of log from one mark to the next, at least.
constexpr std::uint64_t kMarkEvery = 4096;

// A record in the list of its key: its offset, what it does, and whether it stands in a transaction.
class PackedStep {
public:
    explicit PackedStep(std::uint64_t packed) : m_packed(packed) {}
    PackedStep(std::int64_t offset, RecordEffect effect, bool isWithin)
        : m_packed((static_cast<std::uint64_t>(offset) << 4U) | (static_cast<std::uint64_t>(effect) << 1U) |
                   (isWithin ? 1U : 0U)) {}

    std::uint64_t packed() const { return m_packed; }
    std::int64_t offset() const { return static_cast<std::int64_t>(m_packed >> 4U); }
    RecordEffect effect() const { return static_cast<RecordEffect>((m_packed >> 1U) & 7U); }
    bool isWithin() const { return (m_packed & 1U) != 0; }
    bool isAllThereIs() const { return effect() == RecordEffect::Sets || effect() == RecordEffect::Removes; }

private:
    std::uint64_t m_packed;
};

using PackedSteps = std::vector<std::uint64_t>;

// Behind the last step up to a moment.
PackedSteps::const_iterator stepsUpTo(const PackedSteps& steps, std::int64_t moment) {
    return std::ranges::partition_point(
        steps, [moment](std::uint64_t packed) { return PackedStep(packed).offset() <= moment; });
}

bool isBeginning(const FactPath& path, const FactPath& of) {
    return path.size() <= of.size() && std::equal(path.begin(), path.end(), of.begin());
}

}  // namespace

KeyHistory::KeyHistory(const TopicRecordReader& reader, const InternalTopicFacts& topic, std::int32_t partition,
                       const Limits& limits, std::uint64_t mostBytes)
    : m_subjects(makeSubjectReader(reader, topic, limits))
    , m_partition(partition)
    , m_areObjectsApart(topic.form == RecordForm::Keyed)
    , m_limits(limits)
    , m_mostBytes(mostBytes) {}

void KeyHistory::begin(std::uint64_t position, std::uint64_t storedBytes) {
    if (!m_end && bytes() > m_mostBytes) {
        m_end = m_lastOffset + 1;
    }
    if (m_end) {
        return;
    }
    if (m_marks.empty() || m_sinceMark >= kMarkEvery) {
        m_marks.push_back({m_lastOffset + 1, m_latest, position});
        m_sinceMark = 0;
    }
    m_sinceMark += storedBytes;
}

void KeyHistory::record(const RecordView& view, const BatchContext& batch) {
    if (view.offset <= m_lastOffset || m_end) {
        return;
    }
    if (view.offset > kMostOffset) {
        m_end = view.offset;
        return;
    }
    const RecordSubject subject = m_subjects->read(view, batch);
    m_transactions.add(view.offset, subject);
    if (!subject.key.empty() && subject.effect != RecordEffect::None) {
        const KeyTable::Found key = m_table.add(subject.key);
        if (key.isNew) {
            m_table.setObject(key.number, m_subjects->object());
            m_entries.emplace_back();
        }
        place(key.number, view.offset, subject);
    }
    m_lastOffset = view.offset;
    m_latest = std::max(m_latest, view.timestamp);
    ++m_records;
}

void KeyHistory::place(KeyNumber key, std::int64_t offset, const RecordSubject& subject) {
    PackedSteps& steps = m_entries[static_cast<std::size_t>(key)];
    const std::size_t before = steps.capacity();
    const bool isWithin = subject.step == TransactionStep::Within;
    steps.push_back(PackedStep(offset, subject.effect, isWithin).packed());
    m_entryBytes += (steps.capacity() - before) * sizeof(std::uint64_t);
}

std::uint64_t KeyHistory::bytes() const {
    return m_table.bytes() + m_entryBytes + m_entries.capacity() * sizeof(PackedSteps) + m_transactions.bytes() +
           m_marks.capacity() * sizeof(Mark);
}

std::vector<SubjectHistory> KeyHistory::history(const StateObjectId& object, const FactPath& within) const {
    std::vector<SubjectHistory> all;
    for (const KeyNumber key : m_table.keysOf(object)) {
        FactPath path = m_subjects->factPath(m_table.key(key));
        if (!isBeginning(within, path) && !isBeginning(path, within)) {
            continue;
        }
        all.push_back(subject(key, std::move(path)));
    }
    return all;
}

SubjectHistory KeyHistory::subject(KeyNumber key, FactPath path) const {
    SubjectHistory subject{m_table.objectOf(key), std::move(path), {}};
    for (const std::uint64_t packed : m_entries[static_cast<std::size_t>(key)]) {
        const PackedStep step(packed);
        HistoryStep& shown = subject.steps.emplace_back();
        shown.record = {m_partition, step.offset(), -1};
        shown.effect = step.effect();
        const auto* transaction = step.isWithin() ? m_transactions.find(step.offset()) : nullptr;
        shown.transaction = transaction == nullptr ? std::nullopt : std::optional(*transaction);
    }
    return subject;
}

std::optional<SubjectHistory> KeyHistory::historyOf(std::int64_t offset) const {
    for (std::size_t key = 0; key < m_entries.size(); ++key) {
        const auto behind = stepsUpTo(m_entries[key], offset);
        if (behind != m_entries[key].begin() && PackedStep(*(behind - 1)).offset() == offset) {
            const auto number = static_cast<KeyNumber>(key);
            return subject(number, m_subjects->factPath(m_table.key(number)));
        }
    }
    return std::nullopt;
}

std::vector<StateObjectId> KeyHistory::changedObjects(std::int64_t after, std::int64_t upTo) const {
    const std::vector<std::int64_t> decided = m_transactions.decidedWithin(after, upTo);
    std::vector<StateObjectId> changed;
    for (std::size_t key = 0; key < m_entries.size(); ++key) {
        const auto first = stepsUpTo(m_entries[key], after);
        const bool isWritten = first != m_entries[key].end() && PackedStep(*first).offset() <= upTo;
        const bool isDecided =
            !decided.empty() && std::any_of(m_entries[key].begin(), first, [&](std::uint64_t packed) {
                return PackedStep(packed).isWithin() &&
                       std::ranges::binary_search(decided, PackedStep(packed).offset());
            });
        if (isWritten || isDecided) {
            changed.push_back(m_table.objectOf(static_cast<KeyNumber>(key)));
        }
    }
    std::ranges::sort(changed);
    const auto repeated = std::ranges::unique(changed);
    changed.erase(repeated.begin(), repeated.end());
    return changed;
}

const KeyHistory::Mark& KeyHistory::markOf(std::int64_t offset) const {
    const auto behind = std::ranges::upper_bound(m_marks, offset, {}, &Mark::offset);
    return behind == m_marks.begin() ? m_marks.front() : *(behind - 1);
}

Result<std::int64_t> KeyHistory::momentOf(std::int64_t timestampMs, const RecordSource& source) const {
    const auto behind = std::ranges::upper_bound(m_marks, timestampMs, {}, &Mark::latestBefore);
    if (behind == m_marks.begin()) {
        return -1;
    }
    const Mark& mark = *(behind - 1);
    std::int64_t moment = mark.offset - 1;
    RecordReader opened(m_limits);
    const auto take = [&](const BatchEntry& entry) {
        for (bool isOpen = opened.open(entry); isOpen && opened.next();) {
            const RecordView& view = opened.record();
            if (view.timestamp > timestampMs || view.offset > m_lastOffset) {
                return false;
            }
            moment = std::max(moment, view.offset);
        }
        return true;
    };
    if (const Result<void> read = source.read(mark.position, take); !read) {
        return tl::unexpected(read.error());
    }
    return moment;
}

// What makes the value of one key: back from the moment to the record that is all there is, past those of transactions
// that came to nothing or to nothing yet.
void KeyHistory::addNeeded(KeyNumber key, std::int64_t moment, std::vector<std::int64_t>& offsets) const {
    const PackedSteps& steps = m_entries[static_cast<std::size_t>(key)];
    for (auto at = stepsUpTo(steps, moment); at != steps.begin();) {
        const PackedStep step(*--at);
        const auto* transaction = step.isWithin() ? m_transactions.find(step.offset()) : nullptr;
        if (transaction != nullptr) {
            if (TransactionIndex::standing(*transaction, moment) != TransactionIndex::Standing::Committed) {
                continue;
            }
            offsets.push_back(transaction->marker);
            if (transaction->begin >= 0) {
                offsets.push_back(transaction->begin);
            }
        }
        offsets.push_back(step.offset());
        if (step.isAllThereIs()) {
            return;
        }
    }
}

// What waits of one key, and the tombstones after it, which take pending offsets away.
void KeyHistory::addPending(KeyNumber key, std::int64_t from, std::int64_t moment,
                            std::vector<std::int64_t>& offsets) const {
    const PackedSteps& steps = m_entries[static_cast<std::size_t>(key)];
    const auto end = stepsUpTo(steps, moment);
    bool isSomePending = false;
    for (auto at = stepsUpTo(steps, from - 1); at < end; ++at) {
        const PackedStep step(*at);
        const auto* transaction = step.isWithin() ? m_transactions.find(step.offset()) : nullptr;
        const bool isPending = transaction != nullptr &&
                               TransactionIndex::standing(*transaction, moment) == TransactionIndex::Standing::Pending;
        if (isPending && transaction->begin >= 0) {
            offsets.push_back(transaction->begin);
        }
        if (isPending || (isSomePending && step.effect() == RecordEffect::Removes)) {
            offsets.push_back(step.offset());
        }
        isSomePending = isSomePending || isPending;
    }
}

// Some of them where it is cancelled.
std::vector<std::int64_t> KeyHistory::needed(std::int64_t moment, std::span<const StateObjectId> only,
                                             const CancelToken& cancel) const {
    std::vector<std::int64_t> offsets;
    const std::optional<std::int64_t> firstPending = m_transactions.firstPendingAt(moment);
    const auto add = [&](KeyNumber key) {
        addNeeded(key, moment, offsets);
        if (firstPending) {
            addPending(key, *firstPending, moment, offsets);
        }
    };
    if (m_areObjectsApart && !only.empty()) {
        for (const StateObjectId& object : only) {
            std::ranges::for_each(m_table.keysOf(object), add);
        }
    } else {
        for (std::size_t key = 0; key < m_entries.size() && !cancel.isCancelled(); ++key) {
            add(static_cast<KeyNumber>(key));
        }
    }
    std::ranges::sort(offsets);
    const auto repeated = std::ranges::unique(offsets);
    offsets.erase(repeated.begin(), repeated.end());
    return offsets;
}

Error KeyHistory::notIndexed() const {
    const bool isFull = *m_end <= kMostOffset;
    return {MessageId::LimitExceeded,
            {isFull ? "bytes of history" : "offset of history", std::to_string(isFull ? bytes() : *m_end),
             std::to_string(isFull ? m_mostBytes : kMostOffset)},
            std::nullopt,
            {}};
}

Result<void> KeyHistory::rebuild(std::int64_t moment, const RecordSource& source, TopicState& state,
                                 std::span<const StateObjectId> only, const CancelToken& cancel) const {
    if (m_end && moment >= *m_end) {
        return tl::unexpected(notIndexed());
    }
    const std::vector<std::int64_t> offsets = needed(moment, only, cancel);
    if (cancel.isCancelled()) {
        return failure(MessageId::Cancelled);
    }
    NeededRecords records(offsets, state, m_limits);
    while (records.next()) {
        const std::int64_t wanted = *records.next();
        const auto take = [&](const BatchEntry& entry) {
            const std::int64_t last = records.take(entry);
            // Another mark stands before the next one that is wanted: reading goes on from there.
            const bool isNear = records.next() && markOf(*records.next()).offset - 1 <= last;
            return isNear && !cancel.isCancelled();
        };
        if (const Result<void> read = source.read(markOf(wanted).position, take); !read) {
            return read;
        }
        if (cancel.isCancelled()) {
            return failure(MessageId::Cancelled);
        }
        // The source came to its end before it, or went past it.
        if (records.next() && *records.next() == wanted) {
            records.pass();
        }
    }
    if (records.missing() > 0) {
        return failure(MessageId::RecordsMissing,
                       {std::to_string(records.missing()), std::to_string(records.firstMissing())});
    }
    return {};
}

}  // namespace brokerscope
