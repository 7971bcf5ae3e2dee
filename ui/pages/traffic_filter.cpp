#include "ui/pages/traffic_filter.h"

#include "ui/pages/filter_texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <string_view>

namespace brokerscope {
namespace {

using namespace std::string_view_literals;

constexpr std::array kNotKept{"client"sv, "frame"sv};

struct TrafficFilterWords {
    Q_DECLARE_TR_FUNCTIONS(TrafficFilterWords)
};

// Columns of captures by their place in this list's vocabulary; behind them come this list's own.
std::vector<std::size_t> keptColumns(const FilterVocabulary& vocabulary) {
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < vocabulary.columns.size(); ++i) {
        if (std::ranges::find(kNotKept, vocabulary.columns[i].name) == kNotKept.end()) {
            kept.push_back(i);
        }
    }
    return kept;
}

const std::vector<std::size_t>& columnsOfCaptures() {
    static const std::vector<std::size_t> kept = keptColumns(exchangeVocabulary(SchemaRegistry::embedded()));
    return kept;
}

class TrafficFields : public FieldSource {
public:
    TrafficFields(const SchemaRegistry& registry, const Exchange& exchange, const std::string& row)
        : m_row(row), m_captured{exchange, {}, {}, {}}, m_fields(registry, m_captured, {}, {}) {}

    void visitColumn(std::size_t column, const FieldVisitor& visit) const override {
        const auto& kept = columnsOfCaptures();
        if (column < kept.size()) {
            m_fields.visitColumn(kept[column], visit);
        } else if (column == kept.size()) {
            visit({static_cast<std::int64_t>(m_captured.exchange.connection), {}});
        } else {
            visit({std::string_view(m_row), {}});
        }
    }
    void visitPath(const FilterPath& path, const FieldVisitor& visit) const override {
        m_fields.visitPath(path, visit);
    }

private:
    const std::string& m_row;
    CapturedExchange m_captured;
    ExchangeFields m_fields;
};

bool isWords(const FilterNode& node) {
    return node.kind == FilterNode::Kind::AnyText ||
           (node.kind == FilterNode::Kind::And && std::ranges::all_of(node.children, isWords));
}

bool asksForRow(const FilterNode& node, std::size_t rowColumn) {
    return node.kind == FilterNode::Kind::AnyText || node.test.column == rowColumn ||
           std::ranges::any_of(node.children,
                               [rowColumn](const FilterNode& child) { return asksForRow(child, rowColumn); });
}

// What the language reads otherwise than letter by letter.
bool hasMarks(const QString& text) {
    return std::ranges::any_of(text, [](QChar c) { return QLatin1String("\"\\*?()").contains(c); });
}

}  // namespace

FilterVocabulary trafficVocabulary(const SchemaRegistry& registry) {
    const FilterVocabulary captures = exchangeVocabulary(registry);
    FilterVocabulary vocabulary = captures;
    vocabulary.columns.clear();
    for (const std::size_t column : columnsOfCaptures()) {
        vocabulary.columns.push_back(captures.columns[column]);
    }
    vocabulary.columns.push_back(
        {"connection", FilterKind::Integer, TrafficFilterWords::tr("number of the connection").toStdString()});
    vocabulary.columns.push_back(
        {"row", FilterKind::Text, TrafficFilterWords::tr("any text that the list shows").toStdString()});
    return vocabulary;
}

Result<TrafficFilter> TrafficFilter::parse(const SchemaRegistry& registry, const QString& text) {
    const FilterVocabulary vocabulary = trafficVocabulary(registry);
    auto parsed = Filter::parse(text.toStdString(), vocabulary);
    if (!parsed) {
        return tl::unexpected<Error>(parsed.error());
    }
    TrafficFilter filter;
    if (parsed->isEmpty()) {
        return filter;
    }
    if (isWords(*parsed->root()) && !hasMarks(text)) {
        filter.words = FilterTexts::wordsOf(text);
        return filter;
    }
    filter.looksAtRow = asksForRow(*parsed->root(), vocabulary.columns.size() - 1);
    filter.filter = std::make_shared<const Filter>(std::move(*parsed));
    return filter;
}

bool TrafficFilter::matches(const SchemaRegistry& registry, const Exchange& exchange, const std::string& row) const {
    return filter == nullptr || filter->matches(TrafficFields(registry, exchange, row));
}

}  // namespace brokerscope
