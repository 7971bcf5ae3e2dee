#include "core/document/nested_opener.h"

#include "core/records/record_trees.h"
#include "core/schema/nested_formats.h"
#include "core/schema/overlays.h"
#include "core/value/overlay_values.h"

#include <map>
#include <string>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::size_t kPrefixSize = 2;
constexpr std::size_t kFieldSize = 4;

// The message's own structure around a node, not its frame.
NodeRef messageAround(const NodeRef& node) {
    NodeRef at = node;
    for (NodeRef up = at.parent(); up.isValid() && up.kind() != NodeKind::Frame; up = at.parent()) {
        at = up;
    }
    return at;
}

ReadOverlayValues valuesOf(const NodeRef& message) {
    return message.isValid() ? overlayValues(message) : ReadOverlayValues();
}

// What the selector tells comes before what was known.
ReadOverlayValues factsWithin(const NestedSelector& selector, const FactSources& facts, std::string_view at) {
    std::map<std::string, std::vector<OverlayValue>> told;
    for (const ToldFact& fact : selector.tells) {
        const auto values = fact.place.read(facts, at);
        if (!values.empty() && !std::holds_alternative<NullValue>(values.front())) {
            told[fact.name] = values;
        }
    }
    if (told.empty()) {
        return facts.group;
    }
    return [told = std::move(told), outer = facts.group](const std::string& name) {
        const auto found = told.find(name);
        if (found != told.end()) {
            return found->second;
        }
        return outer ? outer(name) : std::vector<OverlayValue>();
    };
}

void remark(NestedStructure& structure, Severity severity, MessageId id, std::vector<std::string> arguments,
            const ByteSpan& where, const std::string& path) {
    structure.remarks.push_back({severity, id, std::move(arguments), where, path});
}

}  // namespace

ByteSpan contentSpan(const NodeRef& node) {
    const Node self = node.node();
    const std::uint64_t before = std::uint64_t{self.tagPrefixSize} + self.prefixSize;
    return {BufferId::Main, self.offset + before, self.size - before};
}

bool NestedOpener::concerns(const MessageSpec& message) const {
    return m_registry.overlays().nested().concern(message.name);
}

std::optional<NestedStructure> NestedOpener::open(const NodeRef& node, const NestedContext& context) const {
    const bool isBytes = node.isValid() && node.kind() == NodeKind::Bytes && node.field() != nullptr;
    if (!isBytes || node.isNull() || node.content().empty() || node.tree().layouts.empty()) {
        return std::nullopt;
    }
    const MessageLayout& message = *node.tree().layouts.back();
    const NestedRules& rules = m_registry.overlays().nested();
    if (!rules.concern(message.spec->name)) {
        return std::nullopt;
    }
    const std::string path = node.path();
    const NestedRule* rule = rules.find(message.spec->name, path, message.version);
    if (rule == nullptr) {
        return std::nullopt;
    }
    const FactSources facts{valuesOf(messageAround(node)), valuesOf(context.request), context.connection,
                            context.group};
    NestedStructure structure;
    const NestedSelector* selector = rule->choose(facts, path);
    if (selector == nullptr) {
        remark(structure, Severity::Note, MessageId::NestedUnknown, {rule->whyNone(facts, path)}, contentSpan(node),
               path);
        return structure;
    }
    structure.group = factsWithin(*selector, facts, path);
    if (selector->versionFrom == NestedVersion::Size) {
        readBySize(structure, *selector, node);
    } else {
        read(structure, *selector, node);
    }
    return structure;
}

void NestedOpener::read(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node) const {
    const ByteView content = node.content();
    ByteSpan span = contentSpan(node);
    const std::string path = node.path();
    std::int64_t version = selector.version;
    if (selector.versionFrom != NestedVersion::Fixed) {
        const bool isPrefix = selector.versionFrom == NestedVersion::Prefix;
        const std::size_t size = isPrefix ? kPrefixSize : kFieldSize;
        if (content.size() < size) {
            remark(structure, Severity::Error, MessageId::TruncatedValue,
                   {std::to_string(size), std::to_string(content.size())}, span, path);
            return;
        }
        version = readInteger(isPrefix ? FieldType::Int16 : FieldType::Int32, content.data());
        if (isPrefix) {
            structure.prefixes.push_back({"version", {span.buffer, span.offset, size}, version});
            span = {span.buffer, span.offset + size, span.length - size};
        }
    }
    if (const Layout chosen = layoutOrRemark(structure, selector, version, contentSpan(node), path)) {
        structure.tree = decodeWithin(chosen, node.tree().bytes, span, m_limits);
    }
}

void NestedOpener::readBySize(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node) const {
    const VersionRange versions = versionsOf(selector);
    for (int version = versions.max; version >= versions.min; --version) {
        auto tree = decodeWithin(layout(selector, version), node.tree().bytes, contentSpan(node), m_limits);
        if (tree->unread == 0 && !tree->hasErrors()) {
            structure.tree = std::move(tree);
            return;
        }
    }
    remark(structure, Severity::Warning, MessageId::NestedUnknown,
           {"no version of " + selector.definition + " takes up the bytes exactly"}, contentSpan(node), node.path());
}

NestedOpener::Layout NestedOpener::layout(const NestedSelector& selector, std::int64_t version) const {
    const int number = static_cast<int>(version);
    // Asking for a name that the registry lacks would have it look for the nearest one, which takes long.
    if (m_registry.versionsOf(selector.definition, m_choice).contains(number)) {
        if (auto found = m_registry.layout(selector.definition, number, m_choice)) {
            return *found;
        }
    }
    return NestedFormats::embedded().layout(selector.definition, number);
}

VersionRange NestedOpener::versionsOf(const NestedSelector& selector) const {
    return m_registry.versionsOf(selector.definition, m_choice)
        .hull(NestedFormats::embedded().versionsOf(selector.definition));
}

NestedOpener::Layout NestedOpener::layoutOrRemark(NestedStructure& structure, const NestedSelector& selector,
                                                  std::int64_t version, const ByteSpan& where,
                                                  const std::string& path) const {
    if (Layout found = layout(selector, version)) {
        return found;
    }
    const VersionRange known = versionsOf(selector);
    if (version > known.max && selector.readNewerAsNewest && !known.isEmpty()) {
        remark(structure, Severity::Warning, MessageId::NewerVersion,
               {selector.definition, std::to_string(version), std::to_string(known.max)}, where, path);
        return layout(selector, known.max);
    }
    remark(structure, Severity::Note, MessageId::UnknownVersion,
           {selector.definition, std::to_string(version), known.toString()}, where, path);
    return nullptr;
}

}  // namespace brokerscope
