#include "core/document/nested_opener.h"

#include "core/codec/decoder.h"
#include "core/records/record_trees.h"
#include "core/schema/overlays.h"
#include "core/schema/own_formats.h"
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

struct AskedApi {
    int apiKey = 0;
    int version = 0;
};

// Of a decoded request with its header; nothing where the header could not be read.
std::optional<AskedApi> askedIn(const std::shared_ptr<const ValueTree>& frame) {
    const NodeRef root = NodeRef::root(frame);
    const auto apiKey = root.find("header.requestApiKey");
    const auto version = root.find("header.requestApiVersion");
    if (!apiKey || !version || apiKey->isUnread() || version->isUnread()) {
        return std::nullopt;
    }
    return AskedApi{static_cast<int>(apiKey->node().integer), static_cast<int>(version->node().integer)};
}

NodeRef bodyWithin(const std::shared_ptr<const ValueTree>& frame) {
    constexpr std::size_t kBody = 2;  // after Size and header
    const NodeRef root = NodeRef::root(frame);
    const bool isThere = root.childCount() > kBody && root.child(kBody).kind() == NodeKind::Struct;
    return isThere ? root.child(kBody) : NodeRef();
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

// Null: the node is no bytes field, or none that may hold a structure.
const NestedRule* NestedOpener::ruleOf(const NodeRef& node) const {
    const bool isBytes = node.isValid() && node.kind() == NodeKind::Bytes && node.field() != nullptr;
    if (!isBytes || node.isNull() || node.content().empty() || node.tree().layouts.empty()) {
        return nullptr;
    }
    const MessageLayout& message = *node.tree().layouts.back();
    const NestedRules& rules = m_registry.overlays().nested();
    return rules.concern(message.spec->name) ? rules.find(message.spec->name, node.path(), message.version) : nullptr;
}

bool NestedOpener::mayOpen(const NodeRef& node) const {
    return ruleOf(node) != nullptr;
}

std::optional<NestedStructure> NestedOpener::open(const NodeRef& node, const NestedContext& context) const {
    const NestedRule* rule = ruleOf(node);
    if (rule == nullptr) {
        return std::nullopt;
    }
    const std::string path = node.path();
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
    structure.request = context.request;
    if (selector->frame != NestedFrame::None) {
        readFrame(structure, *selector, node, context.request);
    } else if (selector->versionFrom == NestedVersion::Size) {
        readBySize(structure, *selector, node);
    } else {
        read(structure, *selector, {node.tree().bytes, contentSpan(node), path});
    }
    return structure;
}

std::optional<NestedStructure> NestedOpener::open(const LooseBytes& loose) const {
    const NestedRule* rule = m_registry.overlays().nested().find(loose.message, loose.path, loose.version);
    if (rule == nullptr || loose.bytes == nullptr || loose.bytes->empty()) {
        return std::nullopt;
    }
    const Place place{loose.bytes, {BufferId::Main, 0, loose.bytes->size()}, std::string(loose.path)};
    NestedStructure structure;
    const NestedSelector* selector = rule->choose(loose.facts, loose.path);
    const bool isKnown =
        selector != nullptr && selector->frame == NestedFrame::None && selector->versionFrom != NestedVersion::Size;
    if (!isKnown) {
        remark(structure, Severity::Note, MessageId::NestedUnknown, {rule->whyNone(loose.facts, loose.path)},
               place.span, place.path);
        return structure;
    }
    structure.group = factsWithin(*selector, loose.facts, loose.path);
    read(structure, *selector, place);
    return structure;
}

void NestedOpener::read(NestedStructure& structure, const NestedSelector& selector, const Place& place) const {
    const auto& [bytes, whole, path] = place;
    const ByteView content = ByteView(*bytes).subspan(whole.offset, whole.length);
    ByteSpan span = whole;
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
    if (const Layout chosen = layoutOrRemark(structure, selector, version, whole, path)) {
        structure.tree = decodeWithin(chosen, bytes, span, m_limits);
    }
}

// A message that another one carries, such as a broker's Envelope to the controller. A response lies in one to the
// request that its own request carries.
void NestedOpener::readFrame(NestedStructure& structure, const NestedSelector& selector, const NodeRef& node,
                             const NodeRef& request) const {
    std::shared_ptr<const ValueTree> tree;
    if (selector.frame == NestedFrame::Request) {
        structure.request = NodeRef();
        tree = decodeRequestWithin(m_registry, node.tree().bytes, contentSpan(node), m_choice, m_limits);
    } else {
        const auto asked = request.isValid() ? request.find(selector.answers) : std::nullopt;
        const auto inner =
            asked && !asked->content().empty()
                ? decodeRequestWithin(m_registry, asked->tree().bytes, contentSpan(*asked), m_choice, m_limits)
                : nullptr;
        const auto api = inner != nullptr ? askedIn(inner) : std::nullopt;
        if (!api) {
            remark(structure, Severity::Note, MessageId::NestedUnknown, {"the request that it answers is not known"},
                   contentSpan(node), node.path());
            return;
        }
        structure.request = bodyWithin(inner);
        tree = decodeResponseWithin(m_registry, api->apiKey, api->version, node.tree().bytes, contentSpan(node),
                                    m_choice, m_limits);
    }
    if (!tree->layouts.empty()) {
        structure.tree = std::move(tree);
        return;
    }
    for (const NodeDiagnostic& entry : tree->diagnostics) {
        structure.remarks.push_back(entry.diagnostic);
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
    return OwnFormats::embedded().layout(selector.definition, number);
}

VersionRange NestedOpener::versionsOf(const NestedSelector& selector) const {
    return m_registry.versionsOf(selector.definition, m_choice)
        .hull(OwnFormats::embedded().versionsOf(selector.definition));
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
