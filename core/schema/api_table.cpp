#include "core/schema/api_table.h"

#include "core/schema/definition_lookup.h"

#include <algorithm>
#include <set>

namespace brokerscope {
namespace {

constexpr std::string_view kRequestSuffix = "Request";

using Heads = std::vector<const DefinitionHead*>;  // of one API and direction, in order of precedence

Heads chosenHeads(const DefinitionStore& store, MessageType type, int apiKey, const SchemaChoice& choice) {
    Heads result;
    for (const DefinitionStore::Index index : store.byApiKey(type, apiKey)) {
        const DefinitionHead& head = store.heads()[index];
        if (!head.isPreview && isWithin(choice, head)) {
            result.push_back(&head);
        }
    }
    return result;
}

VersionRange hullOf(const Heads& heads) {
    VersionRange range;
    for (const DefinitionHead* head : heads) {
        range = range.hull(head->validVersions);
    }
    return range;
}

const DefinitionHead* firstWith(const Heads& heads, int version) {
    const auto found = std::find_if(heads.begin(), heads.end(),
                                    [&](const DefinitionHead* head) { return head->validVersions.contains(version); });
    return found == heads.end() ? nullptr : *found;
}

bool isUnstable(const DefinitionHead& head, int version) {
    return head.latestVersionUnstable && version == head.validVersions.max;
}

// The least version that is flexible, looking each one up where it is defined.
std::optional<std::int16_t> flexibleSince(const Heads& heads, const VersionRange& range) {
    for (int version = range.min; version <= range.max; ++version) {
        const DefinitionHead* head = firstWith(heads, version);
        if (head != nullptr && head->flexibleVersions.contains(version)) {
            return static_cast<std::int16_t>(version);
        }
    }
    return std::nullopt;
}

std::int16_t latestStable(const Heads& heads, const VersionRange& range) {
    for (int version = range.max; version >= range.min; --version) {
        const DefinitionHead* head = firstWith(heads, version);
        if (head != nullptr && !isUnstable(*head, version)) {
            return static_cast<std::int16_t>(version);
        }
    }
    return -1;
}

std::string apiName(const DefinitionHead& request) {
    const bool hasSuffix = request.name.ends_with(kRequestSuffix);
    return request.name.substr(0, request.name.size() - (hasSuffix ? kRequestSuffix.size() : 0));
}

ApiInfo makeApi(const Heads& requests, const Heads& responses) {
    ApiInfo info;
    info.key = requests.front()->apiKey.value_or(-1);
    info.name = apiName(*requests.front());
    info.request = hullOf(requests);
    info.response = hullOf(responses);
    info.flexibleSince = flexibleSince(requests, info.request);
    info.latestStable = latestStable(requests, info.request);
    const DefinitionHead* newest = firstWith(requests, info.request.max);
    info.unstable = newest != nullptr && isUnstable(*newest, info.request.max);
    info.listeners = (newest == nullptr ? requests.front() : newest)->listeners;
    for (const DefinitionHead* head : requests) {
        if (!head->validVersions.isEmpty()) {
            info.releases.insert(info.releases.begin(), head->release);
        }
    }
    return info;
}

}  // namespace

std::vector<ApiInfo> makeApiTable(const DefinitionStore& store, const ReleaseFacts& facts, const SchemaChoice& choice) {
    std::set<int> keys;
    for (const DefinitionHead& head : store.heads()) {
        if (head.type == MessageType::Request && head.apiKey) {
            keys.insert(*head.apiKey);
        }
    }
    std::vector<ApiInfo> table;
    for (const int key : keys) {
        const Heads requests = chosenHeads(store, MessageType::Request, key, choice);
        if (requests.empty()) {
            continue;
        }
        table.push_back(makeApi(requests, chosenHeads(store, MessageType::Response, key, choice)));
        if (const auto flags = facts.apiFlags().find(table.back().key); flags != facts.apiFlags().end()) {
            table.back().clusterAction = flags->second.clusterAction;
            table.back().forwardable = flags->second.forwardable;
        }
    }
    return table;
}

}  // namespace brokerscope
