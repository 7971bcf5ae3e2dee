#pragma once

#include "core/base/bytes.h"
#include "ui/hexview/hex_geometry.h"
#include "ui/hexview/hex_highlights.h"
#include "ui/hexview/hex_selection.h"

#include <QAbstractScrollArea>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

// Offsets, bytes and text of one buffer, with the look of each field. Only what is visible is asked for and painted.
//
// Two things are marked: the view's own selection (cursor and range, by mouse and keyboard) and the *framed* bytes,
// which somebody else chose (the row selected in a tree). The view decides nothing about fields: it says which byte was
// hovered or selected, and is told what to frame. GUI thread only.
class HexView : public QAbstractScrollArea {
    Q_OBJECT

public:
    using Bytes = std::shared_ptr<const ByteBuffer>;
    // Looks of at least the bytes [from, to), made on demand for buffers whose runs are too many to make at once.
    using HighlightSource = std::function<HexHighlights(std::uint64_t from, std::uint64_t to)>;

    explicit HexView(QWidget* parent = nullptr);

    // Shows another buffer (null: nothing). Offsets everywhere count from its first byte. Scroll position, cursor and a
    // half-typed byte survive where the new buffer has such bytes. Highlights and framed bytes stay as they are.
    void setBytes(Bytes bytes);
    const Bytes& bytes() const { return m_bytes; }
    void setHighlights(HexHighlights highlights);
    void setHighlightSource(HighlightSource source);

    void setOptions(const HexOptions& options);
    const HexOptions& options() const { return m_options; }
    int columns() const { return m_geometry.columns(); }
    // Bytes with a flag, ascending.
    void setBookmarks(std::vector<std::uint64_t> offsets);

    // Frames bytes, an empty span none; the span's buffer is not looked at. Scrolls only when none of them is visible.
    // Emits nothing.
    void setFramed(ByteSpan span);
    ByteSpan framed() const { return m_framed; }
    // Frames bytes lightly, for instance those of the row that the mouse is over in a tree; an empty span leaves that
    // to the view, which frames the run under the mouse. Never scrolls.
    void setHovered(ByteSpan span);
    // Marks bytes that another field speaks of, such as those that a checksum covers: dotted, under a veil. An empty
    // span none. Never scrolls.
    void setCovered(ByteSpan span);
    ByteSpan covered() const { return m_covered; }
    // Moves the cursor, for instance by "go to offset"; scrolls it into view and emits byteSelected.
    void goTo(std::uint64_t offset);
    // Selects a range and scrolls to it, for instance a search hit; emits byteSelected and rangeSelected.
    void selectRange(std::uint64_t offset, std::uint64_t length);
    const HexSelection& selection() const { return m_selection; }
    ByteView selectedBytes() const;
    void ensureVisible(std::uint64_t offset);

    // While editing, typed hex digits (text column: characters) emit byteEdited; the owner changes the bytes, or not.
    void setEditing(bool editing);
    bool isEditing() const { return m_editing; }

    std::uint64_t firstVisibleRow() const;
    QRect byteRect(std::uint64_t offset, HexColumn column = HexColumn::Bytes) const;  // in viewport coordinates
    // A row with its text. A narrower view folds the text column away.
    QSize sizeHint() const override;
    int widthWithoutText() const;
    int heightOfAll() const;  // of all rows, limited to what an int holds
    int heightOfRow() const { return m_geometry.sizes().rowHeight; }

Q_SIGNALS:
    void byteHovered(qint64 offset);  // -1: none
    void byteSelected(quint64 offset);
    void rangeSelected(quint64 offset, quint64 length);  // more than one byte, or one after more
    void byteEdited(quint64 offset, quint8 value);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void updateGeometryOfBytes();
    int widthOf(bool withText) const;
    void updateScrollBars();
    void updateAccessibleText();
    const HexHighlights& highlightsFor(std::uint64_t from, std::uint64_t to) const;
    ByteSpan hoveredSpan() const;
    QPoint contentPoint(QPoint viewportPoint) const;
    void setHoveredByte(std::optional<std::uint64_t> offset);
    void selectionMoved(const HexSelection& before);
    bool moveByKey(const QKeyEvent& event);
    bool typeKey(const QKeyEvent& event);

    Bytes m_bytes;
    HexHighlights m_highlights;
    HighlightSource m_source;
    mutable HexHighlights m_sourced;  // of [m_sourcedFrom, m_sourcedTo)
    mutable std::uint64_t m_sourcedFrom = 0;
    mutable std::uint64_t m_sourcedTo = 0;
    HexGeometry m_geometry;
    HexSelection m_selection;
    HexColumn m_column = HexColumn::Bytes;
    ByteSpan m_framed;
    ByteSpan m_hovered;
    ByteSpan m_covered;
    std::optional<std::uint64_t> m_hoveredByte;
    HexOptions m_options;
    std::vector<std::uint64_t> m_bookmarks;
    bool m_editing = false;
    bool m_lowDigitNext = false;
};

}  // namespace brokerscope
