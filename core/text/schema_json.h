#pragma once

#include "core/schema/schema_registry.h"
#include "core/text/field_help.h"
#include "core/text/layout_diff.h"

#include <string>
#include <vector>

namespace brokerscope {

// {"name","type","apiKey","version","flexible","headerVersion","fields":[{"name","type","versions","nullable","tag","default",
// "ignorable","entityType","help","fields":[…]}]}. Names as in paths; types as on the wire (COMPACT_ARRAY), for arrays
// with "elementType"; apiKey, headerVersion (-1), tag, default and entityType are null where there is none.
std::string schemaJson(const MessageLayout& layout, int headerVersion, const FieldHelp& help);

// [{"path","change","from","to"}]; `prefix` ("request." or "response.") stands before every path. Appends the elements,
// not the brackets; `first` says whether a comma is needed and is updated.
void appendChangesJson(std::string& out, const std::vector<LayoutChange>& changes, const std::string& prefix,
                       bool& first);

// What a broker lists of an API.
struct BrokerRange {
    std::int32_t broker = -1;
    VersionRange range;
};
// {"key","name","request":{"min","max"} or null,"response","flexibleSince","listeners","unstable","releases",
// "brokers":[{"id","min","max"}]}
std::string apiJson(const ApiInfo& api, const std::vector<BrokerRange>& brokers);

}  // namespace brokerscope
