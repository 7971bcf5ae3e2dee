#pragma once

#include <cstdint>

namespace brokerscope {

enum class HexMove : std::uint8_t { Left, Right, Up, Down, PageUp, PageDown, RowStart, RowEnd, Start, End };

// A cursor on a byte and the range from an anchor to it, both ends included. Pure value; positions are byte offsets
// within a buffer of `size` bytes. In an empty buffer nothing is selected and nothing moves.
class HexSelection {
public:
    HexSelection() = default;
    explicit HexSelection(std::uint64_t size) : m_size(size) {}

    std::uint64_t size() const { return m_size; }
    std::uint64_t cursor() const { return m_cursor; }
    std::uint64_t anchor() const { return m_anchor; }
    bool isEmpty() const { return m_size == 0; }
    // The selected range; first() <= last(). Meaningless while empty.
    std::uint64_t first() const { return m_anchor < m_cursor ? m_anchor : m_cursor; }
    std::uint64_t last() const { return m_anchor < m_cursor ? m_cursor : m_anchor; }
    std::uint64_t length() const { return isEmpty() ? 0 : last() - first() + 1; }
    bool contains(std::uint64_t offset) const { return !isEmpty() && offset >= first() && offset <= last(); }

    // Puts the cursor on a byte, or on the last one where the offset lies beyond; with `extend` the anchor stays.
    void moveTo(std::uint64_t offset, bool extend);
    // Moves by keys in rows of `columns` bytes and pages of `pageRows` rows. Up and Down keep the column and stay where
    // there is no such byte, but Down from the last but one row reaches the end of a shorter last row; pages stop at
    // the first and last row.
    void move(HexMove move, int columns, int pageRows, bool extend);
    void selectRange(std::uint64_t first,
                     std::uint64_t length);  // the cursor ends on the last byte; length 0 selects `first`
    void selectAll();
    // Another size: cursor and anchor stay where they were, or move to the last byte.
    void resize(std::uint64_t size);

    bool operator==(const HexSelection&) const = default;

private:
    std::uint64_t moved(HexMove move, std::uint64_t columns, std::uint64_t pageRows) const;
    std::uint64_t up(std::uint64_t columns, std::uint64_t rows) const;
    std::uint64_t down(std::uint64_t columns, std::uint64_t rows) const;

    std::uint64_t m_size = 0;
    std::uint64_t m_anchor = 0;
    std::uint64_t m_cursor = 0;
};

}  // namespace brokerscope
