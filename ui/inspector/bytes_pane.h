#pragma once

#include "core/value/node_ref.h"
#include "ui/selection/selection_link.h"

#include <QWidget>
#include <memory>

class QSplitter;

namespace brokerscope {

class ExplanationPane;
class HexView;
class SchemaRegistry;
class TitleBar;

// The annotated bytes of one message with their explanation below, joined to other views by a SelectionLink: it frames
// what they select, and selects the deepest field of a byte. Also used without a tree beside it, as the live bytes of a
// form. GUI thread.
class BytesPane : public QWidget {
    Q_OBJECT

public:
    // The registry and the link must outlive it.
    BytesPane(const SchemaRegistry& registry, SelectionLink& link, QWidget* parent = nullptr);

    // Scroll position and selection survive where the new message has such bytes.
    void setTree(std::shared_ptr<const ValueTree> tree);
    const std::shared_ptr<const ValueTree>& tree() const { return m_tree; }
    void setTitle(const QString& title);  // "Request bytes"; the size is added
    HexView& hexView() { return *m_hex; }
    // As wide as a row of bytes with its text.
    QSize sizeHint() const override;
    int widthWithoutText() const;  // of the same row, its text column folded away

Q_SIGNALS:
    void pathHovered(const QString& text);  // "topics[0].name · offset 43, 7 bytes"; empty: none

private:
    void setUpHex();
    void showSelection(const LinkedSelection& selection, const QObject* origin);
    void showHover(const LinkedSelection& selection, const QObject* origin);
    void selectByte(std::uint64_t offset);
    void hoverByte(qint64 offset);
    void showMenu(const QPoint& position);
    void updateCaption(const NodeRef& node);

    SelectionLink& m_link;
    std::shared_ptr<const ValueTree> m_tree;
    QString m_title;
    TitleBar* m_bar;
    HexView* m_hex;
    ExplanationPane* m_explanation;
    QSplitter* m_splitter;
};

// "topics[0].name · offset 43, 7 bytes"; the name where the node has no path; empty for an invalid node.
QString placeText(const NodeRef& node);

}  // namespace brokerscope
