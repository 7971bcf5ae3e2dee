#pragma once

#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace brokerscope {

// A list whose copies share what they have in common: a copy costs a pointer for each `Each` elements, and a later
// change of either costs a copy of that many. So one thread can hand the list to others as it is, and go on changing
// its own: a copy may be read, and copied, by any thread while the one that it was made of is changed.
//
// A reference to an element is good until the list is changed or copied, and for as long as a copy lives that is not
// changed. Positions beyond the end are the caller's mistake.
template <class T, std::size_t Each = 1>
class SharedList {
public:
    class Iterator {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = const T*;
        using reference = const T&;

        Iterator() = default;
        Iterator(const SharedList* list, std::size_t at) : m_list(list), m_at(static_cast<difference_type>(at)) {}

        reference operator*() const { return (*m_list)[static_cast<std::size_t>(m_at)]; }
        pointer operator->() const { return &**this; }
        reference operator[](difference_type count) const { return *(*this + count); }
        Iterator& operator+=(difference_type count) {
            m_at += count;
            return *this;
        }
        Iterator& operator-=(difference_type count) { return *this += -count; }
        Iterator& operator++() { return *this += 1; }
        Iterator& operator--() { return *this -= 1; }
        Iterator operator++(int) { return std::exchange(*this, *this + 1); }
        Iterator operator--(int) { return std::exchange(*this, *this - 1); }
        friend Iterator operator+(Iterator at, difference_type count) { return at += count; }
        friend Iterator operator+(difference_type count, Iterator at) { return at += count; }
        friend Iterator operator-(Iterator at, difference_type count) { return at -= count; }
        friend difference_type operator-(const Iterator& left, const Iterator& right) { return left.m_at - right.m_at; }
        bool operator==(const Iterator& other) const { return m_at == other.m_at; }
        std::strong_ordering operator<=>(const Iterator& other) const { return m_at <=> other.m_at; }

    private:
        const SharedList* m_list = nullptr;
        difference_type m_at = 0;
    };
    using value_type = T;
    using const_iterator = Iterator;

    SharedList() = default;
    SharedList(std::initializer_list<T> values) {
        for (const T& value : values) {
            push_back(value);
        }
    }
    SharedList(const SharedList& other)
        : m_chunks(other.m_chunks), m_size(other.m_size), m_copies(other.m_copies.fetch_add(1) + 1) {}
    SharedList(SharedList&& other) noexcept
        : m_chunks(std::move(other.m_chunks))
        , m_size(std::exchange(other.m_size, 0))
        , m_copies(other.m_copies.load()) {}
    SharedList& operator=(SharedList other) noexcept {
        m_chunks.swap(other.m_chunks);
        m_size = other.m_size;
        m_copies = other.m_copies.load();
        return *this;
    }
    ~SharedList() = default;

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const T& operator[](std::size_t at) const { return (*m_chunks[at / Each].values)[at % Each]; }
    const T& front() const { return (*this)[0]; }
    const T& back() const { return (*this)[m_size - 1]; }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, m_size}; }

    // For being changed now; another copy, or change, ends that.
    T& change(std::size_t at) { return own(at / Each)[at % Each]; }
    T& changeBack() { return change(m_size - 1); }
    void push_back(T value) {
        if (m_size % Each == 0) {
            m_chunks.push_back({std::make_shared<std::vector<T>>(), m_copies.load()});
            m_chunks.back().values->reserve(Each);
        }
        own(m_chunks.size() - 1).push_back(std::move(value));
        ++m_size;
    }
    void pop_back() {
        std::vector<T>& last = own(m_chunks.size() - 1);
        last.pop_back();
        if (last.empty()) {
            m_chunks.pop_back();
        }
        --m_size;
    }
    // Costs a copy of what stays.
    void eraseFront(std::size_t count) {
        SharedList rest;
        for (std::size_t at = count; at < m_size; ++at) {
            rest.push_back((*this)[at]);
        }
        *this = std::move(rest);
    }

private:
    struct Chunk {
        std::shared_ptr<std::vector<T>> values;
        std::uint64_t copies = 0;  // of the list, when these became its own: none was made since, or they are shared
    };

    std::vector<T>& own(std::size_t number) {
        Chunk& chunk = m_chunks[number];
        if (chunk.copies != m_copies.load()) {
            auto values = std::make_shared<std::vector<T>>();
            values->reserve(Each);
            values->assign(chunk.values->begin(), chunk.values->end());
            chunk = {std::move(values), m_copies.load()};
        }
        return *chunk.values;
    }

    std::vector<Chunk> m_chunks;
    std::size_t m_size = 0;
    mutable std::atomic<std::uint64_t> m_copies = 0;  // that were made of it, or of what it was made of
};

}  // namespace brokerscope
