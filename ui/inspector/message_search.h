#pragma once

#include "core/base/cancel_token.h"
#include "core/base/error.h"
#include "core/value/node_ref.h"
#include "ui/models/field_texts.h"

#include <QString>

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace brokerscope {

class OpenDocument;

enum class SearchMode : int { Text, Hex, Field, Value, Offset };

// One of the trees that are searched, and where it lies.
struct SearchedPart {
    std::shared_ptr<const ValueTree> tree;  // null: the bytes stayed raw
    std::size_t parent = 0;                 // number of the part that the bytes are in; its own: it lies in none
    NodeRef owner = {};                     // the parent's node whose bytes these are
};
// Parents before children, by their numbers in the document.
using SearchedParts = std::vector<SearchedPart>;
// What was opened of a document so far; holds the trees, not the document.
SearchedParts searchedParts(const OpenDocument& document);

// A place within a part: offsets of parts in different buffers cannot be compared.
struct SearchPlace {
    std::size_t part = 0;
    std::uint64_t offset = 0;
};

struct SearchQuery {
    SearchMode mode = SearchMode::Text;
    QString text;
    SearchPlace from;        // the hit does not begin there, unless it is the only one
    std::size_t buffer = 0;  // the part that is the whole of the buffer in which bytes and offsets are looked for
    bool backwards = false;
    std::optional<FieldTexts> texts = {};  // what values are called, for Value
};

struct SearchHit {
    SearchPlace place;
    std::uint64_t length = 0;
    NodeRef node = {};  // valid where a field or a value was looked for
};

// How far a search is, told to whoever waits. Any thread.
using SearchProgress = std::atomic<int>;  // per mille

// The next place after `from` that has the text (UTF-8, ignoring ASCII case) or the hex pattern ("?" is any half byte),
// or the next field, in the order of the rows with opened parts where they lie, whose name contains the text, or whose
// value is that number, or reads so that it contains the text; wraps around at the end.
// `backwards` looks for the one before. An offset is decimal or begins with 0x. Nothing where there is none, or where
// the search was cancelled; an error says why the text cannot be looked for. Ends at the first hit. Large messages take
// a while: work for a thread of the pool.
Result<std::optional<SearchHit>> searchMessage(const SearchedParts& parts, const SearchQuery& query,
                                               const CancelToken& cancel = {}, SearchProgress* progress = nullptr);

}  // namespace brokerscope
