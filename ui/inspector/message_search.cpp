#include "ui/inspector/message_search.h"

#include "core/schema/default_value.h"
#include "ui/inspector/byte_search.h"
#include "ui/inspector/field_search.h"
#include "ui/models/open_document.h"

#include <algorithm>

namespace brokerscope {
namespace {

using Found = Result<std::optional<SearchHit>>;

const ByteBuffer& bytesSearched(const SearchedParts& parts, const SearchQuery& query) {
    return *parts[query.buffer].tree->bytes;
}

Found searchOffset(const SearchedParts& parts, const SearchQuery& query) {
    const std::string text = query.text.toStdString();
    const auto offset = parseInteger(query.text.trimmed().toStdString());
    if (!offset) {
        return failure(MessageId::InvalidValue, {"offset", text, "a number, decimal or with 0x"});
    }
    const auto size = static_cast<std::int64_t>(bytesSearched(parts, query).size());
    if (*offset < 0 || *offset >= size) {
        return failure(MessageId::ValueOutOfRange,
                       {"offset", text, "0", std::to_string(std::max<std::int64_t>(size - 1, 0))});
    }
    return SearchHit{{query.buffer, static_cast<std::uint64_t>(*offset)}, 1};
}

Found searchPattern(const SearchedParts& parts, const SearchQuery& query, const CancelToken& cancel,
                    SearchProgress* progress) {
    const std::string utf8 = query.text.toStdString();
    const bool isText = query.mode == SearchMode::Text;
    const auto hex = isText ? Result<BytePattern>(BytePattern()) : hexPattern(utf8);
    if (!hex) {
        return tl::unexpected<Error>(hex.error());
    }
    const ByteView pattern = isText ? asBytes(utf8) : ByteView(hex->bytes);
    const ByteSearch search{bytesSearched(parts, query), pattern, hex->mask, isText, query.backwards};
    const auto at = search.next(query.from.offset, cancel, progress);
    return at ? std::optional(SearchHit{{query.buffer, *at}, pattern.size()}) : std::nullopt;
}

}  // namespace

SearchedParts searchedParts(const OpenDocument& document) {
    SearchedParts searched;
    const auto& parts = document.parts();
    searched.reserve(parts.size());
    for (const DocumentPart* part : parts) {
        // The one that a part lies in was opened before it.
        const std::size_t own = searched.size();
        const auto parent = std::ranges::find(parts, part->parent);
        searched.push_back({part->tree,
                            part->parent != nullptr ? static_cast<std::size_t>(parent - parts.begin()) : own,
                            part->owner});
    }
    return searched;
}

Result<std::optional<SearchHit>> searchMessage(const SearchedParts& parts, const SearchQuery& query,
                                               const CancelToken& cancel, SearchProgress* progress) {
    const bool hasBytes = query.buffer < parts.size() && parts[query.buffer].tree != nullptr;
    if (!hasBytes || query.from.part >= parts.size() || query.text.isEmpty()) {
        return std::optional<SearchHit>();
    }
    switch (query.mode) {
        case SearchMode::Text:
        case SearchMode::Hex:
            return searchPattern(parts, query, cancel, progress);
        case SearchMode::Offset:
            return searchOffset(parts, query);
        case SearchMode::Field:
        case SearchMode::Value:
            break;
    }
    return FieldSearch(parts, query, cancel, progress).next();
}

}  // namespace brokerscope
