#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace brokerscope {

// A byte that somebody wants to find again: by the field that it belongs to, so that the next message of the same kind
// has it too, and its place within that field.
struct Bookmark {
    std::string path;          // as OpenDocument::fullPath()
    std::uint64_t within = 0;  // bytes after the field's first one
    // In the message that is shown; nothing: that has no such field, or it was not opened there.
    struct Place {
        BufferId buffer = BufferId::Main;
        std::uint64_t offset = 0;
        auto operator<=>(const Place&) const = default;
    };
    std::optional<Place> place = {};

    bool operator==(const Bookmark&) const = default;
};

// The bookmarks of one view, in the order of their places; those without one come last. Pure value.
class Bookmarks {
public:
    using Find = std::function<std::optional<Bookmark::Place>(const std::string& path)>;

    // Sets one, or takes away what stands at that place. True: it is set now.
    bool toggle(const Bookmark& bookmark);
    void clear() { m_all.clear(); }
    // Another message is shown, or more of it was opened: `find` says where a field begins.
    void place(const Find& find);

    const std::vector<Bookmark>& all() const { return m_all; }
    std::vector<std::uint64_t> offsetsIn(BufferId buffer) const;  // ascending
    // The next one after a place, around the end, or the one before it; null: there is none.
    const Bookmark* next(Bookmark::Place from, bool backwards) const;

private:
    void sort();

    std::vector<Bookmark> m_all;
};

}  // namespace brokerscope
