#include "ui/inspector/bookmarks.h"

#include <algorithm>

namespace brokerscope {

bool Bookmarks::toggle(const Bookmark& bookmark) {
    const auto same = std::ranges::find_if(m_all, [&](const Bookmark& one) { return one.place == bookmark.place; });
    if (same != m_all.end() && bookmark.place) {
        m_all.erase(same);
        return false;
    }
    m_all.push_back(bookmark);
    sort();
    return true;
}

void Bookmarks::place(const Find& find) {
    for (Bookmark& bookmark : m_all) {
        bookmark.place = find(bookmark.path);
        if (bookmark.place) {
            bookmark.place->offset += bookmark.within;
        }
    }
    sort();
}

void Bookmarks::sort() {
    std::ranges::stable_sort(m_all, [](const Bookmark& one, const Bookmark& other) {
        return one.place && (!other.place || *one.place < *other.place);
    });
}

std::vector<std::uint64_t> Bookmarks::offsetsIn(BufferId buffer) const {
    std::vector<std::uint64_t> offsets;
    for (const Bookmark& bookmark : m_all) {
        if (bookmark.place && bookmark.place->buffer == buffer) {
            offsets.push_back(bookmark.place->offset);
        }
    }
    return offsets;
}

const Bookmark* Bookmarks::next(Bookmark::Place from, bool backwards) const {
    const auto end = std::ranges::find_if(m_all, [](const Bookmark& one) { return !one.place; });
    if (end == m_all.begin()) {
        return nullptr;
    }
    if (backwards) {
        const auto at = std::find_if(m_all.begin(), end, [&](const Bookmark& one) { return *one.place >= from; });
        return at == m_all.begin() ? &*std::prev(end) : &*std::prev(at);
    }
    const auto at = std::find_if(m_all.begin(), end, [&](const Bookmark& one) { return *one.place > from; });
    return at == end ? &m_all.front() : &*at;
}

}  // namespace brokerscope
