#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <utility>

namespace brokerscope {

// What has to be done to take back changes, newest first, so that an event that comes late can be put in its place
// without folding everything again. Objects that are kept must stay where they are. Not thread safe.
class FoldJournal {
public:
    using Mark = std::uint64_t;

    FoldJournal() = default;
    FoldJournal(const FoldJournal&) = delete;
    FoldJournal& operator=(const FoldJournal&) = delete;

    void add(std::function<void()> undo) { m_undo.push_back(std::move(undo)); }
    // Before `value` is changed.
    template <class T>
    void keep(T& value) {
        add([&value, before = value] { value = before; });
    }
    template <class List>
    void push(List& list, typename List::value_type value) {
        list.push_back(std::move(value));
        add([&list] { list.pop_back(); });
    }

    Mark mark() const { return m_forgotten + m_undo.size(); }
    void rollBack(Mark mark);  // to the moment of mark(); of one that was forgotten: nothing
    void forget(Mark mark);    // what lies before it stays for good
    std::size_t size() const { return m_undo.size(); }

private:
    std::deque<std::function<void()>> m_undo;
    Mark m_forgotten = 0;
};

}  // namespace brokerscope
