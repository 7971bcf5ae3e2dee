#include "core/internal_topics/pending_offsets.h"

#include <algorithm>
#include <utility>

namespace brokerscope {

bool PendingOffsets::add(std::int64_t producerId, PendingOffset offset) {
    Transaction& transaction = m_byProducer[producerId];
    if (transaction.firstRecord < 0) {
        transaction.firstRecord = offset.commit.record;
    }
    auto& offsets = transaction.byGroup[std::move(offset.group)];
    const bool isNew = offsets.insert_or_assign(offset.key, std::move(offset.commit)).second;
    m_count += isNew ? 1 : 0;
    return isNew;
}

std::size_t PendingOffsets::remove(std::string_view group, const OffsetKey& key) {
    std::size_t removed = 0;
    for (auto& [producerId, transaction] : m_byProducer) {
        const auto offsets = transaction.byGroup.find(group);
        if (offsets != transaction.byGroup.end()) {
            removed += offsets->second.erase(key);
        }
    }
    m_count -= removed;
    return removed;
}

std::vector<PendingOffset> PendingOffsets::decide(std::int64_t producerId) {
    std::vector<PendingOffset> decided;
    const auto found = m_byProducer.find(producerId);
    if (found == m_byProducer.end()) {
        return decided;
    }
    for (auto& [group, offsets] : found->second.byGroup) {
        for (auto& [key, commit] : offsets) {
            decided.push_back({group, key, std::move(commit)});
        }
    }
    m_byProducer.erase(found);
    m_count -= decided.size();
    std::ranges::sort(decided, {}, [](const PendingOffset& offset) { return offset.commit.record; });
    return decided;
}

void PendingOffsets::clear() {
    m_byProducer.clear();
    m_count = 0;
}

std::vector<PendingOffsets::OfGroup> PendingOffsets::of(std::string_view group) const {
    std::vector<OfGroup> all;
    for (const auto& [producerId, transaction] : m_byProducer) {
        const auto offsets = transaction.byGroup.find(group);
        if (offsets == transaction.byGroup.end()) {
            continue;
        }
        for (const auto& [key, commit] : offsets->second) {
            all.push_back({producerId, key, &commit});
        }
    }
    return all;
}

std::vector<std::pair<std::int64_t, std::int64_t>> PendingOffsets::open() const {
    std::vector<std::pair<std::int64_t, std::int64_t>> all;
    all.reserve(m_byProducer.size());
    for (const auto& [producerId, transaction] : m_byProducer) {
        all.emplace_back(producerId, transaction.firstRecord);
    }
    return all;
}

std::optional<std::int64_t> PendingOffsets::oldest() const {
    std::optional<std::int64_t> oldest;
    for (const auto& [producerId, transaction] : m_byProducer) {
        oldest = std::min(oldest.value_or(transaction.firstRecord), transaction.firstRecord);
    }
    return oldest;
}

}  // namespace brokerscope
