#include "core/groups/group_config_events.h"

#include "core/groups/event_list.h"
#include "core/schema/api_keys.h"
#include "core/schema/config_resources.h"
#include "core/topology/node_values.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace brokerscope {
namespace {

// Where each of kSessionSettings goes, in their order.
constexpr std::array<std::pair<SessionLength GroupSessions::*, std::int32_t SessionLength::*>, kSessionSettings.size()>
    kSettingPlaces{{{&GroupSessions::consumer, &SessionLength::timeoutMs},
                    {&GroupSessions::consumer, &SessionLength::heartbeatMs},
                    {&GroupSessions::share, &SessionLength::timeoutMs},
                    {&GroupSessions::share, &SessionLength::heartbeatMs},
                    {&GroupSessions::streams, &SessionLength::timeoutMs},
                    {&GroupSessions::streams, &SessionLength::heartbeatMs}}};

// Values of configurations are texts. Nothing: no number above 0.
std::optional<std::int32_t> settingOf(const std::string& text) {
    std::int32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    return isNumber && number > 0 ? std::optional(number) : std::nullopt;
}

// Nothing: the answer has none of the settings.
std::optional<GroupSessions> sessionsIn(const NodeRef& result) {
    GroupSessions sessions;
    for (const NodeRef& config : elementsField(result, "configs")) {
        const auto* const known =
            std::ranges::find(kSessionSettings, textField(config, "name").value_or(std::string()));
        const auto value = settingOf(textField(config, "value").value_or(std::string()));
        if (known != kSessionSettings.end() && value) {
            const auto& [type, place] = kSettingPlaces.at(static_cast<std::size_t>(known - kSessionSettings.begin()));
            sessions.*type.*place = *value;
        }
    }
    return sessions == GroupSessions() ? std::nullopt : std::optional(sessions);
}

}  // namespace

bool GroupConfigEvents::take(const Exchange& exchange, std::vector<GroupEvent>& events) {
    if (exchange.apiKey != api_key::kDescribeConfigs) {
        return false;
    }
    const auto nowMs = m_clock.answeredMs(exchange);
    if (!nowMs) {
        return true;
    }
    EventEvidence evidence;
    evidence.source = EventSource::Metadata;
    evidence.feed = m_feed;
    evidence.exchange = exchange.id;
    EventList list(events, evidence);
    list.at(*nowMs);
    const NodeRef body = bodyOf(responseTree(m_registry, exchange, m_choice, m_limits));
    for (const NodeRef& result : elementsField(body, "results")) {
        const auto group = textField(result, "resourceName");
        const auto sessions = sessionsIn(result);
        const bool isGroup = integerField(result, "resourceType", 0) == config_resource::kGroup && group;
        if (!isGroup || !sessions || (m_told.size() >= kMost && !m_told.contains(*group))) {
            continue;
        }
        const auto [told, isNew] = m_told.try_emplace(*group, *sessions);
        if (isNew || told->second != *sessions) {
            told->second = *sessions;
            list.of(*group, GroupType::Unknown);
            list.say(*sessions);
        }
    }
    return true;
}

}  // namespace brokerscope
