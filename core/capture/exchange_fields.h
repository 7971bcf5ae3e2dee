#pragma once

#include "core/capture/captured_exchange.h"
#include "core/query/field_source.h"
#include "core/query/filter_vocabulary.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_tree.h"

#include <memory>
#include <optional>

namespace brokerscope {

// The columns of an exchange, as filters call them: api, version, error, topic, latency, throttle, correlationId,
// client, broker, frame, bytes, requestBytes, responseBytes, answered, mechanism, note. A column that says nothing of
// an exchange (latency without an answer) has no value; `error` of an answer without one is NONE.
FilterVocabulary exchangeVocabulary(const SchemaRegistry& registry);

// An exchange as a filter asks it. Columns come from the summary, but for `topic`, which walks over the request; a path
// walks over the message that it is of. Trees are decoded, each message once at most, only for paths that end at a
// structure or an array. An exchange that has no response has no fields of one. Borrows the exchange and the registry.
// Not thread safe.
class ExchangeFields : public FieldSource {
public:
    ExchangeFields(const SchemaRegistry& registry, const CapturedExchange& captured, SchemaChoice schemas,
                   const Limits& limits)
        : m_registry(registry), m_captured(captured), m_schemas(std::move(schemas)), m_limits(limits) {}

    void visitColumn(std::size_t column, const FieldVisitor& visit) const override;
    void visitPath(const FilterPath& path, const FieldVisitor& visit) const override;

private:
    using Tree = std::shared_ptr<const ValueTree>;

    const Tree& request() const;
    const Tree& response() const;

    const SchemaRegistry& m_registry;
    const CapturedExchange& m_captured;
    SchemaChoice m_schemas;
    Limits m_limits;
    mutable std::optional<Tree> m_request;  // once asked for
    mutable std::optional<Tree> m_response;
};

}  // namespace brokerscope
