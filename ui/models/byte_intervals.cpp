#include "ui/models/byte_intervals.h"

#include "core/value/node_lookup.h"
#include "ui/models/field_tint.h"

#include <algorithm>

namespace brokerscope {
namespace {

class IntervalCollector {
public:
    IntervalCollector(std::uint64_t begin, std::uint64_t end) : m_begin(begin), m_end(end) {}

    void visit(const NodeRef& ref) {
        const Node self = ref.node();
        if (!touches(self.offset, self.size)) {
            return;
        }
        prefixes(ref, self);
        switch (self.kind) {
            case NodeKind::Frame:
            case NodeKind::Struct:
            case NodeKind::Array:
            case NodeKind::Tags:
                children(ref);
                break;
            default: {
                const std::uint64_t before = std::uint64_t{self.tagPrefixSize} + self.prefixSize;
                const bool isGap = self.kind == NodeKind::Gap;
                add(ref, self, isGap ? AnnotationPart::Gap : AnnotationPart::Value, self.offset + before,
                    self.size - before);
                break;
            }
        }
    }

    std::vector<ByteInterval> take() { return std::move(m_intervals); }

private:
    bool touches(std::uint64_t offset, std::uint64_t size) const {
        return size > 0 && offset < m_end && offset + size > m_begin;
    }

    void children(const NodeRef& ref) {
        const std::size_t count = ref.childCount();
        for (std::size_t i = firstChildEndingAfter(ref, m_begin); i < count; ++i) {
            const NodeRef child = ref.child(i);
            if (!child.isValid() || child.span().offset >= m_end) {
                return;
            }
            visit(child);
        }
    }

    void prefixes(const NodeRef& ref, const Node& self) {
        add(ref, self, AnnotationPart::Tag, self.offset, self.tagPrefixSize);
        add(ref, self, prefixPartOf(self), std::uint64_t{self.offset} + self.tagPrefixSize, self.prefixSize);
    }

    void add(const NodeRef& ref, const Node& self, AnnotationPart part, std::uint64_t offset, std::uint64_t size) {
        if (!touches(offset, size)) {
            return;
        }
        ByteInterval interval{
            offset, size, self.offset, part, self.kind == NodeKind::Size, (self.flags & NodeFailed) != 0};
        interval.tint = tintOf(ref);
        for (const Diagnostic* remark : ref.diagnostics()) {
            interval.severity = std::max(interval.severity, static_cast<int>(remark->severity));
        }
        m_intervals.push_back(interval);
    }

    std::uint64_t m_begin;
    std::uint64_t m_end;
    std::vector<ByteInterval> m_intervals;
};

}  // namespace

std::vector<ByteInterval> byteIntervals(const std::shared_ptr<const ValueTree>& tree, std::uint64_t begin,
                                        std::uint64_t end) {
    IntervalCollector collector(begin, end);
    if (const NodeRef root = NodeRef::root(tree); root.isValid() && begin < end) {
        collector.visit(root);
    }
    return collector.take();
}

}  // namespace brokerscope
