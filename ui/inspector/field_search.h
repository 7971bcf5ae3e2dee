#pragma once

#include "ui/inspector/message_search.h"

#include <unordered_map>

namespace brokerscope {

// Looks for fields by a part of their name, any case, through all parts of a document in the order of its rows: those
// of an opened part come after the field in whose bytes it lies. Elements have no names. What lies wholly on the side
// that is not looked at is not entered. Borrows what it is given. One thread.
class FieldSearch {
public:
    FieldSearch(const SearchedParts& parts, const SearchQuery& query, const CancelToken& cancel,
                SearchProgress* progress);

    // As searchMessage() says.
    std::optional<SearchHit> next();

private:
    // Which nodes of a part count.
    enum class Side : std::uint8_t { All, None, Beyond };

    struct Scope {
        Side side = Side::All;
        std::uint64_t pivot = 0;  // Beyond: offsets after it, or before it where it goes backwards
        bool takesPivot = false;  // Beyond: and those at it
    };

    void divideParts();
    bool visitPart(std::size_t part);
    bool visit(std::size_t part, const NodeRef& node);
    bool visitChildren(std::size_t part, const NodeRef& node);
    bool visitOpened(std::size_t part, const NodeRef& node);
    bool take(std::size_t part, const NodeRef& node);
    bool mayHold(std::size_t part, const NodeRef& node) const;
    bool isBeyond(std::size_t part, std::uint64_t offset) const;
    bool ownerIsBeyond(std::size_t part) const;
    bool isSought(const NodeRef& node);
    bool isNamed(const NodeRef& node);
    bool hasValue(const NodeRef& node) const;
    NodeRef childAt(const NodeRef& node, std::size_t step, std::size_t count) const;
    std::size_t stepsToSkip(std::size_t part, const NodeRef& node, std::size_t count) const;
    bool isStopped(std::size_t part, const NodeRef& node);

    const SearchedParts& m_parts;
    const SearchQuery& m_query;
    const CancelToken& m_cancel;
    SearchProgress* m_progress;
    std::vector<Scope> m_scopes;                           // by part
    std::vector<std::vector<std::size_t>> m_opened;        // by part: those that lie in it, by their offsets
    std::unordered_map<const FieldLayout*, bool> m_names;  // whether a field's name has the text
    std::optional<SearchHit> m_hit;
    std::optional<std::int64_t> m_number;  // the text, where a value is looked for and it is one
    std::uint64_t m_visited = 0;
    int m_passesDone = 0;
};

}  // namespace brokerscope
