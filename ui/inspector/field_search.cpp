#include "ui/inspector/field_search.h"

#include "core/schema/default_value.h"

#include <algorithm>

namespace brokerscope {
namespace {

constexpr std::uint64_t kNodesAtOnce = 1024;  // between two looks at the token
constexpr int kPassPerMille = 500;            // beyond the place, then around the end

bool isNumberArray(const NodeRef& node) {
    return node.kind() == NodeKind::Array && node.field() != nullptr && fixedSize(node.field()->type) > 0;
}

}  // namespace

FieldSearch::FieldSearch(const SearchedParts& parts, const SearchQuery& query, const CancelToken& cancel,
                         SearchProgress* progress)
    : m_parts(parts)
    , m_query(query)
    , m_cancel(cancel)
    , m_progress(progress)
    , m_opened(parts.size())
    , m_number(query.mode == SearchMode::Value ? parseInteger(query.text.trimmed().toStdString()) : std::nullopt) {
    for (std::size_t part = 0; part < parts.size(); ++part) {
        if (parts[part].parent != part) {
            m_opened[parts[part].parent].push_back(part);
        }
    }
    for (std::vector<std::size_t>& opened : m_opened) {
        std::ranges::sort(opened, {}, [&](std::size_t part) { return parts[part].owner.span().offset; });
    }
}

std::optional<SearchHit> FieldSearch::next() {
    divideParts();
    visitPart(0);
    if (!m_hit && !m_cancel.isCancelled()) {
        m_scopes.assign(m_parts.size(), {});
        m_passesDone = 1;
        visitPart(0);
    }
    return m_hit;
}

// The place, and the fields in whose bytes it lies, divide their parts; any other part is on the side of its owner.
void FieldSearch::divideParts() {
    m_scopes.assign(m_parts.size(), {});
    std::vector<bool> isDivided(m_parts.size(), false);
    const auto divide = [&](std::size_t part, std::uint64_t offset, bool takesPivot) {
        m_scopes[part] = {Side::Beyond, offset, takesPivot};
        isDivided[part] = true;
    };
    divide(m_query.from.part, m_query.from.offset, false);
    for (std::size_t part = m_query.from.part; m_parts[part].parent != part; part = m_parts[part].parent) {
        divide(m_parts[part].parent, m_parts[part].owner.span().offset, m_query.backwards);
    }
    for (std::size_t part = 0; part < m_parts.size(); ++part) {
        if (!isDivided[part] && m_parts[part].parent != part) {
            m_scopes[part].side = ownerIsBeyond(part) ? Side::All : Side::None;
        }
    }
}

// What was opened of the place's own field comes after it.
bool FieldSearch::ownerIsBeyond(std::size_t part) const {
    const Scope& scope = m_scopes[m_parts[part].parent];
    const std::uint64_t offset = m_parts[part].owner.span().offset;
    if (scope.side != Side::Beyond) {
        return scope.side == Side::All;
    }
    return m_query.backwards ? offset < scope.pivot : offset >= scope.pivot;
}

bool FieldSearch::visitPart(std::size_t part) {
    return m_parts[part].tree != nullptr && m_scopes[part].side != Side::None &&
           visit(part, NodeRef::root(m_parts[part].tree));
}

// True: found or cancelled, stop.
bool FieldSearch::visit(std::size_t part, const NodeRef& node) {
    if (isStopped(part, node)) {
        return true;
    }
    if (!mayHold(part, node)) {
        return false;
    }
    if (m_query.backwards) {
        return visitChildren(part, node) || visitOpened(part, node) || take(part, node);
    }
    return take(part, node) || visitOpened(part, node) || visitChildren(part, node);
}

bool FieldSearch::visitOpened(std::size_t part, const NodeRef& node) {
    const NodeKind kind = node.kind();
    if (m_opened[part].empty() || (kind != NodeKind::Bytes && kind != NodeKind::Records)) {
        return false;
    }
    const auto offsetOf = [&](std::size_t inner) { return m_parts[inner].owner.span().offset; };
    const auto opened = std::ranges::lower_bound(m_opened[part], node.span().offset, {}, offsetOf);
    return opened != m_opened[part].end() && m_parts[*opened].owner.span() == node.span() && visitPart(*opened);
}

bool FieldSearch::visitChildren(std::size_t part, const NodeRef& node) {
    if (isNumberArray(node) && m_query.mode != SearchMode::Value) {
        return false;
    }
    const std::size_t count = node.childCount();
    for (std::size_t step = stepsToSkip(part, node, count); step < count; ++step) {
        if (visit(part, childAt(node, step, count))) {
            return true;
        }
    }
    return false;
}

// In the order of the walk.
NodeRef FieldSearch::childAt(const NodeRef& node, std::size_t step, std::size_t count) const {
    return node.child(m_query.backwards ? count - 1 - step : step);
}

// Elements of a long array that are on the other side of the pivot are left out without a look at each.
std::size_t FieldSearch::stepsToSkip(std::size_t part, const NodeRef& node, std::size_t count) const {
    if (m_scopes[part].side != Side::Beyond || node.kind() != NodeKind::Array) {
        return 0;
    }
    std::size_t low = 0;
    for (std::size_t high = count; low < high;) {
        const std::size_t middle = low + (high - low) / 2;
        if (mayHold(part, childAt(node, middle, count))) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

bool FieldSearch::isBeyond(std::size_t part, std::uint64_t offset) const {
    const Scope& scope = m_scopes[part];
    if (scope.side != Side::Beyond) {
        return scope.side == Side::All;
    }
    return offset == scope.pivot ? scope.takesPivot : (m_query.backwards ? offset < scope.pivot : offset > scope.pivot);
}

// Whether the node, or one within it, may be beyond the pivot. One at the pivot may own the part that the place is in.
bool FieldSearch::mayHold(std::size_t part, const NodeRef& node) const {
    const Scope& scope = m_scopes[part];
    if (scope.side != Side::Beyond) {
        return scope.side == Side::All;
    }
    const ByteSpan span = node.span();
    return m_query.backwards ? span.offset <= scope.pivot : span.end() > scope.pivot;
}

bool FieldSearch::take(std::size_t part, const NodeRef& node) {
    const ByteSpan span = node.span();
    if (!isBeyond(part, span.offset) || !isSought(node)) {
        return false;
    }
    m_hit = SearchHit{{part, span.offset}, span.length, node};
    return true;
}

bool FieldSearch::isSought(const NodeRef& node) {
    return m_query.mode == SearchMode::Value ? hasValue(node) : isNamed(node);
}

bool FieldSearch::hasValue(const NodeRef& node) const {
    const NodeKind kind = node.kind();
    const bool isNumber = kind == NodeKind::Scalar || kind == NodeKind::Size;
    if (node.isUnread() || (!isNumber && kind != NodeKind::String && kind != NodeKind::Uuid)) {
        return false;
    }
    // A number is that very number, but a string may have its digits within it.
    const bool isReal = node.field() != nullptr && node.field()->type == FieldType::Float64;
    if (isNumber && m_number && !isReal) {
        return node.node().integer == *m_number;
    }
    return m_query.texts && m_query.texts->value(node).contains(m_query.text, Qt::CaseInsensitive);
}

bool FieldSearch::isNamed(const NodeRef& node) {
    const FieldLayout* field = node.field();
    if (field == nullptr || node.elementIndex() >= 0) {
        return false;
    }
    const auto [entry, isNew] = m_names.try_emplace(field, false);
    if (isNew) {
        entry->second = QString::fromStdString(node.name()).contains(m_query.text, Qt::CaseInsensitive);
    }
    return entry->second;
}

bool FieldSearch::isStopped(std::size_t part, const NodeRef& node) {
    if (m_hit || m_visited++ % kNodesAtOnce != 0) {
        return m_hit.has_value();
    }
    const std::uint64_t size = m_parts[0].tree->bytes->size();
    if (m_progress != nullptr && part == 0 && size > 0) {
        const std::uint64_t offset = std::min(node.span().offset, size);
        const std::uint64_t passed = m_query.backwards ? size - offset : offset;
        *m_progress = m_passesDone * kPassPerMille + static_cast<int>(kPassPerMille * passed / size);
    }
    return m_cancel.isCancelled();
}

}  // namespace brokerscope
