#include "core/records/record_trees.h"

#include "core/records/batch_header.h"
#include "core/records/entry_tree.h"
#include "core/records/record_formats.h"
#include "core/records/record_reader.h"
#include "core/records/span_tree.h"

namespace brokerscope {
namespace {

// How many elements the array will have, so that a long one is made on demand.
std::uint32_t countEntries(ByteView bytes, std::uint32_t start) {
    BatchIterator iterator(bytes, start);
    std::uint32_t count = 0;
    for (BatchEntry entry; iterator.next(entry) && entry.kind != EntryKind::Invalid;) {
        ++count;
    }
    return count;
}

std::shared_ptr<const ValueTree> recordsTree(const std::shared_ptr<const ByteBuffer>& bytes, ByteSpan within,
                                             std::int32_t said, const Limits& limits) {
    const RecordFormats& formats = RecordFormats::embedded();
    SpanTree tree(bytes, within, limits);
    TreeBuilder& builder = tree.builder();
    const FieldLayout& field = formats.recordsField();
    const std::uint32_t start = tree.start();
    builder.beginStruct(nullptr, start, 0);
    // A count is believed as far as there are bytes: a record takes seven of them.
    const auto most = static_cast<std::int32_t>((tree.end() - start) / 7 + 1);
    builder.beginArray(&field, start, 0, std::max(0, std::min(said, most)));
    Walk<TreeBuilder> walk(ByteReader(tree.bytes(), start), builder, limits, "records");
    std::int32_t read = 0;
    for (; read < said && walk.reader().left() > 0 && !walk.failed(); ++read) {
        walk.readElements(field, read, 1);
    }
    const std::uint32_t at = walk.reader().at();
    if (said < 0 || read < said) {
        const bool isNegative = said < 0;
        std::vector<std::string> arguments{std::to_string(said)};
        if (!isNegative) {
            arguments.push_back(std::to_string(read));
        }
        builder.diagnose({Severity::Error,
                          isNegative ? MessageId::CountNegative : MessageId::RecordCountMismatch,
                          std::move(arguments),
                          {BufferId::Main, at, tree.end() - at},
                          "records"},
                         false);
    }
    builder.endArray(at);
    builder.endStruct(at);
    return tree.finish(at, formats.batch(), walk.failed() || said < 0 ? std::string() : "RecordBatch v2");
}

ByteView contentOf(const NodeRef& element, std::string_view name) {
    const auto found = element.findField(name);
    return found ? found->content() : ByteView();
}

std::int64_t numberOf(const NodeRef& element, std::string_view name) {
    const auto found = element.findField(name);
    return found ? found->node().integer : 0;
}

ByteSpan spanOf(const ValueTree& tree, ByteView part) {
    const std::uint64_t offset =
        part.empty() ? tree.bytes->size() : static_cast<std::uint64_t>(part.data() - tree.bytes->data());
    return {BufferId::Main, offset, part.size()};
}

}  // namespace

std::shared_ptr<const ValueTree> openRecordSet(std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                               const Limits& limits) {
    const RecordFormats& formats = RecordFormats::embedded();
    SpanTree tree(std::move(bytes), within, limits);
    TreeBuilder& builder = tree.builder();
    const std::uint32_t start = tree.start();
    const std::uint32_t count = countEntries(tree.bytes(), start);
    builder.beginStruct(nullptr, start, 0);
    builder.beginArray(&formats.batchesField(), start, 0, count);
    const std::uint32_t at = buildEntries(tree.bytes(), start, 0, count, builder, limits);
    builder.endArray(at);
    builder.endStruct(at);
    // What begins here has a length that is none.
    BatchIterator iterator(tree.bytes(), at);
    BatchEntry entry;
    if (iterator.next(entry) && entry.kind == EntryKind::Invalid) {
        for (Diagnostic& remark : entryRemarks(entry)) {
            remark.path = "batches[" + std::to_string(count) + "]." + remark.path;
            builder.diagnose(std::move(remark), false);
        }
    } else if (at < tree.end()) {
        builder.diagnose({Severity::Error,
                          MessageId::LimitExceeded,
                          {"nodes", std::to_string(limits.nodes + 1), std::to_string(limits.nodes)},
                          {BufferId::Main, at, tree.end() - at},
                          {}},
                         false);
    }
    return tree.finish(at, formats.recordSet(), {});
}

OpenedRecords openRecords(const NodeRef& element, const Limits& limits) {
    OpenedRecords opened;
    const Node node = element.node();
    const RecordFormats& formats = RecordFormats::embedded();
    const bool isBatch = node.field == &formats.elementField(2);
    if (!isBatch && node.field != &formats.elementField(0) && node.field != &formats.elementField(1)) {
        return opened;
    }
    const ValueTree& tree = element.tree();
    const auto attributes = static_cast<int>(numberOf(element, "attributes"));
    const auto codec = compressionOf(attributes);
    const ByteView content = contentOf(element, isBatch ? "records" : "value");
    const auto count = static_cast<std::int32_t>(numberOf(element, "recordsCount"));
    const ByteSpan span = spanOf(tree, content);
    if (!codec) {
        opened.remarks.push_back({Severity::Warning,
                                  MessageId::CompressionUnknown,
                                  {std::to_string(attributes & kCompressionMask)},
                                  span,
                                  "attributes"});
        return opened;
    }
    if (*codec == CompressionType::None) {
        opened.tree = isBatch ? recordsTree(tree.bytes, span, count, limits) : nullptr;
        return opened;
    }
    Decompressor decompressor(limits);
    Decompression done = decompressor.run(*codec, content, static_cast<int>(numberOf(element, "magic")));
    opened.isNewBuffer = true;
    opened.snappy = done.snappy;
    opened.remarks = std::move(done.findings);
    for (Diagnostic& remark : opened.remarks) {
        remark.span.offset += span.offset;
        remark.path = isBatch ? "records" : "value";
    }
    const auto bytes = std::make_shared<const ByteBuffer>(decompressor.takeOutput());
    const ByteSpan all{BufferId::Main, 0, bytes->size()};
    opened.tree = isBatch ? recordsTree(bytes, all, count, limits) : openRecordSet(bytes, all, limits);
    return opened;
}

std::shared_ptr<const ValueTree> decodeWithin(std::shared_ptr<const MessageLayout> layout,
                                              std::shared_ptr<const ByteBuffer> bytes, ByteSpan within,
                                              const Limits& limits) {
    SpanTree tree(std::move(bytes), within, limits);
    TreeBuilder& builder = tree.builder();
    Walk<TreeBuilder> walk(ByteReader(tree.bytes(), tree.start()), builder, limits, {});
    walk.readStruct(*layout->root, nullptr, tree.start(), 0);
    const std::uint32_t at = walk.reader().at();
    const std::string consumer =
        walk.failed() ? std::string() : layout->spec->name + " v" + std::to_string(layout->version);
    return tree.finish(at, std::move(layout), consumer);
}

}  // namespace brokerscope
