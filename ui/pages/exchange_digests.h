#pragma once

#include "core/exchange/exchange.h"
#include "core/schema/schema_registry.h"
#include "ui/models/reading_context.h"

#include <QObject>
#include <QString>

#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace brokerscope {

// What exchanges were about (exchangeDigest), read on a thread of the pool: some at a time, so that other work comes
// between. Each is read once, in the order of their ids. GUI thread. The registry must outlive it and the work of the
// pool.
class ExchangeDigests : public QObject {
    Q_OBJECT

public:
    using Row = std::shared_ptr<const Exchange>;

    explicit ExchangeDigests(const ReadingContext& context, QObject* parent = nullptr)
        : QObject(parent), m_context(context) {}

    // Reads those that were not asked for before; exchanges that say an error or a reason need no digest.
    void read(const std::vector<Row>& rows);
    QString of(ExchangeId id) const;  // empty: nothing to say, or not read yet
    void dropUpTo(ExchangeId last);   // these exchanges are gone
    void clear();                     // another store's follow

Q_SIGNALS:
    void came(const std::vector<std::shared_ptr<const brokerscope::Exchange>>& rows);

private:
    using Digests = std::map<ExchangeId, QString>;

    void readNext();
    void take(const std::vector<Row>& rows, const Digests& digests);

    ReadingContext m_context;
    Digests m_digests;
    std::deque<Row> m_unread;
    ExchangeId m_asked = ExchangeId::None;  // the last one that was asked for
    ExchangeId m_dropped = ExchangeId::None;
    std::uint64_t m_store = 0;  // counts stores; what the work on an earlier one brings is dropped
    bool m_isReading = false;
};

}  // namespace brokerscope
