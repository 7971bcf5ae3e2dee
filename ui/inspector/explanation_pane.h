#pragma once

#include "core/value/node_ref.h"

#include <QTextBrowser>
#include <memory>

namespace brokerscope {

class OpenDocument;
class SchemaRegistry;
struct Palette;

// How the selected bytes say what they say: what each part of the field means, what the bytes could mean by themselves,
// and the remarks on them. GUI thread.
class ExplanationPane : public QTextBrowser {
    Q_OBJECT

public:
    explicit ExplanationPane(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // All parts of a field with what follows from its neighbours, or a range that somebody selected by hand.
    void explainField(std::shared_ptr<const OpenDocument> document, const NodeRef& node);
    void explainRange(std::shared_ptr<const OpenDocument> document, ByteSpan span);
    void clearExplanation();
    void showAgain();  // secrets are shown or hidden now

protected:
    void changeEvent(QEvent* event) override;

private:
    QString rangeHtml(const Palette& palette) const;
    QString fieldHtml(const Palette& palette) const;

    const SchemaRegistry& m_registry;
    std::shared_ptr<const OpenDocument> m_document;
    NodeRef m_node;  // invalid: a range
    ByteSpan m_span;
};

}  // namespace brokerscope
