#include "ui/hexview/hex_glyphs.h"

#include <QFontMetrics>
#include <QGlyphRun>
#include <QPainter>

#include <algorithm>
#include <string_view>

namespace brokerscope {

namespace {

constexpr char FirstPrintable = 0x20;
constexpr char LastPrintable = 0x7e;
constexpr std::string_view Digits = "0123456789abcdef";

}  // namespace

HexGlyphs::HexGlyphs(const QFont& font) : m_font(QRawFont::fromFont(font)) {
    const QFontMetrics metrics(font);
    m_advance = metrics.horizontalAdvance(u'0');
    m_ascent = metrics.ascent();
    m_height = metrics.height();

    QString printable;
    for (char character = FirstPrintable; character <= LastPrintable; ++character) {
        printable += QLatin1Char(character);
    }
    const QList<quint32> glyphs = m_font.glyphIndexesForString(printable);
    std::copy_n(glyphs.begin(), std::min<qsizetype>(glyphs.size(), printable.size()),
                m_glyphOf.begin() + FirstPrintable);
}

void HexGlyphs::add(Layer& layer, char character, int x, const QRect& cell) {
    layer.glyphs.append(m_glyphOf[static_cast<unsigned char>(character)]);
    layer.positions.append(QPointF(x, cell.top() + (cell.height() - m_height) / 2 + m_ascent));
}

void HexGlyphs::addOffset(const QRect& cell, std::uint64_t offset, int digits, std::uint64_t base) {
    for (int digit = digits - 1; digit >= 0; --digit) {
        add(m_quiet, Digits[offset % base], cell.left() + digit * m_advance, cell);
        offset /= base;
    }
}

void HexGlyphs::addByte(const QRect& cell, std::uint8_t byte, bool quiet) {
    Layer& layer = quiet ? m_quiet : m_loud;
    add(layer, Digits[byte >> 4], cell.left(), cell);
    add(layer, Digits[byte & 0xf], cell.left() + m_advance, cell);
}

void HexGlyphs::addCharacter(const QRect& cell, std::uint8_t byte) {
    const bool printable = byte >= FirstPrintable && byte <= LastPrintable;
    add(printable ? m_loud : m_quiet, printable ? static_cast<char>(byte) : '.', cell.left(), cell);
}

void HexGlyphs::addHidden(const QRect& cell, int characters) {
    for (int at = 0; at < characters; ++at) {
        add(m_quiet, '*', cell.left() + at * m_advance, cell);
    }
}

void HexGlyphs::draw(QPainter& painter, const Layer& layer, const QColor& colour) const {
    QGlyphRun run;
    run.setRawFont(m_font);
    run.setGlyphIndexes(layer.glyphs);
    run.setPositions(layer.positions);
    painter.setPen(colour);
    painter.drawGlyphRun(QPointF(), run);
}

void HexGlyphs::paint(QPainter& painter, const QColor& loud, const QColor& quiet) const {
    draw(painter, m_quiet, quiet);
    draw(painter, m_loud, loud);
}

}  // namespace brokerscope
