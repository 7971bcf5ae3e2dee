#include "ui/pages/exchange_digests.h"

#include "ui/models/pool_work.h"
#include "ui/pages/exchange_digest.h"
#include "ui/pages/exchange_texts.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kReadAtOnce = 500;

}  // namespace

void ExchangeDigests::read(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        if (row->id > m_asked && (isOddlyRead(*row) || summaryText(m_context.registry(), *row).isEmpty())) {
            m_unread.push_back(row);
        }
    }
    if (!rows.empty()) {
        m_asked = std::max(m_asked, rows.back()->id);
    }
    readNext();
}

void ExchangeDigests::readNext() {
    if (m_isReading || m_unread.empty()) {
        return;
    }
    m_isReading = true;
    const auto end = m_unread.begin() + static_cast<std::ptrdiff_t>(std::min(kReadAtOnce, m_unread.size()));
    const std::vector<Row> rows(m_unread.begin(), end);
    m_unread.erase(m_unread.begin(), end);
    const auto reading = onPool([context = m_context.frozen(), rows] {
        Digests digests;
        for (const Row& row : rows) {
            digests.emplace(row->id, exchangeDigest(context.registry(), *row, context.limits()));
        }
        return digests;
    });
    whenDone(reading, this, [this, rows, store = m_store](const Digests& digests) {
        m_isReading = false;
        if (store == m_store) {
            take(rows, digests);
        }
        readNext();
    });
}

void ExchangeDigests::take(const std::vector<Row>& rows, const Digests& digests) {
    m_digests.insert(digests.upper_bound(m_dropped), digests.end());
    Q_EMIT came(rows);
}

QString ExchangeDigests::of(ExchangeId id) const {
    const auto found = m_digests.find(id);
    return found == m_digests.end() ? QString() : found->second;
}

void ExchangeDigests::dropUpTo(ExchangeId last) {
    m_dropped = last;
    m_digests.erase(m_digests.begin(), m_digests.upper_bound(last));
    // Waiting rows keep their exchange, which is to be free now.
    std::erase_if(m_unread, [last](const Row& row) { return row->id <= last; });
}

void ExchangeDigests::clear() {
    m_digests.clear();
    m_unread.clear();
    m_asked = m_dropped = ExchangeId::None;
    ++m_store;
}

}  // namespace brokerscope
