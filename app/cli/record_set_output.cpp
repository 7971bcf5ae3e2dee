#include "app/cli/record_set_output.h"

#include "core/document/records_remarks.h"
#include "core/document/records_topic.h"
#include "core/exchange/topic_names.h"
#include "core/text/diagnostic_json.h"

namespace brokerscope {

void RecordSetOutput::printSet(const NodeRef& records, const TopicNames* names, const NodeRef& request) {
    m_context.line(records.path() + ':');
    for (const Diagnostic& remark : recordsRemarks(request, records)) {
        m_context.line("  ! " + diagnosticLine(remark));
    }
    if (!m_printer) {
        m_printer.emplace(m_context, SegmentOptions(), 0);
    }
    const auto nameOf = [names](const Uuid& id) { return names != nullptr ? names->name(id) : std::nullopt; };
    m_printer->begin(topicOfRecords(m_context.registry(), m_printer->topicRecords(), records, nameOf));
    m_printer->printSet(records.content());
}

void RecordSetOutput::print(const NodeRef& message, const TopicNames* names, const NodeRef& request) {
    if (!message.isValid()) {
        return;
    }
    if (message.kind() == NodeKind::Records && !message.content().empty()) {
        printSet(message, names, request);
        return;
    }
    const bool isInner = message.kind() == NodeKind::Frame || message.kind() == NodeKind::Struct ||
                         message.kind() == NodeKind::Array || message.kind() == NodeKind::Tags;
    const std::size_t count = isInner ? message.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        print(message.child(i), names, request);
    }
}

void printRecordSets(const CommandContext& context, const NodeRef& message, const TopicNames* names,
                     const NodeRef& request) {
    RecordSetOutput(context).print(message, names, request);
}

}  // namespace brokerscope
