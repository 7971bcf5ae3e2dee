#pragma once

#include "core/value/value_tree.h"

#include <QTextBrowser>
#include <memory>

namespace brokerscope {

class SchemaRegistry;
struct Palette;

// How the selected bytes say what they say: what each part of the field means, what the bytes could mean by themselves,
// and the remarks on them. GUI thread.
class ExplanationPane : public QTextBrowser {
    Q_OBJECT

public:
    explicit ExplanationPane(const SchemaRegistry& registry, QWidget* parent = nullptr);

    // All parts of the field that begins with `span`, or of a range that somebody selected by hand.
    void explainField(const std::shared_ptr<const ValueTree>& tree, ByteSpan span);
    void explainRange(const std::shared_ptr<const ValueTree>& tree, ByteSpan span);
    void clearExplanation();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showAgain();
    QString rangeHtml(const Palette& palette) const;
    QString fieldHtml(const Palette& palette) const;

    const SchemaRegistry& m_registry;
    std::shared_ptr<const ValueTree> m_tree;
    ByteSpan m_span;
    bool m_isRange = false;
};

}  // namespace brokerscope
