#include "ui/inspector/message_search.h"

#include "core/base/hex.h"
#include "core/schema/default_value.h"

#include <algorithm>

namespace brokerscope {
namespace {

std::uint8_t folded(std::uint8_t byte) {
    return byte >= 'A' && byte <= 'Z' ? static_cast<std::uint8_t>(byte + ('a' - 'A')) : byte;
}

std::optional<SearchHit> searchBytes(ByteView bytes, ByteView pattern, bool foldCase, std::uint64_t from,
                                     bool backwards) {
    if (pattern.empty() || pattern.size() > bytes.size()) {
        return std::nullopt;
    }
    const auto same = [&](std::size_t at) {
        return std::ranges::equal(bytes.subspan(at, pattern.size()), pattern, [&](auto left, auto right) {
            return foldCase ? folded(left) == folded(right) : left == right;
        });
    };
    const std::size_t places = bytes.size() - pattern.size() + 1;
    std::size_t at = std::min<std::size_t>(from, places - 1);
    for (std::size_t tried = 0; tried < places; ++tried) {
        at = backwards ? (at + places - 1) % places : (at + 1) % places;
        if (same(at)) {
            return SearchHit{{BufferId::Main, at, pattern.size()}, {}};
        }
    }
    return std::nullopt;
}

// Collects the first matching field after a position and the first of all, or the last before it and the last of all.
class FieldSearch {
public:
    FieldSearch(QString text, std::uint64_t from, bool backwards)
        : m_text(std::move(text)), m_from(from), m_backwards(backwards) {}

    // True: found, stop.
    bool visit(const NodeRef& node) {
        const bool named = node.field() != nullptr && node.elementIndex() < 0;
        if (named && QString::fromStdString(node.name()).contains(m_text, Qt::CaseInsensitive) && take(node)) {
            return true;
        }
        const std::size_t count = node.childCount();
        for (std::size_t i = 0; i < count; ++i) {
            const NodeRef child = node.child(i);
            const bool isNumber = child.kind() == NodeKind::Scalar && child.elementIndex() >= 0;
            if (isNumber) {
                break;  // elements have no names
            }
            if (visit(child)) {
                return true;
            }
        }
        return false;
    }

    std::optional<SearchHit> result() const {
        const NodeRef& found = m_near.isValid() ? m_near : m_far;
        return found.isValid() ? std::optional<SearchHit>({found.span(), found}) : std::nullopt;
    }

private:
    bool take(const NodeRef& node) {
        const std::uint64_t at = node.span().offset;
        if (m_backwards) {
            (at < m_from ? m_near : m_far) = node;
            return false;
        }
        if (!m_far.isValid()) {
            m_far = node;
        }
        if (at > m_from) {
            m_near = node;
        }
        return m_near.isValid();
    }

    QString m_text;
    std::uint64_t m_from;
    bool m_backwards;
    NodeRef m_near;
    NodeRef m_far;
};

Result<std::optional<SearchHit>> searchOffset(const std::shared_ptr<const ValueTree>& tree, const QString& text) {
    const auto offset = parseInteger(text.trimmed().toStdString());
    if (!offset) {
        return failure(MessageId::InvalidValue, {"offset", text.toStdString(), "a number, decimal or with 0x"});
    }
    const auto size = static_cast<std::int64_t>(tree->bytes->size());
    if (*offset < 0 || *offset >= size) {
        return failure(MessageId::ValueOutOfRange,
                       {"offset", text.toStdString(), "0", std::to_string(std::max<std::int64_t>(size - 1, 0))});
    }
    const auto at = static_cast<std::uint64_t>(*offset);
    return SearchHit{{BufferId::Main, at, 1}, {}};
}

}  // namespace

Result<std::optional<SearchHit>> searchMessage(const std::shared_ptr<const ValueTree>& tree, SearchMode mode,
                                               const QString& text, std::uint64_t from, bool backwards) {
    if (tree == nullptr || text.isEmpty()) {
        return std::optional<SearchHit>();
    }
    const std::string utf8 = text.toStdString();
    switch (mode) {
        case SearchMode::Text:
            return searchBytes(*tree->bytes, asBytes(utf8), true, from, backwards);
        case SearchMode::Hex: {
            const auto pattern = fromHex(utf8);
            return pattern
                       ? Result<std::optional<SearchHit>>(searchBytes(*tree->bytes, *pattern, false, from, backwards))
                       : tl::unexpected<Error>(pattern.error());
        }
        case SearchMode::Offset:
            return searchOffset(tree, text);
        case SearchMode::Field:
            break;
    }
    FieldSearch search(text, from, backwards);
    search.visit(NodeRef::root(tree));
    return search.result();
}

}  // namespace brokerscope
