#include "core/document/fetch_limit.h"

#include "core/document/nested_opener.h"
#include "core/records/first_batch.h"

#include <algorithm>

namespace brokerscope {
namespace {

bool isMessage(const NodeRef& node, std::string_view name) {
    return node.isValid() && !node.tree().layouts.empty() && node.tree().layouts.back()->spec->name == name;
}

std::optional<std::int64_t> integerIn(const NodeRef& node, std::string_view name) {
    const auto field = node.isValid() ? node.findField(name) : std::nullopt;
    return field && !field->isUnread() ? std::optional(field->node().integer) : std::nullopt;
}

// By the name, and by the id since v13.
bool isSameTopic(const NodeRef& a, const NodeRef& b) {
    for (const std::string_view name : {"topicId", "topic"}) {
        const auto left = a.findField(name);
        const auto right = b.findField(name);
        if (left && right) {
            return std::ranges::equal(left->content(), right->content());
        }
    }
    return false;
}

// The element of an array for which it holds; invalid: none.
template <typename Predicate>
NodeRef elementWhere(const NodeRef& node, std::string_view array, Predicate holds) {
    const auto elements = node.findField(array);
    const std::size_t count = elements ? elements->childCount() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (NodeRef element = elements->child(i); holds(element)) {
            return element;
        }
    }
    return {};
}

}  // namespace

std::int64_t fetchLimit(const NodeRef& request, const NodeRef& records) {
    if (!isMessage(request, "FetchRequest") || !isMessage(records, "FetchResponse")) {
        return 0;
    }
    const NodeRef partition = records.parent();
    const auto index = integerIn(partition, "partitionIndex");
    // Within the array of partitions.
    const NodeRef topic = partition.parent().isValid() ? partition.parent().parent() : NodeRef();
    if (!index || !topic.isValid()) {
        return 0;
    }
    const NodeRef askedTopic =
        elementWhere(request, "topics", [&](const NodeRef& asked) { return isSameTopic(asked, topic); });
    const NodeRef asked =
        askedTopic.isValid()
            ? elementWhere(askedTopic, "partitions",
                           [&](const NodeRef& candidate) { return integerIn(candidate, "partition") == index; })
            : NodeRef();
    const auto most = integerIn(asked, "partitionMaxBytes");
    return most ? std::min(*most, integerIn(request, "maxBytes").value_or(*most)) : 0;
}

std::optional<Diagnostic> fetchLimitRemark(const NodeRef& request, const NodeRef& records) {
    auto remark = firstBatchRemark(records.content(), fetchLimit(request, records));
    if (remark) {
        remark->span.offset += contentSpan(records).offset;
        remark->path = records.path();
    }
    return remark;
}

}  // namespace brokerscope
