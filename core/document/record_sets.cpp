#include "core/document/record_sets.h"

#include "core/document/nested_opener.h"
#include "core/records/batch_crc.h"
#include "core/records/record_formats.h"
#include "core/records/record_set_check.h"
#include "core/schema/message_layout.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool mayHold(const MessageLayout& layout) {
    const auto isRecords = [](const FieldLayout& field) { return field.type == FieldType::Records; };
    // The program's own layouts of batches: their records are not a record set.
    return layout.spec->component != "records" &&
           std::any_of(layout.structs.begin(), layout.structs.end(), [&](const auto& structure) {
               return std::any_of(structure->fields.begin(), structure->fields.end(), isRecords) ||
                      std::any_of(structure->tagged.begin(), structure->tagged.end(), isRecords);
           });
}

void visitBelow(const NodeRef& node, const NodeRef& parent, const TakeRecordSet& take) {
    if (node.kind() == NodeKind::Records) {
        if (!node.content().empty()) {
            take(node, parent);
        }
        return;
    }
    const bool isInner = node.kind() == NodeKind::Frame || node.kind() == NodeKind::Struct ||
                         node.kind() == NodeKind::Array || node.kind() == NodeKind::Tags;
    const std::size_t count = isInner ? node.childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        visitBelow(node.child(i), node, take);
    }
}

}  // namespace

void forEachRecordSet(const NodeRef& message, const TakeRecordSet& take) {
    // The body's layout is the last; before it only the header has one.
    const bool isDecoded = message.isValid() && !message.tree().layouts.empty();
    if (isDecoded && mayHold(*message.tree().layouts.back())) {
        visitBelow(message, NodeRef(), take);
    }
}

std::optional<Diagnostic> loneBatchRemark(const NodeRef& message) {
    if (!message.isValid() || message.tree().layouts.empty()) {
        return std::nullopt;
    }
    const RecordFormats& formats = RecordFormats::embedded();
    const auto& spec = message.tree().layouts.back()->spec;
    const bool isOne = spec == formats.batch()->spec || spec == formats.batchHeader()->spec ||
                       spec == formats.message(0)->spec || spec == formats.message(1)->spec;
    BatchEntry entry;
    const auto crc = isOne && BatchIterator(*message.tree().bytes).next(entry) ? checkCrc(entry) : std::nullopt;
    return crc ? crc->remark(0) : std::nullopt;
}

std::vector<Diagnostic> recordSetsRemarks(const NodeRef& message, const Limits& limits) {
    std::vector<Diagnostic> remarks;
    if (auto wrong = loneBatchRemark(message)) {
        remarks.push_back(std::move(*wrong));
    }
    forEachRecordSet(message, [&](const NodeRef& records, const NodeRef& /*parent*/) {
        const std::string prefix = records.path() + '.';
        for (Diagnostic& remark : recordSetRemarks(records.content(), limits, contentSpan(records).offset)) {
            remark.path = prefix + remark.path;
            if (remarks.size() < limits.diagnostics) {
                remarks.push_back(std::move(remark));
            }
        }
    });
    return remarks;
}

}  // namespace brokerscope
