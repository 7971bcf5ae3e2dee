#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace brokerscope {

// What a run of bytes is; each kind has a look of its own that does not depend on colour.
enum class HexKind : std::uint8_t {
    Value,         // a field's value: tinted
    LengthPrefix,  // of a string, bytes or records: tinted, dotted underline
    Count,         // of an array: tinted, dashed underline
    Null,          // a null marker: outlined, not filled
    Tags,          // the count of a tagged section, tag numbers and sizes: tinted, line above
    Gap,           // bytes that nobody decoded: hatched
    SizePrefix,    // the size of a frame or batch: dashed box
};

// One run. `field` names what it belongs to: neighbours with the same field are drawn as one block, and are hovered
// together.
struct HexHighlight {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    int tint = 0;  // number of a field tint (Palette::tintFor)
    HexKind kind = HexKind::Value;
    std::uint32_t field = 0;

    std::uint64_t end() const { return offset + size; }
    bool operator==(const HexHighlight&) const = default;
};

// Bytes that a diagnostic points at: underlined over whatever lies there. Several may overlap. Changed ones are no
// remark: they are other than in what they are compared with.
struct HexMark {
    enum class Severity : std::uint8_t { Note, Warning, Error, Changed };
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    Severity severity = Severity::Error;

    bool operator==(const HexMark&) const = default;
};

// The looks of a buffer's bytes, or of a part of it: sorted runs without overlap, marks above them, and bytes that are
// shown as "**". Immutable; queries take O(log n) and what they return.
//
// Runs may be given in any order and nested (a structure and its fields): an inner run cuts the outer one in pieces. Of
// two runs that overlap without nesting, the later one begins where it says and the earlier one ends there. Empty runs
// and empty marks are dropped.
class HexHighlights {
public:
    HexHighlights() = default;
    explicit HexHighlights(std::vector<HexHighlight> runs, std::vector<HexMark> marks = {},
                           std::vector<ByteSpan> hidden = {});

    // All runs that touch the `length` bytes at `offset`, in order, uncut.
    std::span<const HexHighlight> runsIn(std::uint64_t offset, std::uint64_t length) const;
    // All marks that touch them.
    std::vector<HexMark> marksIn(std::uint64_t offset, std::uint64_t length) const;
    // The run of one byte; null where it has none.
    const HexHighlight* at(std::uint64_t offset) const;

    std::span<const HexHighlight> runs() const { return m_runs; }
    bool hides(std::uint64_t offset) const;  // the byte there
    bool isEmpty() const { return m_runs.empty() && m_marks.empty() && m_hidden.empty(); }

private:
    std::vector<HexHighlight> m_runs;
    std::vector<HexMark> m_marks;              // by offset
    std::vector<ByteSpan> m_hidden;            // by offset
    std::vector<std::uint64_t> m_markReaches;  // the largest end among the marks up to each one
};

}  // namespace brokerscope
