#include "app/cli/record_set_output.h"

#include "app/cli/segment_printer.h"
#include "core/document/records_topic.h"
#include "core/exchange/topic_names.h"

namespace brokerscope {
namespace {

void printSet(const CommandContext& context, const NodeRef& records, const TopicNames* names) {
    context.line(records.path() + ':');
    SegmentPrinter printer(context, {});
    const auto nameOf = [names](const Uuid& id) { return names != nullptr ? names->name(id) : std::nullopt; };
    printer.begin(topicOfRecords(context.registry(), printer.topicRecords(), records, nameOf));
    printer.printSet(records.content());
}

}  // namespace

void printRecordSets(const CommandContext& context, const NodeRef& message, const TopicNames* names) {
    if (!message.isValid()) {
        return;
    }
    if (message.kind() == NodeKind::Records && !message.content().empty()) {
        printSet(context, message, names);
        return;
    }
    const bool isInner = message.kind() == NodeKind::Frame || message.kind() == NodeKind::Struct ||
                         message.kind() == NodeKind::Array || message.kind() == NodeKind::Tags;
    const std::size_t count = isInner ? message.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        printRecordSets(context, message.child(i), names);
    }
}

}  // namespace brokerscope
