#include "core/workbench/exchange_comparison.h"

#include "core/schema/overlays.h"
#include "core/topology/node_values.h"
#include "core/value/json_text.h"
#include "core/value/json_writer.h"
#include "core/value/node_pairing.h"
#include "core/value/overlay_values.h"

#include <algorithm>

namespace brokerscope {
namespace {

using Tree = std::shared_ptr<const ValueTree>;

constexpr std::string_view kHeaderOf = "header.";

std::string quotedJson(std::string_view text) {
    std::string out;
    appendJsonString(out, text);
    return out;
}

NodeRef rootOf(const Tree& tree) {
    return tree != nullptr ? NodeRef::root(tree) : NodeRef();
}

// "topics[0].partitions[12].name" -> "topics[].partitions[].name"
std::string withoutIndices(std::string_view path) {
    std::string pattern;
    bool isIndex = false;
    for (const char character : path) {
        isIndex = isIndex && character != ']';
        if (!isIndex) {
            pattern += character;
        }
        isIndex = isIndex || character == '[';
    }
    return pattern;
}

// Whether a value is part of where a broker listens.
bool isAddress(const SchemaRegistry& registry, const NodeRef& node) {
    const auto& layouts = node.tree().layouts;
    if (layouts.empty()) {
        return false;
    }
    const std::string path = withoutIndices(node.path());
    const auto facts = registry.overlays().endpoints(layouts.back()->spec->name);
    return std::any_of(facts.begin(), facts.end(), [&path](const EndpointFacts& endpoint) {
        const std::string before = endpoint.structPath.empty() ? std::string() : endpoint.structPath + '.';
        return path == before + endpoint.host || path == before + endpoint.port;
    });
}

class Comparison {
public:
    Comparison(const SchemaRegistry& registry, const ComparisonOptions& options, NodeRef request)
        : m_registry(registry), m_options(options), m_request(std::move(request)), m_facts(ReplayFacts::embedded()) {}

    void compare(std::string_view scope, const NodeRef& before, const NodeRef& after) {
        if (!before.isValid() && !after.isValid()) {
            return;
        }
        TreePairing pairing;
        pairing.take = [&](const NodePair& pair) { return take(scope, pair); };
        if (m_options.identities != nullptr) {
            pairing.keyText = [this](const NodeRef& key, bool isAfter) {
                // The recorded value's key is what it is called now.
                const ReplayIdentities none;
                return isAfter ? none.nowText(key, {}) : m_options.identities->nowText(key, m_request);
            };
        }
        pairNodes(before, after, pairing);
    }

    void compareFailures(const Exchange& before, const Exchange& after) {
        const auto code = [](const Exchange& exchange) {
            return exchange.failure ? quotedJson(exchange.failure->error.code()) : std::string("null");
        };
        if (code(before) != code(after)) {
            add({"error", "changed", code(before), code(after), {}});
        }
    }

    ExchangeDifferences found;

private:
    bool add(ExchangeDifference difference) {
        found.isCut = found.all.size() >= m_options.most;
        if (!found.isCut) {
            found.all.push_back(std::move(difference));
        }
        return !found.isCut;
    }

    std::string json(const NodeRef& node) const {
        if (!node.isValid()) {
            return {};
        }
        if (m_options.mask && isHidden(node) && !node.isNull()) {
            return quotedJson("***");
        }
        JsonOptions options;
        options.mask = m_options.mask;
        return node.kind() == NodeKind::Gap || node.kind() == NodeKind::UnknownTag
                   ? quotedJson(std::to_string(node.content().size()) + " bytes")
                   : toJson(node, options);
    }

    static std::string pathOf(std::string_view scope, const NodePair& pair) {
        const std::string path = pair.path();
        const bool isRequestHeader = scope == kRequestPath && path.starts_with(kHeaderOf);
        return isRequestHeader ? path : path.empty() ? std::string(scope) : std::string(scope) + '.' + path;
    }

    bool take(std::string_view scope, const NodePair& pair) {
        const bool isBoth = pair.before.isValid() && pair.after.isValid();
        if (isSameValue(pair.before, pair.after) ||
            (isBoth && m_options.identities != nullptr &&
             m_options.identities->isCounterpart(pair.before, m_request, pair.after))) {
            return true;
        }
        const NodeRef& present = pair.before.isValid() ? pair.before : pair.after;
        const FieldLayout* field = present.field();
        std::string why(field != nullptr ? m_facts.volatileReason(*field->spec) : std::string_view());
        if (const auto* row = field != nullptr ? m_facts.assigned(*field->spec) : nullptr; row != nullptr) {
            why = row->why;
        } else if (why.empty() && m_options.identities != nullptr && isAddress(m_registry, present)) {
            why = "each cluster has its own addresses";
        }
        const std::string_view change = isBoth ? "changed" : pair.before.isValid() ? "removed" : "added";
        return add({pathOf(scope, pair), change, json(pair.before), json(pair.after), std::move(why)});
    }

    const SchemaRegistry& m_registry;
    const ComparisonOptions& m_options;
    NodeRef m_request;
    const ReplayFacts& m_facts;
};

}  // namespace

bool ExchangeDifferences::areReal() const {
    return std::any_of(all.begin(), all.end(),
                       [](const ExchangeDifference& difference) { return !difference.isVolatile(); });
}

ExchangeDifferences compareExchanges(const SchemaRegistry& registry, const Exchange& before, const Exchange& after,
                                     const ComparisonOptions& options) {
    const Tree request = requestTree(registry, before, options.schemas, options.limits);
    Comparison comparison(registry, options, bodyOf(request));
    if (options.withRequest) {
        comparison.compare(kRequestPath, rootOf(request),
                           rootOf(requestTree(registry, after, options.schemas, options.limits)));
    }
    comparison.compareFailures(before, after);
    comparison.compare("response", rootOf(responseTree(registry, before, options.schemas, options.limits)),
                       rootOf(responseTree(registry, after, options.schemas, options.limits)));
    return std::move(comparison.found);
}

}  // namespace brokerscope
