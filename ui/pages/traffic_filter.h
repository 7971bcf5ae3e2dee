#pragma once

#include "core/capture/exchange_fields.h"
#include "core/query/filter.h"

#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace brokerscope {

// The columns that Traffic's filter knows: those of captures (exchangeVocabulary) without the ones that the list does
// not keep (client, frame), and
//
//   connection  number of the connection, as the list shows it
//   row         any text that the list shows of the exchange; words without a column are looked for here too
FilterVocabulary trafficVocabulary(const SchemaRegistry& registry);

// What the filter field says, ready to be asked. Immutable; any thread.
struct TrafficFilter {
    // Nothing but words, in the form of FilterTexts: the list looks for them by itself. Empty where `filter` is to be
    // asked, and where everything is let through.
    std::vector<std::string> words;
    std::shared_ptr<const Filter> filter;  // null: the words are all there is to it
    bool looksAtRow = false;               // the filter asks for texts of the row

    // Errors: as Filter::parse says.
    static Result<TrafficFilter> parse(const SchemaRegistry& registry, const QString& text);
    // `row`: the texts that the list shows; may be empty where the filter does not look at them.
    bool matches(const SchemaRegistry& registry, const Exchange& exchange, const std::string& row) const;
    bool operator==(const TrafficFilter&) const = default;
};

}  // namespace brokerscope
