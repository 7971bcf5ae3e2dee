#pragma once

#include <QList>
#include <QPointF>
#include <QRawFont>
#include <QRect>

#include <array>
#include <cstdint>

class QColor;
class QPainter;

namespace brokerscope {

// Collects the characters of many cells and draws them with one call a colour: drawing each cell's text by itself would
// cost more than everything else in a frame. Glyphs are looked up once, of printable ASCII only.
class HexGlyphs {
public:
    explicit HexGlyphs(const QFont& font);

    void addOffset(const QRect& cell, std::uint64_t offset, int digits, std::uint64_t base);
    // Two hex digits; quiet ones in the second colour.
    void addByte(const QRect& cell, std::uint8_t byte, bool quiet);
    // The character, or a dot in the second colour where the byte is no printable ASCII.
    void addCharacter(const QRect& cell, std::uint8_t byte);
    // "*" for each of the characters of a cell that has `characters` of them, in the second colour.
    void addHidden(const QRect& cell, int characters);

    void paint(QPainter& painter, const QColor& loud, const QColor& quiet) const;

private:
    struct Layer {
        QList<quint32> glyphs;
        QList<QPointF> positions;
    };
    void add(Layer& layer, char character, int x, const QRect& cell);
    void draw(QPainter& painter, const Layer& layer, const QColor& colour) const;

    QRawFont m_font;
    int m_advance = 0;
    int m_ascent = 0;
    int m_height = 0;
    std::array<quint32, 128> m_glyphOf{};
    Layer m_loud;
    Layer m_quiet;
};

}  // namespace brokerscope
