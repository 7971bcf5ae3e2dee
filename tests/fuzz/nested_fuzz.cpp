#include "core/document/document.h"
#include "core/text/nested_view.h"
#include "core/text/topic_record_text.h"
#include "tests/support/fuzzed_tree.h"

#include <cstdlib>

// What lies within bytes: structures in the bytes fields of a message, and records of internal topics. Whatever the
// bytes are, every part stays within the buffer that it is said to lie in, and reading ends.
namespace {

using namespace brokerscope;

void check(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// Opens whatever can be opened, and what lies within.
void openAll(Document& document, const DocumentPart& part, const NodeRef& node) {
    if (const DocumentPart* inner = document.open(part, node)) {
        check(document.open(part, node) == inner);
        for (const StructurePrefix& prefix : inner->prefixes) {
            check(prefix.span.end() <= document.bytes(part.buffer).size());
        }
        if (inner->tree != nullptr) {
            check(inner->tree->bytes->size() == document.bytes(inner->buffer).size());
            openAll(document, *inner, NodeRef::root(inner->tree));
        }
        return;
    }
    for (std::size_t i = 0; i < node.childCount() && document.parts().size() < 500; ++i) {
        if (const NodeRef child = node.child(i); child.isValid()) {
            openAll(document, part, child);
        }
    }
}

void readMessage(std::size_t which, ByteView bytes) {
    // Every version of the messages that have such fields.
    static const auto layouts = [] {
        std::vector<std::shared_ptr<const MessageLayout>> found;
        const SchemaRegistry& registry = SchemaRegistry::embedded();
        for (const char* name : {"JoinGroupRequest", "JoinGroupResponse", "SyncGroupRequest", "SyncGroupResponse",
                                 "DescribeGroupsResponse", "GroupMetadataValue", "ConsumerGroupMemberMetadataValue",
                                 "EnvelopeRequest", "FetchResponse", "ConsumerProtocolSubscription"}) {
            for (int version = registry.versionsOf(name).min; version <= registry.versionsOf(name).max; ++version) {
                found.push_back(registry.layout(name, version).value());
            }
        }
        return found;
    }();
    const Limits limits = testing::fuzzLimits();
    const auto tree = decodeMessage(layouts[which % layouts.size()],
                                    std::make_shared<const ByteBuffer>(bytes.begin(), bytes.end()), limits);
    DocumentContext context;
    context.limits = limits;
    context.nested.group = [which](const std::string& fact) {
        static constexpr const char* kNames[] = {"sticky", "cooperative-sticky", "stream", "range"};
        return std::vector<OverlayValue>{std::string(fact == "protocolType" ? "consumer" : kNames[which % 4])};
    };
    Document document(tree, context);
    openAll(document, document.root(), NodeRef::root(tree));
    const NestedOpener opener(SchemaRegistry::embedded(), {}, limits);
    std::vector<Diagnostic> remarks;
    toNestedJson(NodeRef::root(tree), {&opener, context.nested}, {}, remarks);
    structuresJson(NodeRef::root(tree), {&opener, context.nested}, true, true);
}

// A key's size, the key, the value.
void readRecord(std::size_t which, ByteView bytes) {
    static const SchemaRegistry& registry = SchemaRegistry::embedded();
    static const TopicRecordText texts(registry, {}, testing::fuzzLimits(), {&registry, true});
    static constexpr const char* kWords[] = {"offsets", "transactions", "share", "metadata", "remote"};
    const std::size_t keySize = bytes.empty() ? 0 : std::min<std::size_t>(bytes.front(), bytes.size() - 1);
    const ByteView rest = bytes.empty() ? bytes : bytes.subspan(1);
    RecordView view;
    view.key = {rest.first(keySize), which % 7 == 6};
    view.value = {rest.subspan(keySize), which % 11 == 10};
    const TopicRecord record =
        texts.reader().read(*texts.reader().topicByWord(kWords[which % 5]), view.key, view.value);
    check(record.key.fieldsAt <= view.key.bytes.size() && record.value.fieldsAt <= view.value.bytes.size());
    std::vector<Diagnostic> remarks;
    texts.json(record, view, rest, remarks);
    const bool isGood = texts.writeTrees(record, view, 0, [](std::string_view) {});
    // Text and JSON agree on what is malformed.
    check(isGood == std::none_of(remarks.begin(), remarks.end(),
                                 [](const Diagnostic& remark) { return remark.severity == Severity::Error; }));
}

}  // namespace

// The first byte chooses the message or the topic, its lowest bit which of both.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 1) {
        return 0;
    }
    const ByteView bytes(data + 1, size - 1);
    if ((data[0] & 1) != 0) {
        readRecord(data[0] / 2, bytes);
    } else {
        readMessage(data[0] / 2, bytes);
    }
    return 0;
}
