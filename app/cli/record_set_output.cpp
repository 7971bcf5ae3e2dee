#include "app/cli/record_set_output.h"

#include "core/document/record_sets.h"
#include "core/document/records_remarks.h"
#include "core/document/records_topic.h"
#include "core/exchange/topic_names.h"
#include "core/text/diagnostic_json.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <vector>

namespace brokerscope {
namespace {

// Of the partition that the records are in; none where its message has no such list.
std::vector<AbortedTransaction> abortedIn(const NodeRef& partition) {
    std::vector<AbortedTransaction> aborted;
    for (const NodeRef& entry : elementsField(partition, "abortedTransactions")) {
        aborted.push_back({integerField(entry, "producerId", -1), integerField(entry, "firstOffset", 0)});
    }
    return aborted;
}

}  // namespace

void RecordSetOutput::printSet(const NodeRef& records, const NodeRef& parent, const TopicNames* names,
                               const NodeRef& request) {
    m_context.line(records.path() + ':');
    for (const Diagnostic& remark : recordsRemarks(request, records)) {
        m_context.line("  ! " + diagnosticLine(remark));
    }
    if (!m_printer) {
        m_printer.emplace(m_context, SegmentOptions(), 0);
    }
    const auto nameOf = [names](const Uuid& id) { return names != nullptr ? names->name(id) : std::nullopt; };
    m_printer->begin(topicOfRecords(m_context.registry(), m_printer->topicRecords(), records, nameOf));
    m_printer->printSet(records.content(), abortedIn(parent));
}

void RecordSetOutput::print(const NodeRef& message, const TopicNames* names, const NodeRef& request) {
    forEachRecordSet(message,
                     [&](const NodeRef& records, const NodeRef& parent) { printSet(records, parent, names, request); });
}

bool printRecordSets(const CommandContext& context, const NodeRef& message, const TopicNames* names,
                     const NodeRef& request) {
    RecordSetOutput sets(context);
    sets.print(message, names, request);
    const auto wrong = loneBatchRemark(message);
    if (wrong) {
        context.line("! " + diagnosticLine(*wrong));
    }
    return !sets.hasError() && !wrong;
}

CheckedRecords checkRecordSets(const CommandContext& context, const NodeRef& message) {
    CheckedRecords checked{recordSetsRemarks(message, context.limits)};
    checked.isGood = std::none_of(checked.remarks.begin(), checked.remarks.end(),
                                  [](const Diagnostic& remark) { return remark.severity == Severity::Error; });
    return checked;
}

}  // namespace brokerscope
