#pragma once

#include "core/value/node_ref.h"
#include "ui/hexview/hex_options.h"
#include "ui/inspector/copy_formats.h"
#include "ui/selection/selection_link.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QMenu;

namespace brokerscope {

class BufferTabs;
class BytesAndExplanation;
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
    // The whole of the buffer that is shown; null: nothing is shown.
    std::shared_ptr<const ValueTree> tree() const;
    BufferId buffer() const { return m_buffer; }
    void setTitle(const QString& title);  // "Request bytes"; the size is added
    HexView& hexView() { return *m_hex; }
    // Bytes of the message's own buffer that are other than in what it is compared with, ascending; empty: it is not
    // compared, or they are the same.
    void setChanged(std::vector<ByteSpan> changed);
    // Asks where to, and writes these bytes there: as they are shown, so that secrets are masked. saved() follows.
    void saveBytes(const ByteSpan& span);
    void saveBytesTo(const ByteSpan& span, const QString& path);
    // The byte that bookmarks and commands are about: where the cursor is, or where the chosen field begins; nothing
    // where nothing is shown.
    std::optional<std::uint64_t> place() const;
    // As wide as a row of bytes with its text.
    QSize sizeHint() const override;
    int widthWithoutText() const;  // of the same row, its text column folded away

Q_SIGNALS:
    void pathHovered(const QString& text);                       // "topics[0].name · offset 43, 7 bytes"; empty: none
    void bufferShown();                                          // another one
    void optionsChosen(const brokerscope::HexOptions& options);  // in the menu; the owner sets them, here too
    void saved(const QString& sentence);                         // or why it could not be

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
    void showRange(quint64 offset, quint64 length);
    void addLayoutMenu(QMenu& menu);

    SelectionLink& m_link;
    Copying m_copying;
    std::shared_ptr<OpenDocument> m_document;
    BufferId m_buffer = BufferId::Main;
    std::vector<ByteSpan> m_changed;
    LatestWork m_saving;
    NodeRef m_framed;  // whose bytes are framed; invalid: none
    QString m_title;
    TitleBar* m_bar;
    BufferTabs* m_tabs;
    HexView* m_hex;
    ExplanationPane* m_explanation;
    BytesAndExplanation* m_splitter;
};

// "topics[0].name · offset 43, 7 bytes"; the name where the node has no path; empty for an invalid node. The paths of
// nodes in opened parts begin with that of the field that they lie in.
QString placeText(const OpenDocument& document, const NodeRef& node);

}  // namespace brokerscope
