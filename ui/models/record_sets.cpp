#include "ui/models/record_sets.h"

#include "core/records/compression_type.h"
#include "core/records/record_formats.h"
#include "ui/models/open_document.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::size_t kMostNodes = 20'000;  // that are looked at

bool holdsRecords(const StructLayout& structure) {
    const auto holds = [](const FieldLayout& field) {
        return field.type == FieldType::Records || (field.structure != nullptr && holdsRecords(*field.structure));
    };
    return std::ranges::any_of(structure.fields, holds) || std::ranges::any_of(structure.tagged, holds);
}

bool isRecordSet(const ValueTree& message) {
    return !message.layouts.empty() && message.layouts.back() == RecordFormats::embedded().recordSet();
}

class SetFinder {
public:
    explicit SetFinder(std::size_t most) : m_most(most) {}

    void visit(const NodeRef& node) {
        if (!node.isValid() || m_found.size() >= m_most || ++m_looked > kMostNodes) {
            return;
        }
        const NodeKind kind = node.kind();
        if (kind == NodeKind::Records && !node.isNull() && !node.content().empty()) {
            m_found.push_back(node);
        }
        const bool isInner = kind == NodeKind::Frame || kind == NodeKind::Struct || kind == NodeKind::Tags ||
                             (kind == NodeKind::Array && node.field()->structure != nullptr);
        const std::size_t count = isInner ? node.childCount() : 0;
        for (std::size_t i = 0; i < count && m_looked <= kMostNodes; ++i) {
            visit(node.child(i));
        }
    }
    std::vector<NodeRef> take() { return std::move(m_found); }

private:
    std::size_t m_most;
    std::size_t m_looked = 0;
    std::vector<NodeRef> m_found;
};

// Its tree's root; invalid while it is being opened.
NodeRef openedRoot(OpenDocument& document, const NodeRef& node) {
    const DocumentPart* part = document.openedAt(node);
    if (part == nullptr) {
        document.open(node);
        return {};
    }
    return part->tree != nullptr ? NodeRef::root(part->tree) : NodeRef();
}

NodeRef elementOf(const NodeRef& root, std::uint32_t number) {
    const NodeRef list = root.isValid() && root.childCount() > 0 ? root.child(0) : NodeRef();
    return list.isValid() && number < list.childCount() ? list.child(number) : NodeRef();
}

}  // namespace

bool mayHoldRecords(const ValueTree& message) {
    return isRecordSet(message) || (!message.layouts.empty() && message.layouts.back()->root != nullptr &&
                                    holdsRecords(*message.layouts.back()->root));
}

std::vector<NodeRef> recordSetsOf(const std::shared_ptr<const ValueTree>& message, std::size_t most) {
    if (message == nullptr || !mayHoldRecords(*message)) {
        return {};
    }
    const NodeRef root = NodeRef::root(message);
    if (isRecordSet(*message)) {
        return {root};
    }
    SetFinder finder(most);
    finder.visit(root);
    return finder.take();
}

ByteView recordSetBytes(const NodeRef& set) {
    return set.kind() == NodeKind::Records ? set.content() : set.tree().view(set.node());
}

std::optional<AnsweredAborts> abortsOfSet(const NodeRef& set) {
    const NodeRef partition = set.parent();
    const auto list = partition.isValid() ? partition.findField("abortedTransactions") : std::nullopt;
    if (!list || list->isUnread()) {
        return std::nullopt;
    }
    AnsweredAborts aborts;
    aborts.isTold = !list->isNull();
    for (std::size_t i = 0; aborts.isTold && i < list->childCount(); ++i) {
        const auto producer = list->child(i).findField("producerId");
        const auto first = list->child(i).findField("firstOffset");
        if (producer && first && !producer->isUnread() && !first->isUnread()) {
            aborts.transactions.push_back({producer->node().integer, first->node().integer});
        }
    }
    return aborts;
}

NodeRef entryNode(OpenDocument& document, const NodeRef& set, std::uint32_t entry) {
    return elementOf(set.kind() == NodeKind::Records ? openedRoot(document, set) : set, entry);
}

NodeRef recordNode(OpenDocument& document, const NodeRef& set, std::uint32_t entry, std::uint32_t record) {
    const NodeRef element = entryNode(document, set, entry);
    if (!element.isValid()) {
        return {};
    }
    if (element.field() == &RecordFormats::embedded().elementField(2)) {
        const auto records = element.findField("records");
        return records ? elementOf(openedRoot(document, *records), record) : NodeRef();
    }
    const auto attributes = element.findField("attributes");
    const auto value = element.findField("value");
    const bool isWrapper = attributes && value && (attributes->node().integer & kCompressionMask) != 0;
    return isWrapper ? elementOf(openedRoot(document, *value), record) : element;
}

}  // namespace brokerscope
