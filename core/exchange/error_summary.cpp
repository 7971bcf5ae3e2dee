#include "core/exchange/error_summary.h"

#include <string_view>
#include <unordered_map>

namespace brokerscope {
namespace {

bool isErrorCode(const FieldLayout& field) {
    const std::string_view name = field.spec->jsonName;
    return field.type == FieldType::Int16 && !field.isArray && (name == "errorCode" || name.ends_with("ErrorCode"));
}

class ErrorWalk {
public:
    explicit ErrorWalk(std::uint64_t nodeLimit) : m_left(nodeLimit) {}

    void visit(const NodeRef& node) {
        if (m_left == 0) {
            m_summary.complete = false;
            return;
        }
        --m_left;
        const Node self = node.node();
        if (self.kind == NodeKind::Scalar) {
            note(node, self);
        } else if (self.kind == NodeKind::Struct || self.kind == NodeKind::Tags ||
                   (self.kind == NodeKind::Array && mayHoldErrors(self.field))) {
            visitChildren(node);
        }
    }

    ErrorSummary take() { return std::move(m_summary); }

private:
    void visitChildren(const NodeRef& node) {
        const std::size_t count = node.childCount();
        for (std::size_t i = 0; i < count && m_summary.complete; ++i) {
            visit(node.child(i));
        }
    }

    void note(const NodeRef& node, const Node& self) {
        if (self.field == nullptr || self.integer == 0 || !isErrorCode(*self.field)) {
            return;
        }
        ++m_summary.count;
        if (m_summary.findings.size() < ErrorSummary::kKept) {
            m_summary.findings.push_back({node.path(), static_cast<std::int16_t>(self.integer)});
        }
    }

    // Big answers are mostly arrays of structures without error codes: those are passed over.
    bool mayHoldErrors(const FieldLayout* field) {
        return field == nullptr || (field->structure != nullptr && structMayHoldErrors(*field->structure));
    }
    bool structMayHoldErrors(const StructLayout& structure) {
        const auto [known, isNew] = m_mayHold.try_emplace(&structure, false);
        if (!isNew) {
            return known->second;
        }
        bool may = false;
        for (const auto* fields : {&structure.fields, &structure.tagged}) {
            for (const FieldLayout& field : *fields) {
                may =
                    may || isErrorCode(field) || (field.structure != nullptr && structMayHoldErrors(*field.structure));
            }
        }
        return m_mayHold[&structure] = may;
    }

    std::uint64_t m_left;
    std::unordered_map<const StructLayout*, bool> m_mayHold;
    ErrorSummary m_summary;
};

}  // namespace

ErrorSummary summarizeErrors(const NodeRef& body, std::uint64_t nodeLimit) {
    if (!body.isValid()) {
        return {};
    }
    ErrorWalk walk(nodeLimit);
    walk.visit(body);
    return walk.take();
}

}  // namespace brokerscope
