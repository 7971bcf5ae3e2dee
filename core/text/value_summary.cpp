#include "core/text/value_summary.h"

#include "core/records/record_trees.h"

#include <fmt/format.h>

namespace brokerscope {

std::string valueSummary(const TopicRecordReader& reader, const TopicRecord& record, const NullableBytes& value,
                         const ReadableOptions& options, const Limits& limits, std::size_t most) {
    if (!value.isNull && options.mask && reader.mayHideSecrets(record)) {
        return fmt::format("*** ({} bytes)", value.bytes.size());
    }
    if (value.isNull || record.value.layout == nullptr) {
        return {};
    }
    const auto bytes = std::make_shared<const ByteBuffer>(value.bytes.begin(), value.bytes.end());
    const ByteSpan fields{BufferId::Main, record.value.fieldsAt, bytes->size() - record.value.fieldsAt};
    const NodeRef root = NodeRef::root(decodeWithin(record.value.layout, bytes, fields, limits));
    std::string text;
    for (std::size_t i = 0; i < root.childCount() && text.size() < most; ++i) {
        const NodeRef child = root.child(i);
        const NodeKind kind = child.kind();
        const bool isSaid = kind != NodeKind::Tags && kind != NodeKind::Struct && !child.isUnread();
        if (isSaid) {
            text += fmt::format("{}{} {}", text.empty() ? "" : " \u00b7 ", child.path(), readableValue(child, options));
        }
    }
    return text;
}

}  // namespace brokerscope
