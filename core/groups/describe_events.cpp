#include "core/groups/describe_events.h"

#include "core/groups/assignment_reading.h"
#include "core/groups/described_group.h"
#include "core/groups/exchange_clock.h"
#include "core/groups/group_listings.h"
#include "core/schema/api_keys.h"
#include "core/schema/error_codes.h"
#include "core/topology/coordinator_errors.h"
#include "core/topology/node_values.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

namespace brokerscope {
namespace {

constexpr std::string_view kDead = "Dead";
constexpr std::string_view kNotFound = "not found";

bool hasFilters(const NodeRef& request) {
    return !elementsField(request, "statesFilter").empty() || !elementsField(request, "typesFilter").empty();
}

}  // namespace

struct DescribeEvents::Last {
    Last(const SchemaRegistry& schemas, const NestedOpener& opener, std::shared_ptr<const TopicNames> names,
         SchemaChoice schemaChoice, const Limits& readLimits, std::uint32_t feedNumber)
        : registry(schemas)
        , choice(std::move(schemaChoice))
        , limits(readLimits)
        , data(opener)
        , reader(data, GroupTopicNames(std::move(names)))
        , feed(feedNumber) {}

    const SchemaRegistry& registry;
    SchemaChoice choice;
    Limits limits;
    MemberData data;
    GroupAnswerReader reader;
    std::uint32_t feed;
    std::uint32_t gaps = 0;  // told to blind(): they have no exchange to be told apart by
    ExchangeClock clock;
    GroupListings listings;
    std::map<std::string, DescribedGroup, std::less<>> groups;
    // Gone, or of another type, by which broker: its lists will tell.
    std::map<std::string, GroupListings::Broker, std::less<>> doubtful;

    DescribedGroup* group(std::string_view id) {
        const auto found = groups.find(id);
        if (found != groups.end()) {
            return &found->second;
        }
        return groups.size() < kMost ? &groups.try_emplace(std::string(id), std::string(id)).first->second : nullptr;
    }
    void list(const Exchange& exchange, std::int64_t nowMs, EventList& events);
    void settleDoubts(const Exchange& exchange, std::int64_t nowMs, EventList& events);
    void describe(const Exchange& exchange, std::int64_t nowMs, EventList& events);
    void describeGroup(const Exchange& exchange, std::int64_t nowMs, const NodeRef& node, bool isWhole,
                       EventList& events);
    void dead(const Exchange& exchange, std::int64_t nowMs, DescribedGroup& group, const GroupAnswer& answer,
              EventList& events);
    void notFound(std::int64_t nowMs, GroupType asked, DescribedGroup& group, const GroupAnswer& answer,
                  EventList& events);
    std::string whyOf(const GroupAnswer& answer, GroupType asked) const;
    bool isOtherType(std::string_view group, GroupType asked) const;
};

std::string DescribeEvents::Last::whyOf(const GroupAnswer& answer, GroupType asked) const {
    const std::string name = refusalText(registry, answer.errorCode, asked);
    return answer.errorMessage.empty() ? name : fmt::format("{}: {}", name, answer.errorMessage);
}

bool DescribeEvents::Last::isOtherType(std::string_view group, GroupType asked) const {
    const auto known = groups.find(group);
    const GroupType type = known != groups.end() ? known->second.type() : listings.typeOf(group);
    return type != GroupType::Unknown && type != asked;
}

void DescribeEvents::Last::list(const Exchange& exchange, std::int64_t nowMs, EventList& events) {
    const auto tree = responseTree(registry, exchange, choice, limits);
    const NodeRef body = bodyOf(tree);
    if (!body.isValid() || integerField(body, "errorCode", 0) != 0) {
        return;
    }
    const bool isComplete = !tree->hasErrors() && !hasFilters(bodyOf(requestTree(registry, exchange, choice, limits)));
    if (isComplete) {
        listings.beginList(exchange);
    }
    for (const NodeRef& entry : elementsField(body, "groups")) {
        const auto id = textField(entry, "groupId");
        DescribedGroup* listed = id ? group(*id) : nullptr;
        if (listed == nullptr) {
            continue;
        }
        const auto type = groupTypeByName(textField(entry, "groupType").value_or("")).value_or(GroupType::Unknown);
        listings.name(exchange, *id, type);
        listed->listed(events, nowMs, type, textField(entry, "groupState").value_or(""),
                       textField(entry, "protocolType").value_or(""));
    }
    if (isComplete) {
        settleDoubts(exchange, nowMs, events);
    }
}

void DescribeEvents::Last::settleDoubts(const Exchange& exchange, std::int64_t nowMs, EventList& events) {
    std::erase_if(doubtful, [&](const auto& doubt) {
        const auto& [id, broker] = doubt;
        if (broker == GroupListings::brokerOf(exchange) &&
            listings.saidOf(exchange, id) == GroupListings::Said::Missing) {
            group(id)->gone(events, nowMs, "no group with this id");
            return true;
        }
        return isOtherType(id, GroupType::Classic);
    });
}

void DescribeEvents::Last::describe(const Exchange& exchange, std::int64_t nowMs, EventList& events) {
    const auto tree = responseTree(registry, exchange, choice, limits);
    const std::vector<NodeRef> entries = elementsField(bodyOf(tree), "groups");
    for (const NodeRef& node : describedElements(entries)) {
        if (isTold(node, "groupId")) {
            const bool isWhole = node != entries.back() || !hasFault(*tree);
            describeGroup(exchange, nowMs, node, isWhole, events);
        }
    }
}

void DescribeEvents::Last::describeGroup(const Exchange& exchange, std::int64_t nowMs, const NodeRef& node,
                                         bool isWhole, EventList& events) {
    const GroupType type = GroupAnswerReader::describedType(*exchange.apiKey);
    DescribedGroup* known = group(textField(node, "groupId").value_or(""));
    if (known == nullptr) {
        return;
    }
    const ByteSpan span = node.span();
    const ByteView entry = ByteView(*exchange.response).subspan(span.offset, span.length);
    if (known->type() == type && known->repeats(exchange.response, entry)) {
        known->unchanged(events, nowMs, exchange.brokerId);
        return;
    }
    GroupAnswer answer = reader.read(type, node, isWhole, known->opened());
    if (answer.errorCode == error_code::kGroupIdNotFound) {
        notFound(nowMs, type, *known, answer, events);
    } else if (isCoordinatorTrouble(answer.errorCode)) {
        known->coordinatorSays(events, nowMs, answer.errorCode, whyOf(answer, type));
    } else if (answer.errorCode != 0) {
        known->blind(events, nowMs, whyOf(answer, type));
    } else if (type == GroupType::Classic && answer.status.state == kDead) {
        dead(exchange, nowMs, *known, answer, events);
    } else {
        doubtful.erase(answer.group);
        known->observed(events, nowMs, exchange.brokerId, type, std::move(answer));
    }
}

// Versions 0 to 5 answer so for groups of other types and for those that do not exist.
void DescribeEvents::Last::dead(const Exchange& exchange, std::int64_t nowMs, DescribedGroup& group,
                                const GroupAnswer& answer, EventList& events) {
    if (isOtherType(answer.group, GroupType::Classic)) {
        return;
    }
    if (listings.saidOf(exchange, answer.group) == GroupListings::Said::Missing) {
        group.gone(events, nowMs, "no classic group with this id, and no list names one of another type");
        return;
    }
    doubtful.insert_or_assign(answer.group, GroupListings::brokerOf(exchange));
    group.blind(events, nowMs, "no classic group with this id: deleted, or of another type");
}

void DescribeEvents::Last::notFound(std::int64_t nowMs, GroupType asked, DescribedGroup& group,
                                    const GroupAnswer& answer, EventList& events) {
    if (isOtherType(answer.group, asked)) {
        return;
    }
    if (answer.errorMessage.find(kNotFound) != std::string::npos) {
        group.gone(events, nowMs, answer.errorMessage);
    } else {
        group.hasOtherType(events, nowMs, whyOf(answer, asked));
    }
}

DescribeEvents::DescribeEvents(const SchemaRegistry& registry, const NestedOpener& opener,
                               std::shared_ptr<const TopicNames> names, SchemaChoice choice, const Limits& limits,
                               std::uint32_t feed)
    : m_last(std::make_unique<Last>(registry, opener, std::move(names), std::move(choice), limits, feed)) {}

DescribeEvents::~DescribeEvents() = default;

bool DescribeEvents::take(const Exchange& exchange, std::vector<GroupEvent>& events) {
    const auto nowMs = m_last->clock.answeredMs(exchange);
    const bool isList = exchange.apiKey == api_key::kListGroups;
    const bool isOurs =
        isList || (exchange.apiKey && GroupAnswerReader::describedType(*exchange.apiKey) != GroupType::Unknown);
    if (!isOurs || !nowMs) {
        return false;
    }
    EventEvidence evidence;
    evidence.source = EventSource::Describe;
    evidence.feed = m_last->feed;
    evidence.exchange = exchange.id;
    EventList list(events, evidence);
    if (isList) {
        m_last->list(exchange, *nowMs, list);
    } else {
        m_last->describe(exchange, *nowMs, list);
    }
    return true;
}

void DescribeEvents::blind(std::string_view group, std::int64_t nowMs, std::string_view why,
                           std::vector<GroupEvent>& events) {
    if (DescribedGroup* known = m_last->group(group)) {
        EventEvidence evidence;
        evidence.source = EventSource::Describe;
        evidence.feed = m_last->feed;
        evidence.index = m_last->gaps++;
        EventList list(events, evidence);
        known->blind(list, nowMs, std::string(why));
    }
}

GroupType DescribeEvents::typeOf(std::string_view group) const {
    const auto known = m_last->groups.find(group);
    return known == m_last->groups.end() ? GroupType::Unknown : known->second.type();
}

}  // namespace brokerscope
