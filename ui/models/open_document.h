#pragma once

#include "core/text/document_secrets.h"
#include "ui/models/record_list.h"
#include "ui/selection/selection_link.h"

#include <QObject>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace brokerscope {

// A document as the window sees it: parts are opened on a thread of the pool, one after the other, and are there for
// good once opened() says so. Names nodes for a SelectionLink, and finds the deepest one of a byte through all parts
// that lie in a buffer. GUI thread. What the context borrows must outlive the work of the pool.
class OpenDocument : public QObject {
    Q_OBJECT

public:
    // The tree must not be null.
    explicit OpenDocument(std::shared_ptr<const ValueTree> message, DocumentContext context, QObject* parent = nullptr);

    // What is known beside the bytes, and the limits that hold for what is read of them.
    const DocumentContext& context() const;
    const std::shared_ptr<const ValueTree>& message() const { return m_parts.front()->tree; }
    // Opened so far, parents before children; the message is the first one.
    const std::vector<const DocumentPart*>& parts() const { return m_parts; }
    // The part whose tree a node belongs to; null: it is of another document.
    const DocumentPart* partOf(const NodeRef& node) const;
    // The path of a node from the message on, through the parts that it lies in.
    std::string fullPath(const NodeRef& node) const;

    // The node of such a path, in the part that was opened deepest on the way; invalid: it has none, or its part is not
    // opened.
    NodeRef nodeOfPath(std::string_view path) const;

    // Whether something may lie in the node's bytes. Costs no decoding.
    bool mayOpen(const NodeRef& node) const;
    // What was opened there; null: nothing yet, or nothing lies there.
    const DocumentPart* openedAt(const NodeRef& node) const;
    bool wasOpened(const NodeRef& node) const;  // also where nothing lies there
    // Has an effect once a node. opened() follows, always later than this call.
    void open(const NodeRef& node);

    // Buffers in the order in which they came up, the message's first.
    std::vector<BufferId> buffers() const;
    // The part that is the whole of a buffer; null: no such buffer.
    const DocumentPart* wholeOf(BufferId buffer) const;
    // The deepest node of that byte, whatever part it is in; invalid beyond the end.
    NodeRef nodeAt(BufferId buffer, std::uint64_t offset) const;

    // Whether what a node says is hidden, as DocumentSecrets says. Nothing is once secrets are shown.
    bool hides(const NodeRef& node) const;
    // What may be shown of the records in a record set's node; an empty function: all of them. For one other thread.
    MaskRecord recordMask(const NodeRef& set) const;
    // Whose records a record set's node holds, for readers that decode them.
    RecordsOrigin recordsOrigin(const NodeRef& set) const;
    // "orders-0" of the set's topic and partition, its topic's id where no name is known; empty: nobody knows.
    std::string recordsName(const NodeRef& set) const;
    bool mayHide(const DocumentPart& part) const;  // false: no node of its tree is hidden
    bool showsSecrets() const { return m_showsSecrets; }
    void showSecrets(bool shown);

    LinkedSelection linkedTo(const NodeRef& node) const;  // empty for a node of another document
    NodeRef nodeOf(const LinkedSelection& selection) const;

Q_SIGNALS:
    void opened(const brokerscope::NodeRef& node);
    void secretsShown();  // or hidden again

private:
    using Place = std::pair<const DocumentPart*, std::pair<std::uint64_t, std::string>>;
    struct Shared;

    Place placeOf(const NodeRef& node) const;
    void take(const NodeRef& node, const DocumentPart* part);
    DocumentSecrets& secrets() const;

    std::shared_ptr<Shared> m_shared;
    std::vector<const DocumentPart*> m_parts;
    std::unordered_map<const ValueTree*, const DocumentPart*> m_partOfTree;
    std::map<Place, const DocumentPart*> m_opened;  // null: nothing lies there
    std::set<Place> m_underWay;
    mutable std::unique_ptr<DocumentSecrets> m_secrets;  // made when first asked for
    bool m_showsSecrets = false;
};

}  // namespace brokerscope
