#pragma once

#include "core/base/limits.h"
#include "core/exchange/exchange.h"
#include "core/exchange/fetch_sessions.h"
#include "core/exchange/produce_sequences.h"
#include "core/exchange/topic_names.h"
#include "core/schema/schema_registry.h"

#include <memory>

namespace brokerscope {

// Fills in the columns of an exchange that need its messages decoded: error codes, throttle time, what was left unread
// or malformed, the fallback of ApiVersions, the fetch session, the sequences of producers, the topic names that the
// answer tells. One for each connection, asked in the order in which messages came. `registry` must outlive it. Not
// thread safe.
class ExchangeSummarizer {
public:
    // `topicNames` may be shared with other connections of the cluster; null: names of this connection alone.
    ExchangeSummarizer(const SchemaRegistry& registry, SchemaChoice choice, Limits limits,
                       std::shared_ptr<TopicNames> topicNames);

    // A request was sent.
    void request(Exchange& exchange);
    // Its answer is there.
    void answer(Exchange& exchange);

    const std::shared_ptr<TopicNames>& topicNames() const { return m_topicNames; }

private:
    void checkRequest(Exchange& exchange) const;
    void followFetch(Exchange& exchange);

    const SchemaRegistry& m_registry;
    SchemaChoice m_choice;
    Limits m_limits;
    std::shared_ptr<TopicNames> m_topicNames;
    FetchSessions m_fetchSessions;
    ProduceSequences m_produceSequences;
};

}  // namespace brokerscope
