#pragma once

#include "core/value/node_ref.h"
#include "ui/inspector/copy_formats.h"
#include "ui/selection/selection_link.h"

#include <QWidget>
#include <memory>

class QSplitter;

namespace brokerscope {

class BufferTabs;
class ExplanationPane;
class HexView;
class OpenDocument;
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

    // Scroll position and selection survive where the new message has such bytes. Null: nothing.
    void setDocument(std::shared_ptr<OpenDocument> document);
    void setTree(std::shared_ptr<const ValueTree> tree);  // of a document of its own
    // The whole of the buffer that is shown; null: nothing is shown.
    std::shared_ptr<const ValueTree> tree() const;
    BufferId buffer() const { return m_buffer; }
    void setTitle(const QString& title);  // "Request bytes"; the size is added
    HexView& hexView() { return *m_hex; }
    // As wide as a row of bytes with its text.
    QSize sizeHint() const override;
    int widthWithoutText() const;  // of the same row, its text column folded away

Q_SIGNALS:
    void pathHovered(const QString& text);  // "topics[0].name · offset 43, 7 bytes"; empty: none
    void bufferShown();                     // another one

private:
    void setUpHex();
    void showBuffer(BufferId buffer);
    QString heading() const;
    void showLooks();
    void goToOrigin();
    NodeRef nodeAt(std::uint64_t offset) const;
    void frame(const NodeRef& node, ByteSpan span);
    void showCovered(const NodeRef& hovered);
    void showSelection(const LinkedSelection& selection, const QObject* origin);
    void showHover(const LinkedSelection& selection, const QObject* origin);
    void selectByte(std::uint64_t offset);
    void hoverByte(qint64 offset);
    void showMenu(const QPoint& position);
    void updateCaption(const NodeRef& node);

    SelectionLink& m_link;
    Copying m_copying;
    std::shared_ptr<OpenDocument> m_document;
    BufferId m_buffer = BufferId::Main;
    NodeRef m_framed;  // whose bytes are framed; invalid: none
    QString m_title;
    TitleBar* m_bar;
    BufferTabs* m_tabs;
    HexView* m_hex;
    ExplanationPane* m_explanation;
    QSplitter* m_splitter;
};

// "topics[0].name · offset 43, 7 bytes"; the name where the node has no path; empty for an invalid node. The paths of
// nodes in opened parts begin with that of the field that they lie in.
QString placeText(const OpenDocument& document, const NodeRef& node);

}  // namespace brokerscope
