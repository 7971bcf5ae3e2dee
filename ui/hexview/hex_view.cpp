#include "ui/hexview/hex_view.h"

#include "ui/hexview/hex_painter.h"
#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QAccessible>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <limits>
#include <utility>

namespace brokerscope {

namespace {

constexpr int RowsOfHint = 8;

}  // namespace

HexView::HexView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFont(monospaceFont());
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bytes"));
    setContextMenuPolicy(Qt::CustomContextMenu);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::IBeamCursor);
    updateGeometryOfBytes();
}

void HexView::setBytes(Bytes bytes) {
    m_bytes = std::move(bytes);
    m_sourcedFrom = m_sourcedTo = 0;
    const std::uint64_t size = m_bytes != nullptr ? m_bytes->size() : 0;
    if (size != m_selection.size()) {
        const std::uint64_t cursor = m_selection.cursor();
        m_selection.resize(size);
        m_lowDigitNext = m_lowDigitNext && cursor == m_selection.cursor();
        m_hoveredByte.reset();
    }
    updateGeometryOfBytes();
}

void HexView::setHighlights(HexHighlights highlights) {
    m_source = nullptr;
    m_highlights = std::move(highlights);
    viewport()->update();
}

void HexView::setHighlightSource(HighlightSource source) {
    m_highlights = {};
    m_source = std::move(source);
    m_sourcedFrom = m_sourcedTo = 0;
    viewport()->update();
}

const HexHighlights& HexView::highlightsFor(std::uint64_t from, std::uint64_t to) const {
    if (!m_source) {
        return m_highlights;
    }
    if (from < m_sourcedFrom || to > m_sourcedTo) {
        // A page more on both sides, so that small steps ask for nothing.
        const std::uint64_t page = to - from;
        m_sourcedFrom = from - std::min(from, page);
        m_sourcedTo = std::min(m_geometry.size(), to + page);
        m_sourced = m_source(m_sourcedFrom, m_sourcedTo);
    }
    return m_sourced;
}

void HexView::setOptions(const HexOptions& options) {
    if (options != m_options) {
        m_options = options;
        updateGeometryOfBytes();
    }
}

void HexView::setBookmarks(std::vector<std::uint64_t> offsets) {
    m_bookmarks = std::move(offsets);
    viewport()->update();
}

void HexView::updateGeometryOfBytes() {
    const HexCellSizes sizes = hexCellSizes(font());
    const std::uint64_t size = m_selection.size();
    const int columns = m_options.columns > 0
                            ? m_options.columns
                            : HexGeometry::fittingColumns(viewport()->width(), size, sizes, m_options.offsets);
    const std::uint64_t firstShown = m_geometry.firstOffset(firstVisibleRow());
    const HexGeometry whole(size, columns, sizes, true, m_options.offsets);
    m_geometry = whole.contentWidth() <= viewport()->width()
                     ? whole
                     : HexGeometry(size, columns, sizes, false, m_options.offsets);
    if (!m_geometry.hasText()) {
        m_column = HexColumn::Bytes;
    }
    updateScrollBars();
    verticalScrollBar()->setValue(static_cast<int>(m_geometry.rowOf(firstShown)));
    updateGeometry();
    viewport()->update();
}

void HexView::updateScrollBars() {
    const int whole = m_geometry.wholeRows(viewport()->height());
    const std::uint64_t rows = m_geometry.rowCount();
    const std::uint64_t hidden = rows > static_cast<unsigned>(whole) ? rows - static_cast<unsigned>(whole) : 0;
    verticalScrollBar()->setRange(
        0, static_cast<int>(std::min<std::uint64_t>(hidden, std::numeric_limits<int>::max() / 2)));
    verticalScrollBar()->setPageStep(whole);
    verticalScrollBar()->setSingleStep(1);
    horizontalScrollBar()->setRange(0, std::max(0, m_geometry.contentWidth() - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(m_geometry.sizes().byteWidth);
}

std::uint64_t HexView::firstVisibleRow() const {
    return static_cast<std::uint64_t>(verticalScrollBar()->value());
}

void HexView::setFramed(ByteSpan span) {
    m_framed = span;
    viewport()->update();
    if (span.length == 0 || span.offset >= m_geometry.size()) {
        return;
    }
    const std::uint64_t top = firstVisibleRow();
    const std::uint64_t bottom = top + static_cast<unsigned>(m_geometry.wholeRows(viewport()->height()));
    const bool isVisible = m_geometry.rowOf(span.end() - 1) >= top && m_geometry.rowOf(span.offset) < bottom;
    if (!isVisible) {
        // Not quite at the top: what comes before says where one is.
        const std::uint64_t row = m_geometry.rowOf(span.offset);
        verticalScrollBar()->setValue(static_cast<int>(row > 0 ? row - 1 : 0));
    }
}

void HexView::setHovered(ByteSpan span) {
    if (m_hovered != span) {
        m_hovered = span;
        viewport()->update();
    }
}

void HexView::setCovered(ByteSpan span) {
    if (m_covered != span) {
        m_covered = span;
        viewport()->update();
    }
}

void HexView::goTo(std::uint64_t offset) {
    const HexSelection before = m_selection;
    m_selection.moveTo(offset, false);
    selectionMoved(before);
}

void HexView::selectRange(std::uint64_t offset, std::uint64_t length) {
    const HexSelection before = m_selection;
    m_selection.selectRange(offset, length);
    ensureVisible(m_selection.first());
    selectionMoved(before);
}

ByteView HexView::selectedBytes() const {
    if (m_bytes == nullptr || m_selection.isEmpty()) {
        return {};
    }
    return ByteView(*m_bytes).subspan(m_selection.first(), m_selection.length());
}

void HexView::ensureVisible(std::uint64_t offset) {
    const std::uint64_t row = m_geometry.rowOf(offset);
    const std::uint64_t top = firstVisibleRow();
    const auto whole = static_cast<std::uint64_t>(m_geometry.wholeRows(viewport()->height()));
    if (row < top) {
        verticalScrollBar()->setValue(static_cast<int>(row));
    } else if (row >= top + whole) {
        verticalScrollBar()->setValue(static_cast<int>(row - whole + 1));
    }
    const QRect cell = m_geometry.cell(offset, m_column, firstVisibleRow());
    QScrollBar& across = *horizontalScrollBar();
    if (cell.right() > across.value() + viewport()->width()) {
        across.setValue(cell.right() + m_geometry.sizes().margin - viewport()->width());
    } else if (cell.left() < across.value()) {
        across.setValue(m_geometry.columnOf(offset) == 0 && m_column == HexColumn::Bytes ? 0 : cell.left());
    }
}

void HexView::setEditing(bool editing) {
    m_editing = editing;
    m_lowDigitNext = false;
    viewport()->update();
}

void HexView::selectionMoved(const HexSelection& before) {
    if (m_selection == before) {
        return;
    }
    if (m_selection.cursor() != before.cursor()) {
        m_lowDigitNext = false;
        ensureVisible(m_selection.cursor());
    }
    viewport()->update();
    updateAccessibleText();
    const HexSelection now = m_selection;
    if (now.cursor() != before.cursor()) {
        Q_EMIT byteSelected(now.cursor());
    }
    if (now.length() > 1 || before.length() > 1) {
        Q_EMIT rangeSelected(now.first(), now.length());
    }
}

void HexView::updateAccessibleText() {
    if (!QAccessible::isActive() || m_selection.isEmpty()) {
        return;
    }
    const std::uint64_t cursor = m_selection.cursor();
    const QString byte = highlightsFor(cursor, cursor + 1).hides(cursor)
                             ? tr("hidden")
                             : QStringLiteral("%1").arg((*m_bytes)[cursor], 2, 16, QLatin1Char('0'));
    setAccessibleDescription(tr("byte %1: %2").arg(cursor).arg(byte));
}

QRect HexView::byteRect(std::uint64_t offset, HexColumn column) const {
    return m_geometry.cell(offset, column, firstVisibleRow()).translated(-horizontalScrollBar()->value(), 0);
}

QPoint HexView::contentPoint(QPoint viewportPoint) const {
    return viewportPoint + QPoint(horizontalScrollBar()->value(), 0);
}

ByteSpan HexView::hoveredSpan() const {
    if (m_hovered.length > 0 || !m_hoveredByte) {
        return m_hovered;
    }
    const std::uint64_t byte = *m_hoveredByte;
    const HexHighlight* run = highlightsFor(byte, byte + 1).at(byte);
    return run != nullptr ? ByteSpan{BufferId::Main, run->offset, run->size} : ByteSpan{BufferId::Main, byte, 1};
}

void HexView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(viewport());
    const Palette& palette = Palette::of(this->palette());
    painter.fillRect(viewport()->rect(), palette.surface);
    const std::uint64_t row = firstVisibleRow();
    const int rows = m_geometry.visibleRows(row, viewport()->height());
    if (rows == 0 || m_bytes == nullptr) {
        return;
    }
    const std::uint64_t from = m_geometry.firstOffset(row);
    const std::uint64_t to = std::min(m_geometry.size(), m_geometry.firstOffset(row + static_cast<unsigned>(rows)));
    painter.translate(-horizontalScrollBar()->value(), 0);
    paintHex(painter, HexScene{.bytes = *m_bytes,
                               .geometry = m_geometry,
                               .highlights = highlightsFor(from, to),
                               .palette = palette,
                               .font = font(),
                               .firstRow = row,
                               .rows = rows,
                               .selection = m_selection,
                               .column = m_column,
                               .hasFocus = hasFocus(),
                               .isEditing = m_editing,
                               .lowDigitNext = m_lowDigitNext,
                               .framed = m_framed,
                               .hovered = hoveredSpan(),
                               .covered = m_covered,
                               .bookmarks = m_bookmarks});
}

void HexView::resizeEvent(QResizeEvent* event) {
    QAbstractScrollArea::resizeEvent(event);
    updateGeometryOfBytes();
}

void HexView::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        updateGeometryOfBytes();
    }
}

QSize HexView::sizeHint() const {
    const HexCellSizes& sizes = m_geometry.sizes();
    return {widthOf(true), 2 * sizes.margin + RowsOfHint * sizes.rowHeight + 2 * frameWidth()};
}

int HexView::heightOfAll() const {
    constexpr std::uint64_t kMostRows = 1'000'000;
    const HexCellSizes& sizes = m_geometry.sizes();
    const auto rows = static_cast<int>(std::min(m_geometry.rowCount(), kMostRows));
    return 2 * sizes.margin + rows * sizes.rowHeight + 2 * frameWidth();
}

int HexView::widthWithoutText() const {
    return widthOf(false);
}

int HexView::widthOf(bool withText) const {
    const HexGeometry geometry(m_geometry.size(), m_geometry.columns(), m_geometry.sizes(), withText,
                               m_options.offsets);
    return geometry.contentWidth() + 2 * frameWidth() + verticalScrollBar()->sizeHint().width();
}

}  // namespace brokerscope
