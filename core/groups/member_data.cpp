#include "core/groups/member_data.h"

#include "core/groups/assignment_reading.h"
#include "core/topology/node_values.h"
#include "core/value/json_reader_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::string_view kSubscriptionPath = "members[].subscription";
constexpr std::string_view kAssignmentPath = "members[].assignment";
constexpr int kMetadataVersion = 3;  // the value of GroupMetadata that brokers write
constexpr std::string_view kSchemaRegistry = "sr";

// The structure in a member's bytes as if they stood in the record of a classic group: protocol type and name choose
// it there alone.
std::optional<NestedStructure> structureIn(const NestedOpener& opener, std::string_view path,
                                           std::string_view protocolType, std::string_view protocol, ByteView bytes) {
    LooseBytes loose;
    loose.message = "GroupMetadataValue";
    loose.path = path;
    loose.version = kMetadataVersion;
    loose.bytes = std::make_shared<const ByteBuffer>(bytes.begin(), bytes.end());
    loose.facts.message = [type = std::string(protocolType),
                           name = std::string(protocol)](const std::string& fact) -> std::vector<OverlayValue> {
        if (fact == "protocolType") {
            return {type};
        }
        return fact == "protocol" ? std::vector<OverlayValue>{name} : std::vector<OverlayValue>{};
    };
    return opener.open(loose);
}

void collectRemarks(const NestedStructure& structure, std::vector<Diagnostic>& remarks) {
    remarks.insert(remarks.end(), structure.remarks.begin(), structure.remarks.end());
    if (structure.tree != nullptr) {
        for (const NodeDiagnostic& entry : structure.tree->diagnostics) {
            remarks.push_back(entry.diagnostic);
        }
    }
}

bool isWhole(const NestedStructure& structure) {
    return structure.tree != nullptr && !hasFault(*structure.tree);
}

std::string hostOf(const JsonValue& object) {
    const auto* members = object.as<JsonValue::Object>();
    std::string host;
    std::string port;
    for (const JsonMember& member : members != nullptr ? *members : JsonValue::Object{}) {
        if (const auto* text = member.value.as<std::string>(); member.name == "host" && text != nullptr) {
            host = *text;
        }
        if (const auto* number = member.value.as<std::int64_t>(); member.name == "port" && number != nullptr) {
            port = fmt::format(":{}", *number);
        }
    }
    return host.empty() ? host : host + port;
}

// Registries put their own address into a subscription and the leader's into an assignment.
std::string registryWords(const JsonValue& json) {
    if (const std::string host = hostOf(json); !host.empty()) {
        return "schema registry " + host;
    }
    const auto* members = json.as<JsonValue::Object>();
    for (const JsonMember& member : members != nullptr ? *members : JsonValue::Object{}) {
        if (const std::string host = hostOf(member.value); !host.empty()) {
            return "schema registry, leader " + host;
        }
    }
    return "schema registry";
}

// JSON of any protocol type but those that have a structure; nothing: it is none.
std::optional<std::string> jsonWords(std::string_view protocolType, ByteView bytes) {
    const std::string_view text = asText(bytes);
    if (text.empty() || (text.front() != '{' && text.front() != '[')) {
        return std::nullopt;
    }
    const auto json = parseJson(text, Limits());
    if (!json) {
        return std::nullopt;
    }
    if (protocolType == kSchemaRegistry) {
        return registryWords(*json);
    }
    return fmt::format("{}: JSON, {} bytes", protocolType, text.size());
}

std::string tasksText(const Assignment& connectors) {
    std::string text;
    for (const AssignedTopic& connector : connectors) {
        std::string parts;
        for (const std::int32_t task : connector.partitions) {
            parts += parts.empty() ? "" : " + ";
            parts += task < 0 ? "connector" : fmt::format("task {}", task);
        }
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", connector.name, parts);
    }
    return text.empty() ? "none" : text;
}

std::string connectorsText(const NodeRef& structure, std::string_view field) {
    return isTold(structure, field) ? tasksText(namedIn(structure, field, "connector", "tasks")) : "null";
}

std::string connectWords(const NodeRef& root) {
    const bool hasRevoked = root.findField("revoked").has_value();
    return fmt::format("connect leader {} at {}, offset {}, {}{}", textField(root, "leader").value_or(""),
                       textField(root, "leaderUrl").value_or(""), integerField(root, "configOffset", -1),
                       connectorsText(root, "assignment"),
                       hasRevoked ? fmt::format(", revoked {}, delay {} ms", connectorsText(root, "revoked"),
                                                integerField(root, "delay", 0))
                                  : std::string());
}

using ReadSubscription = std::function<void(MemberSubscription&, const NestedStructure&, const NestedOpener&)>;

void readConsumerSubscription(MemberSubscription& said, const NestedStructure& structure, const NestedOpener& opener) {
    const NodeRef root = NodeRef::root(structure.tree);
    if (const SharedNames topics = namesIn(root, "topics")) {
        said.topics = *topics;
    }
    if (isTold(root, "ownedPartitions")) {
        said.owned = shared(namedIn(root, "ownedPartitions", "topic", "partitions"));
    }
    said.generation = static_cast<std::int32_t>(integerField(root, "generationId", -1));
    said.rackId = textField(root, "rackId");
    const auto userData = root.findField("userData");
    const auto inner =
        userData ? opener.open(*userData, {NodeRef(), {}, structure.group}) : std::optional<NestedStructure>();
    if (said.generation < 0 && inner && isWhole(*inner)) {
        said.generation = static_cast<std::int32_t>(integerField(NodeRef::root(inner->tree), "generation", -1));
    }
}

void readConnectSubscription(MemberSubscription& said, const NestedStructure& structure, const NestedOpener& opener) {
    const NodeRef root = NodeRef::root(structure.tree);
    said.says = fmt::format("connect {}, offset {}", textField(root, "url").value_or(""),
                            integerField(root, "configOffset", -1));
    const auto allocation = root.findField("allocation");
    const auto inner = allocation ? opener.open(*allocation) : std::optional<NestedStructure>();
    if (inner && isWhole(*inner)) {
        said.owned = shared(namedIn(NodeRef::root(inner->tree), "assignment", "connector", "tasks"));
    }
}

void readConsumerAssignment(MemberAssignment& said, const NodeRef& root) {
    said.assigned = shared(namedIn(root, "assignedPartitions", "topic", "partitions"));
}

void readConnectAssignment(MemberAssignment& said, const NodeRef& root) {
    said.assigned = shared(namedIn(root, "assignment", "connector", "tasks"));
    said.says = connectWords(root);
}

const std::map<std::string, ReadSubscription, std::less<>>& subscriptionReaders() {
    static const std::map<std::string, ReadSubscription, std::less<>> readers{
        {"ConsumerProtocolSubscription", readConsumerSubscription},
        {"ConnectSubscription", readConnectSubscription},
    };
    return readers;
}

using ReadAssignment = std::function<void(MemberAssignment&, const NodeRef&)>;

const std::map<std::string, ReadAssignment, std::less<>>& assignmentReaders() {
    static const std::map<std::string, ReadAssignment, std::less<>> readers{
        {"ConsumerProtocolAssignment", readConsumerAssignment},
        {"ConnectAssignment", readConnectAssignment},
    };
    return readers;
}

// The reader of a structure; null: its kind is not known here, or there is none.
template <class Readers>
auto readerOf(const Readers& readers, const NestedStructure& structure) -> const typename Readers::mapped_type* {
    if (structure.tree == nullptr || structure.tree->layouts.empty()) {
        return nullptr;
    }
    const auto found = readers.find(structure.tree->layouts.back()->spec->name);
    return found == readers.end() ? nullptr : &found->second;
}

std::string whyUnread(std::string_view what, std::uint64_t size, bool isRead, const std::vector<Diagnostic>& remarks) {
    if (isRead) {
        return {};
    }
    const auto worst = std::ranges::max_element(remarks, {}, &Diagnostic::severity);
    const std::string why =
        worst == remarks.end() ? std::string() : fmt::format(": {} at byte {}", worst->text(), worst->span.offset);
    return fmt::format("{}, {} {}{}", what, size, size == 1 ? "byte" : "bytes", why);
}

}  // namespace

MemberSubscription MemberData::subscription(std::string_view protocolType, std::string_view protocol,
                                            ByteView bytes) const {
    MemberSubscription said;
    said.size = bytes.size();
    const auto structure = structureIn(m_opener, kSubscriptionPath, protocolType, protocol, bytes);
    if (!structure) {
        said.isRead = true;
        return said;
    }
    if (const ReadSubscription* reader = readerOf(subscriptionReaders(), *structure)) {
        (*reader)(said, *structure, m_opener);
        said.isRead = isWhole(*structure);
    } else if (auto words = jsonWords(protocolType, bytes)) {
        said.says = std::move(*words);
        said.isRead = true;
        return said;
    }
    collectRemarks(*structure, said.remarks);
    return said;
}

MemberAssignment MemberData::assignment(std::string_view protocolType, std::string_view protocol,
                                        ByteView bytes) const {
    MemberAssignment said;
    said.size = bytes.size();
    const auto structure = structureIn(m_opener, kAssignmentPath, protocolType, protocol, bytes);
    if (!structure) {
        said.assigned = shared({});
        said.isRead = true;
        return said;
    }
    if (const ReadAssignment* reader = readerOf(assignmentReaders(), *structure)) {
        (*reader)(said, NodeRef::root(structure->tree));
        said.isRead = isWhole(*structure);
    } else if (auto words = jsonWords(protocolType, bytes)) {
        said.says = std::move(*words);
        said.assigned = shared({});
        said.isRead = true;
        return said;
    }
    collectRemarks(*structure, said.remarks);
    return said;
}

std::string unreadText(const MemberSubscription& subscription) {
    return whyUnread("subscription", subscription.size, subscription.isRead, subscription.remarks);
}

std::string unreadText(const MemberAssignment& assignment) {
    return whyUnread("assignment", assignment.size, assignment.isRead, assignment.remarks);
}

void putData(MemberStatus& status, const MemberSubscription& subscription, const MemberAssignment& assignment) {
    if (subscription.isRead || !subscription.topics.empty()) {
        status.topics = std::make_shared<const std::vector<std::string>>(subscription.topics);
    }
    if (subscription.rackId) {
        status.rackId = subscription.rackId;
    }
    if (assignment.isRead) {
        status.assigned = assignment.assigned;
    }
    status.undecoded = unreadText(subscription);
    if (const std::string other = unreadText(assignment); !other.empty()) {
        status.undecoded += (status.undecoded.empty() ? "" : "; ") + other;
    }
}

}  // namespace brokerscope
