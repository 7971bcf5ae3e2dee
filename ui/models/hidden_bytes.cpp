#include "ui/models/hidden_bytes.h"

#include "core/value/node_lookup.h"
#include "ui/models/open_document.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint8_t kHiddenByte = '*';
constexpr int kJsonIndent = 2;

class HiddenFinder {
public:
    HiddenFinder(const OpenDocument& document, BufferId buffer, std::uint64_t from, std::uint64_t to)
        : m_document(document), m_buffer(buffer), m_from(from), m_to(to) {}

    void visit(const NodeRef& node) {
        const ByteSpan span = node.span();
        if (span.length == 0 || span.offset >= m_to || span.end() <= m_from) {
            return;
        }
        switch (node.kind()) {
            case NodeKind::Frame:
            case NodeKind::Struct:
            case NodeKind::Tags:
                visitChildren(node);
                break;
            case NodeKind::Array:
                // Numbers are no secrets, and there may be many.
                if (node.field() == nullptr || fixedSize(node.field()->type) == 0) {
                    visitChildren(node);
                }
                break;
            default:
                if (m_document.hides(node)) {
                    add(node.prefixSpan().end(), span.end());
                }
                break;
        }
    }

    std::vector<ByteSpan> take() {
        std::ranges::sort(m_found, {}, &ByteSpan::offset);
        return std::move(m_found);
    }

private:
    void visitChildren(const NodeRef& node) {
        const std::size_t count = node.childCount();
        for (std::size_t i = firstChildEndingAfter(node, m_from); i < count; ++i) {
            const NodeRef child = node.child(i);
            if (!child.isValid() || child.span().offset >= m_to) {
                return;
            }
            visit(child);
        }
    }

    void add(std::uint64_t begin, std::uint64_t end) {
        begin = std::max(begin, m_from);
        end = std::min(end, m_to);
        if (begin < end) {
            m_found.push_back({m_buffer, begin, end - begin});
        }
    }

    const OpenDocument& m_document;
    BufferId m_buffer;
    std::uint64_t m_from;
    std::uint64_t m_to;
    std::vector<ByteSpan> m_found;
};

}  // namespace

std::vector<ByteSpan> hiddenBytes(const OpenDocument& document, BufferId buffer, std::uint64_t from, std::uint64_t to) {
    HiddenFinder finder(document, buffer, from, to);
    for (const DocumentPart* part : document.parts()) {
        if (part->buffer == buffer && document.mayHide(*part)) {
            finder.visit(NodeRef::root(part->tree));
        }
    }
    return finder.take();
}

bool holdsHidden(const OpenDocument& document, const NodeRef& node) {
    const DocumentPart* part = document.partOf(node);
    const ByteSpan span = node.span();
    return part != nullptr && !hiddenBytes(document, part->buffer, span.offset, span.end()).empty();
}

JsonOptions shownJson(const OpenDocument& document) {
    JsonOptions options{.mask = !document.showsSecrets(), .indent = kJsonIndent};
    if (options.mask) {
        options.inPlace = [&document](const NodeRef& bytes) {
            return holdsHidden(document, bytes) ? std::optional<std::string>("\"***\"") : std::nullopt;
        };
    }
    return options;
}

ByteBuffer shownBytes(const OpenDocument& document, ByteSpan span) {
    const DocumentPart* whole = document.wholeOf(span.buffer);
    if (whole == nullptr) {
        return {};
    }
    const ByteView bytes = ByteView(*whole->tree->bytes).subspan(span.offset, span.length);
    ByteBuffer shown(bytes.begin(), bytes.end());
    for (const ByteSpan& hidden : hiddenBytes(document, span.buffer, span.offset, span.end())) {
        std::fill_n(shown.begin() + static_cast<std::ptrdiff_t>(hidden.offset - span.offset), hidden.length,
                    kHiddenByte);
    }
    return shown;
}

}  // namespace brokerscope
