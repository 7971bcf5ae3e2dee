#include "core/capture/exchange_fields.h"

#include "core/capture/exchange_columns.h"
#include "core/query/path_values.h"
#include "core/topology/node_values.h"

#include <array>
#include <span>

namespace brokerscope {
namespace {

constexpr std::int16_t kNoError = 0;

using VisitColumn = void (*)(const CapturedExchange& captured, const SchemaRegistry& registry,
                             const FieldVisitor& visit);

void visitNumber(const FieldVisitor& visit, std::uint64_t value) {
    visit({static_cast<std::int64_t>(value), {}});
}

void visitText(const FieldVisitor& visit, const std::string& text) {
    visit({std::string_view(text), {}});
}

bool visitErrorCode(std::int16_t code, const SchemaRegistry& registry, const FieldVisitor& visit) {
    const ErrorCodeInfo* info = registry.errorCode(code);
    return visit({std::int64_t{code}, info != nullptr ? std::string_view(info->name) : std::string_view()});
}

void visitApi(const CapturedExchange& captured, const SchemaRegistry& registry, const FieldVisitor& visit) {
    if (const auto key = captured.exchange.apiKey) {
        const ApiInfo* api = registry.api(*key);
        visit({std::int64_t{*key}, api != nullptr ? std::string_view(api->name) : std::string_view()});
    }
}

void visitErrors(const CapturedExchange& captured, const SchemaRegistry& registry, const FieldVisitor& visit) {
    const Exchange& exchange = captured.exchange;
    for (const ErrorFinding& finding : exchange.errors.findings) {
        if (visitErrorCode(finding.code, registry, visit)) {
            return;
        }
    }
    if (exchange.response && exchange.errors.isEmpty()) {
        visitErrorCode(kNoError, registry, visit);
    }
}

void visitNotes(const CapturedExchange& captured, const SchemaRegistry&, const FieldVisitor& visit) {
    if (captured.exchange.failure) {
        visitText(visit, captured.exchange.failure->text());
    }
    for (const Diagnostic& note : captured.exchange.notes) {
        if (visit({std::string_view(note.text()), {}})) {
            return;
        }
    }
}

void visitLatency(const CapturedExchange& captured, const SchemaRegistry&, const FieldVisitor& visit) {
    const double totalMs = timingOf(captured.exchange.times).totalMs;
    if (captured.exchange.request && captured.exchange.response && totalMs >= 0) {
        visit({totalMs, {}});
    }
}

template <auto Member>
void visitOptional(const CapturedExchange& captured, const SchemaRegistry&, const FieldVisitor& visit) {
    if (const auto& value = captured.exchange.*Member) {
        visit({static_cast<std::int64_t>(*value), {}});
    }
}

struct ColumnRow {
    const char* name;
    FilterKind kind;
    const char* about;
    VisitColumn visit;  // null: needs a message
};

using enum FilterKind;
using Captured = const CapturedExchange&;
using Registry = const SchemaRegistry&;
using Visitor = const FieldVisitor&;

constexpr std::array kColumns{
    ColumnRow{"api", Api, "API of the request, by name or key", visitApi},
    ColumnRow{"version", Integer, "version of the request", visitOptional<&Exchange::apiVersion>},
    ColumnRow{"error", ErrorCode, "error codes in the response; NONE without one", visitErrors},
    ColumnRow{"time", Time, "when the request was seen, or the answer that has none",
              [](Captured c, Registry, Visitor visit) {
                  if (c.exchange.times.wallMs > 0) {
                      visit({c.exchange.times.wallMs, {}});
                  }
              }},
    ColumnRow{"topic", Text, "topics that the request names", nullptr},
    ColumnRow{"latency", Duration, "from the request to the last byte of the response", visitLatency},
    ColumnRow{"throttle", Duration, "quota wait that the response tells", visitOptional<&Exchange::throttleMs>},
    ColumnRow{"correlationId", Integer, "correlation id", visitOptional<&Exchange::correlationId>},
    ColumnRow{"client", Text, "address and port of the client",
              [](Captured c, Registry, Visitor visit) { visitText(visit, c.client.toString()); }},
    ColumnRow{"broker", Text, "address and port of the broker",
              [](Captured c, Registry, Visitor visit) { visitText(visit, c.exchange.broker.toString()); }},
    ColumnRow{"frame", Integer, "number of the packet that the exchange begins with",
              [](Captured c, Registry, Visitor visit) { visitNumber(visit, c.packet()); }},
    ColumnRow{"bytes", Size, "bytes of request and response",
              [](Captured c, Registry, Visitor visit) {
                  visitNumber(visit, c.exchange.requestBytes() + c.exchange.responseBytes());
              }},
    ColumnRow{"requestBytes", Size, "bytes of the request",
              [](Captured c, Registry, Visitor visit) { visitNumber(visit, c.exchange.requestBytes()); }},
    ColumnRow{"responseBytes", Size, "bytes of the response",
              [](Captured c, Registry, Visitor visit) { visitNumber(visit, c.exchange.responseBytes()); }},
    ColumnRow{"answered", Flag, "request and response are both there",
              [](Captured c, Registry, Visitor visit) {
                  visit({c.exchange.request != nullptr && c.exchange.response != nullptr, {}});
              }},
    ColumnRow{"mechanism", Text, "SASL mechanism of raw tokens",
              [](Captured c, Registry, Visitor visit) {
                  if (c.exchange.saslMechanism) {
                      visitText(visit, *c.exchange.saslMechanism);
                  }
              }},
    ColumnRow{"note", Text, "remarks on the exchange, and why there is no response", visitNotes}};

}  // namespace

FilterVocabulary exchangeVocabulary(const SchemaRegistry& registry) {
    FilterVocabulary vocabulary;
    for (const ColumnRow& row : kColumns) {
        vocabulary.columns.push_back({row.name, row.kind, row.about});
    }
    vocabulary.registry = &registry;
    vocabulary.hasExchangePaths = true;
    return vocabulary;
}

const ExchangeFields::Tree& ExchangeFields::request() const {
    if (!m_request) {
        m_request = requestTree(m_registry, m_captured.exchange, m_schemas, m_limits);
    }
    return *m_request;
}

const ExchangeFields::Tree& ExchangeFields::response() const {
    if (!m_response) {
        // What a lone answer or raw tokens mean is not known.
        const Exchange& exchange = m_captured.exchange;
        m_response =
            exchange.apiKey && exchange.response ? responseTree(m_registry, exchange, m_schemas, m_limits) : nullptr;
    }
    return *m_response;
}

void ExchangeFields::visitColumn(std::size_t column, const FieldVisitor& visit) const {
    const ColumnRow& row = kColumns.at(column);
    if (row.visit != nullptr) {
        row.visit(m_captured, m_registry, visit);
        return;
    }
    bool isEnough = false;
    visitRequestTopics(m_registry, m_captured.exchange, m_schemas, m_limits, [&](std::string_view topic) {
        isEnough = isEnough || visit({topic, {}});
    });
}

void ExchangeFields::visitPath(const FilterPath& path, const FieldVisitor& visit) const {
    bool isEnough = false;
    const std::vector<bool> isBeyond =
        visitExchangeValues(m_registry, m_captured.exchange, m_schemas, m_limits, std::span(&path, 1),
                            [&](std::size_t, const LeafValue& value, const WalkPath&) {
                                isEnough = isEnough || visitLeaf(value, &m_registry, visit);
                            });
    if (!isBeyond.front() || isEnough) {
        return;
    }
    if (path.scope == PathScope::Header) {
        const auto header = NodeRef::root(request()).find("header");
        visitPathValues(header.value_or(NodeRef()), path, &m_registry, visit);
    } else {
        visitPathValues(bodyOf(path.scope == PathScope::Request ? request() : response()), path, &m_registry, visit);
    }
}

}  // namespace brokerscope
