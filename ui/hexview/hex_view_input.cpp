// Mouse and keyboard of HexView.
#include "ui/hexview/hex_view.h"

#include "ui/style/fonts.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <array>

namespace brokerscope {

namespace {

struct MoveKey {
    int key;
    bool withControl;
    HexMove move;
};

constexpr std::array<MoveKey, 10> MoveKeys = {{
    {Qt::Key_Left, false, HexMove::Left},
    {Qt::Key_Right, false, HexMove::Right},
    {Qt::Key_Up, false, HexMove::Up},
    {Qt::Key_Down, false, HexMove::Down},
    {Qt::Key_PageUp, false, HexMove::PageUp},
    {Qt::Key_PageDown, false, HexMove::PageDown},
    {Qt::Key_Home, false, HexMove::RowStart},
    {Qt::Key_End, false, HexMove::RowEnd},
    {Qt::Key_Home, true, HexMove::Start},
    {Qt::Key_End, true, HexMove::End},
}};

std::optional<std::uint8_t> hexDigit(char16_t character) {
    if (character >= u'0' && character <= u'9') {
        return static_cast<std::uint8_t>(character - u'0');
    }
    const auto lower = static_cast<char16_t>(character | 0x20);
    if (lower >= u'a' && lower <= u'f') {
        return static_cast<std::uint8_t>(lower - u'a' + 10);
    }
    return std::nullopt;
}

}  // namespace

bool HexView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave) {
        setHoveredByte(std::nullopt);
    }
    return QAbstractScrollArea::viewportEvent(event);
}

bool HexView::event(QEvent* event) {
    // The fixed-pitch font is set, so a change of the application's font would pass by.
    if (event->type() == QEvent::ApplicationFontChange) {
        setFont(monospaceFont());
    }
    return QAbstractScrollArea::event(event);
}

void HexView::setHoveredByte(std::optional<std::uint64_t> offset) {
    if (offset == m_hoveredByte) {
        return;
    }
    m_hoveredByte = offset;
    viewport()->update();
    Q_EMIT byteHovered(offset ? static_cast<qint64>(*offset) : -1);
}

void HexView::mousePressEvent(QMouseEvent* event) {
    const auto hit = m_geometry.hitTest(contentPoint(event->pos()), firstVisibleRow());
    // A context menu is about the selection where it is opened upon it.
    const bool keeps = event->button() == Qt::RightButton && hit && m_selection.contains(hit->offset);
    if (!hit || keeps || (event->button() != Qt::LeftButton && event->button() != Qt::RightButton)) {
        return;
    }
    m_column = hit->column;
    const HexSelection before = m_selection;
    m_selection.moveTo(hit->offset, event->modifiers().testFlag(Qt::ShiftModifier));
    viewport()->update();
    if (m_selection == before) {
        // Clicking where the cursor is still chooses that byte: something else may be framed meanwhile.
        Q_EMIT byteSelected(hit->offset);
        return;
    }
    selectionMoved(before);
}

void HexView::mouseMoveEvent(QMouseEvent* event) {
    const QPoint point = contentPoint(event->pos());
    if (event->buttons().testFlag(Qt::LeftButton)) {
        if (const auto nearest = m_geometry.nearestByte(point, m_column, firstVisibleRow())) {
            const HexSelection before = m_selection;
            m_selection.moveTo(*nearest, true);
            selectionMoved(before);
        }
        return;
    }
    const auto hit = m_geometry.hitTest(point, firstVisibleRow());
    setHoveredByte(hit ? std::optional(hit->offset) : std::nullopt);
}

void HexView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::SelectAll)) {
        const HexSelection before = m_selection;
        m_selection.selectAll();
        selectionMoved(before);
        return;
    }
    if (!moveByKey(*event) && !typeKey(*event)) {
        event->ignore();
    }
}

bool HexView::moveByKey(const QKeyEvent& event) {
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool control = modifiers.testFlag(Qt::ControlModifier);
    if (modifiers.testFlag(Qt::AltModifier) || modifiers.testFlag(Qt::MetaModifier)) {
        return false;
    }
    const auto* found = std::find_if(MoveKeys.begin(), MoveKeys.end(), [&](const MoveKey& candidate) {
        return candidate.key == event.key() && candidate.withControl == control;
    });
    if (found == MoveKeys.end()) {
        return false;
    }
    const HexSelection before = m_selection;
    m_selection.move(found->move, m_geometry.columns(), m_geometry.wholeRows(viewport()->height()),
                     modifiers.testFlag(Qt::ShiftModifier));
    selectionMoved(before);
    return true;
}

bool HexView::typeKey(const QKeyEvent& event) {
    const QString text = event.text();
    const bool isCommand =
        event.modifiers().testFlag(Qt::ControlModifier) || event.modifiers().testFlag(Qt::AltModifier);
    if (!m_editing || m_selection.isEmpty() || isCommand || text.size() != 1) {
        return false;
    }
    const std::uint64_t cursor = m_selection.cursor();
    const char16_t character = text.front().unicode();
    if (m_column == HexColumn::Text) {
        if (character < 0x20 || character > 0x7e) {
            return false;
        }
        Q_EMIT byteEdited(cursor, static_cast<quint8>(character));
        goTo(cursor + 1);
        return true;
    }
    const auto digit = hexDigit(character);
    if (!digit) {
        return false;
    }
    const std::uint8_t old = (*m_bytes)[cursor];
    const bool low = m_lowDigitNext;
    const int value = low ? (old & 0xf0) | *digit : (*digit << 4) | (old & 0x0f);
    Q_EMIT byteEdited(cursor, static_cast<quint8>(value));
    // The owner may have answered with other bytes, so the state is set only now.
    m_lowDigitNext = !low;
    if (low) {
        goTo(cursor + 1);
    }
    viewport()->update();
    return true;
}

void HexView::focusInEvent(QFocusEvent* event) {
    if (event->reason() == Qt::TabFocusReason) {
        m_column = HexColumn::Bytes;
    } else if (event->reason() == Qt::BacktabFocusReason && m_geometry.hasText()) {
        m_column = HexColumn::Text;
    }
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void HexView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool HexView::focusNextPrevChild(bool next) {
    const HexColumn other = next ? HexColumn::Text : HexColumn::Bytes;
    if (m_column == other || !hasFocus() || !m_geometry.hasText()) {
        return QAbstractScrollArea::focusNextPrevChild(next);
    }
    m_column = other;
    m_lowDigitNext = false;
    viewport()->update();
    return true;
}

}  // namespace brokerscope
