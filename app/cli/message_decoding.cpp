#include "app/cli/message_decoding.h"

#include "core/codec/decoder.h"
#include "core/log_files/entry_format.h"
#include "core/records/record_formats.h"
#include "core/records/record_trees.h"

namespace brokerscope {
namespace {

// Files and record sets go on to their end: no count says how many entries they have. Null: no such format.
std::shared_ptr<const ValueTree> decodeUncounted(const std::string& name,
                                                 const std::shared_ptr<const ByteBuffer>& bytes, const Limits& limits) {
    const ByteSpan all{BufferId::Main, 0, bytes->size()};
    if (name == RecordFormats::embedded().recordSet()->spec->name) {
        return openRecordSet(bytes, all, limits);
    }
    for (const LogFileKind kind : {LogFileKind::OffsetIndex, LogFileKind::TimeIndex, LogFileKind::TransactionIndex}) {
        if (EntryFormat::of(kind)->layout->spec->name == name) {
            return openEntries(kind, bytes, all, limits);
        }
    }
    return nullptr;
}

// Of an answer to a version that nobody knows the header is read, and a refusal by ApiVersions, which is always in
// version 0.
Result<std::shared_ptr<const ValueTree>> decodeFrame(const SchemaRegistry& registry, const SchemaChoice& choice,
                                                     const Limits& limits, const DecodeOrder& order,
                                                     std::shared_ptr<const ByteBuffer> bytes) {
    if (order.name.empty()) {
        return decodeRequestFrame(registry, std::move(bytes), choice, limits);
    }
    const auto spec = registry.spec(order.name, choice);
    if (!spec) {
        return tl::unexpected<Error>(spec.error());
    }
    if ((*spec)->type == MessageType::Request) {
        return decodeRequestFrame(registry, std::move(bytes), choice, limits, {(*spec)->apiKey, order.version});
    }
    if ((*spec)->type != MessageType::Response) {
        return failure(MessageId::InvalidValue, {"frame", order.name, "a request or a response"});
    }
    if (!order.version) {
        return failure(MessageId::JsonWrongType,
                       {"version", "a number, which the frame of a response does not say", "nothing"});
    }
    return decodeResponseFrame(registry, *(*spec)->apiKey, *order.version, std::move(bytes), choice, limits);
}

}  // namespace

Result<std::shared_ptr<const ValueTree>> decodeOrder(const SchemaRegistry& registry, const SchemaChoice& choice,
                                                     const Limits& limits, const DecodeOrder& order,
                                                     std::shared_ptr<const ByteBuffer> bytes) {
    if (order.frame) {
        return decodeFrame(registry, choice, limits, order, std::move(bytes));
    }
    if (order.name.empty()) {
        return failure(MessageId::JsonWrongType,
                       {"name", "a definition's name, which only a request's frame says", "nothing"});
    }
    if (!order.version) {
        return failure(MessageId::JsonWrongType, {"version", "a number, which only a request's frame says", "nothing"});
    }
    auto layout = registry.layout(order.name, *order.version, choice);
    if (!layout) {
        return tl::unexpected<Error>(layout.error());
    }
    if (auto tree = (*layout)->spec->component == "records" ? decodeUncounted(order.name, bytes, limits) : nullptr) {
        return tree;
    }
    return decodeMessage(std::move(*layout), std::move(bytes), limits);
}

}  // namespace brokerscope
