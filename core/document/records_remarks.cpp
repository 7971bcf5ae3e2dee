#include "core/document/records_remarks.h"

#include "core/document/fetch_limit.h"
#include "core/document/nested_opener.h"

namespace brokerscope {
namespace {

// The leader assigns them when it appends; a producer counts from 0, or leaves all 0 (message sets).
bool isBeforeAppend(const NodeRef& records) {
    const auto& layouts = records.tree().layouts;
    return !layouts.empty() && layouts.back()->spec->name == "ProduceRequest" && !records.content().empty();
}

}  // namespace

std::vector<Diagnostic> recordsRemarks(const NodeRef& request, const NodeRef& records) {
    std::vector<Diagnostic> remarks;
    if (auto limit = fetchLimitRemark(request, records)) {
        remarks.push_back(std::move(*limit));
    }
    if (isBeforeAppend(records)) {
        remarks.push_back({Severity::Note, MessageId::OffsetsNotAssigned, {}, contentSpan(records), records.path()});
    }
    return remarks;
}

}  // namespace brokerscope
