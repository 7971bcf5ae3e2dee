#include "ui/models/open_document.h"

#include "core/value/node_lookup.h"
#include "ui/models/pool_work.h"
#include "ui/models/record_sets.h"

#include <algorithm>
#include <mutex>

namespace brokerscope {
namespace {

NodeRef rootOf(NodeRef node) {
    for (NodeRef above = node.parent(); above.isValid(); above = node.parent()) {
        node = above;
    }
    return node;
}

}  // namespace

// Used by one thread of the pool at a time; the parts that it has made do not change.
struct OpenDocument::Shared {
    Shared(std::shared_ptr<const ValueTree> tree, DocumentContext known)
        : context(std::move(known)), document(std::move(tree), context) {}

    const SchemaRegistry& registry() const {
        return context.registry != nullptr ? *context.registry : SchemaRegistry::embedded();
    }
    std::unique_ptr<DocumentSecrets> makeSecrets() const {
        return std::make_unique<DocumentSecrets>(registry(), context.choice, context.limits);
    }

    std::mutex mutex;
    const DocumentContext context;
    Document document;
};

OpenDocument::OpenDocument(std::shared_ptr<const ValueTree> message, DocumentContext context, QObject* parent)
    : QObject(parent)
    , m_shared(std::make_shared<Shared>(std::move(message), std::move(context)))
    , m_parts{&m_shared->document.root()}
    , m_partOfTree{{m_parts.front()->tree.get(), m_parts.front()}} {}

const DocumentContext& OpenDocument::context() const {
    return m_shared->context;
}

std::string OpenDocument::fullPath(const NodeRef& node) const {
    const DocumentPart* part = partOf(node);
    const std::string path = node.path();
    if (part == nullptr || part->parent == nullptr) {
        return path;
    }
    const std::string outer = fullPath(part->owner);
    return path.empty() ? outer : outer + '.' + path;
}

NodeRef OpenDocument::nodeOfPath(std::string_view path) const {
    NodeRef found;
    // Parents come before children.
    for (const DocumentPart* part : m_parts) {
        const std::string outer = part->parent != nullptr ? fullPath(part->owner) : std::string();
        if (part->tree == nullptr || !path.starts_with(outer)) {
            continue;
        }
        std::string_view inner = path.substr(outer.size());
        if (!outer.empty() && !inner.starts_with('.')) {
            continue;
        }
        inner.remove_prefix(outer.empty() ? 0 : 1);
        if (const auto node = NodeRef::root(part->tree).find(inner)) {
            found = *node;
        }
    }
    return found;
}

const DocumentPart* OpenDocument::partOf(const NodeRef& node) const {
    if (!node.isValid()) {
        return nullptr;
    }
    const NodeRef root = rootOf(node);
    const auto found = m_partOfTree.find(&root.tree());
    return found == m_partOfTree.end() ? nullptr : found->second;
}

OpenDocument::Place OpenDocument::placeOf(const NodeRef& node) const {
    return {partOf(node), {node.span().offset, node.path()}};
}

// Not locked: the document says what may be opened while it opens something else.
bool OpenDocument::mayOpen(const NodeRef& node) const {
    const DocumentPart* part = partOf(node);
    return part != nullptr && m_shared->document.mayOpen(*part, node);
}

const DocumentPart* OpenDocument::openedAt(const NodeRef& node) const {
    const auto found = node.isValid() ? m_opened.find(placeOf(node)) : m_opened.end();
    return found == m_opened.end() ? nullptr : found->second;
}

bool OpenDocument::wasOpened(const NodeRef& node) const {
    return node.isValid() && m_opened.contains(placeOf(node));
}

void OpenDocument::open(const NodeRef& node) {
    if (!mayOpen(node)) {
        return;
    }
    Place place = placeOf(node);
    if (m_opened.contains(place) || !m_underWay.insert(place).second) {
        return;
    }
    const auto opening = onPool([shared = m_shared, part = place.first, node] {
        const std::scoped_lock lock(shared->mutex);
        return shared->document.open(*part, node);
    });
    whenDone(opening, this, [this, node](const DocumentPart* part) { take(node, part); });
}

void OpenDocument::take(const NodeRef& node, const DocumentPart* part) {
    const Place place = placeOf(node);
    m_underWay.erase(place);
    m_opened.emplace(place, part);
    if (part != nullptr) {
        m_parts.push_back(part);
        m_partOfTree.emplace(part->tree.get(), part);
    }
    Q_EMIT opened(node);
}

std::vector<BufferId> OpenDocument::buffers() const {
    std::vector<BufferId> buffers;
    for (const DocumentPart* part : m_parts) {
        if (part->tree != nullptr && std::ranges::find(buffers, part->buffer) == buffers.end()) {
            buffers.push_back(part->buffer);
        }
    }
    return buffers;
}

const DocumentPart* OpenDocument::wholeOf(BufferId buffer) const {
    const auto found = std::ranges::find_if(
        m_parts, [buffer](const DocumentPart* part) { return part->tree != nullptr && part->buffer == buffer; });
    return found == m_parts.end() ? nullptr : *found;
}

NodeRef OpenDocument::nodeAt(BufferId buffer, std::uint64_t offset) const {
    const DocumentPart* at = wholeOf(buffer);
    NodeRef found = at != nullptr ? deepestNodeAt(NodeRef::root(at->tree), offset) : NodeRef();
    while (found.isValid()) {
        const DocumentPart* inner = mayOpen(found) ? openedAt(found) : nullptr;
        if (inner == nullptr || inner->tree == nullptr || inner->buffer != buffer) {
            break;
        }
        // Bytes before the structure belong to what it lies in.
        const NodeRef deeper = deepestNodeAt(NodeRef::root(inner->tree), offset);
        if (!deeper.isValid()) {
            break;
        }
        found = deeper;
    }
    return found;
}

DocumentSecrets& OpenDocument::secrets() const {
    if (m_secrets == nullptr) {
        m_secrets = m_shared->makeSecrets();
    }
    return *m_secrets;
}

bool OpenDocument::mayHide(const DocumentPart& part) const {
    if (m_showsSecrets || part.tree == nullptr) {
        return false;
    }
    return (part.kind == PartKind::Message && mayHoldRecords(*part.tree)) || secrets().mayHide(part);
}

bool OpenDocument::hides(const NodeRef& node) const {
    const DocumentPart* part = m_showsSecrets ? nullptr : partOf(node);
    if (part == nullptr) {
        return false;
    }
    const bool isClosed = node.kind() == NodeKind::Bytes || node.kind() == NodeKind::Records;
    return secrets().hides(*part, node, isClosed ? openedAt(node) : nullptr,
                           isClosed ? m_shared->document.recordsWithin(*part, node) : RecordsWithin());
}

RecordsOrigin OpenDocument::recordsOrigin(const NodeRef& set) const {
    const DocumentPart* part = partOf(set);
    if (part == nullptr) {
        return {};
    }
    return {&m_shared->registry(),
            set.kind() == NodeKind::Records ? m_shared->document.recordsWithin(*part, set).topic : part->topic,
            !m_showsSecrets};
}

// The partition is the first number beside the records, in every message that has some.
std::string OpenDocument::recordsName(const NodeRef& set) const {
    const auto told = set.kind() == NodeKind::Records
                          ? toldTopicOf(m_shared->registry(), set, m_shared->context.topicName)
                          : std::nullopt;
    const NodeRef first = told && set.parent().childCount() > 0 ? set.parent().child(0) : NodeRef();
    if (!first.isValid()) {
        return {};
    }
    const std::string topic = told->name.empty() && told->id ? told->id->toHyphenated() : told->name;
    const bool isNumber = first.kind() == NodeKind::Scalar && !first.isUnread();
    return isNumber ? topic + '-' + std::to_string(first.node().integer) : topic;
}

MaskRecord OpenDocument::recordMask(const NodeRef& set) const {
    const InternalTopicFacts* topic = m_showsSecrets ? nullptr : recordsOrigin(set).topic;
    if (!secrets().mayHold(topic)) {
        return {};
    }
    return [secrets = std::shared_ptr<const DocumentSecrets>(m_shared->makeSecrets()),
            topic](const RecordView& record) { return secrets->masked(*topic, record); };
}

void OpenDocument::showSecrets(bool shown) {
    if (shown != m_showsSecrets) {
        m_showsSecrets = shown;
        Q_EMIT secretsShown();
    }
}

LinkedSelection OpenDocument::linkedTo(const NodeRef& node) const {
    const DocumentPart* part = partOf(node);
    if (part == nullptr) {
        return {};
    }
    NodeKey key;
    key.tree = static_cast<std::uint32_t>(std::ranges::find(m_parts, part) - m_parts.begin());
    for (const std::size_t position : childPositions(node)) {
        key.route.push_back(static_cast<std::uint32_t>(position));
    }
    return {Document::span(*part, node), std::move(key)};
}

NodeRef OpenDocument::nodeOf(const LinkedSelection& selection) const {
    if (selection.isEmpty()) {
        return {};
    }
    if (!selection.node) {
        return nodeAt(selection.span.buffer, selection.span.offset);
    }
    if (selection.node->tree >= m_parts.size() || m_parts[selection.node->tree]->tree == nullptr) {
        return {};
    }
    NodeRef at = NodeRef::root(m_parts[selection.node->tree]->tree);
    for (const std::uint32_t position : selection.node->route) {
        if (position >= at.childCount()) {
            return {};
        }
        at = at.child(position);
    }
    return at;
}

}  // namespace brokerscope
