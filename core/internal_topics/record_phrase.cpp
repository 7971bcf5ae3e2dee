#include "core/internal_topics/record_phrase.h"

#include "core/base/utf8.h"
#include "core/records/record_trees.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::string_view kTopicIdField = "topicId";

const RecordTypeFacts* typeFactsOf(const TopicRecord& record) {
    return record.topic != nullptr && record.type ? record.topic->find(*record.type) : nullptr;
}

bool hasPhrase(const RecordTypeFacts* facts) {
    return facts != nullptr && !facts->subject.empty();
}

std::shared_ptr<const ValueTree> phraseTree(const TopicRecord& record, const RecordView& view, const Limits& limits) {
    const bool isKeyed = record.topic->form == RecordForm::Keyed;
    const TopicRecordPart& part = isKeyed ? record.key : record.value;
    const NullableBytes& content = isKeyed ? view.key : view.value;
    if (content.isNull || part.layout == nullptr) {
        return nullptr;
    }
    return decodeWithin(part.layout, std::make_shared<const ByteBuffer>(content.bytes.begin(), content.bytes.end()),
                        {BufferId::Main, part.fieldsAt, content.bytes.size() - part.fieldsAt}, limits);
}

// Nothing: the version lacks the field, or it could not be read.
std::optional<std::string> fieldText(const NodeRef& node) {
    if (node.isNull()) {
        return "null";
    }
    switch (node.kind()) {
        case NodeKind::Scalar:
            return std::to_string(node.node().integer);
        case NodeKind::Uuid:
            return Uuid::fromBytes(node.content()).toString();
        case NodeKind::String:
            return displayUtf8(node.content());
        default:
            return std::nullopt;
    }
}

std::string phraseText(const NodeRef& node, const std::string& path, const std::string& text,
                       const TopicNameOf& nameOf) {
    if (nameOf && node.kind() == NodeKind::Uuid && path == kTopicIdField) {
        return nameOf(Uuid::fromBytes(node.content())).value_or(text);
    }
    return text;
}

}  // namespace

const std::string* RecordPhrase::field(std::string_view path) const {
    const auto found = std::ranges::find(fields, path, &std::pair<std::string, std::string>::first);
    return found == fields.end() ? nullptr : &found->second;
}

const std::string* RecordPhrase::group() const {
    const std::string* group = field("group");
    return group != nullptr ? group : field("groupId");
}

RecordPhrase phraseOf(const TopicRecord& record, const RecordView& view, const TopicNameOf& nameOf,
                      const Limits& limits) {
    return hasPhrase(typeFactsOf(record)) ? phraseOf(record, phraseTree(record, view, limits), nameOf) : RecordPhrase();
}

RecordPhrase phraseOf(const TopicRecord& record, const std::shared_ptr<const ValueTree>& tree,
                      const TopicNameOf& nameOf) {
    RecordPhrase subject;
    const RecordTypeFacts* facts = typeFactsOf(record);
    if (tree == nullptr || !hasPhrase(facts)) {
        return subject;
    }
    const NodeRef root = NodeRef::root(tree);
    for (const SubjectPiece& piece : facts->subject) {
        if (!piece.isField) {
            subject.text += piece.text;
            continue;
        }
        const auto node = root.find(piece.text);
        const auto text = node ? fieldText(*node) : std::nullopt;
        if (!text) {
            return {};
        }
        subject.text += phraseText(*node, piece.text, *text, nameOf);
        subject.fields.emplace_back(piece.text, *text);
    }
    return subject;
}

}  // namespace brokerscope
