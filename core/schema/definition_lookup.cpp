#include "core/schema/definition_lookup.h"

#include "core/base/nearest_name.h"
#include "core/schema/message_name.h"

#include <algorithm>
#include <iterator>

namespace brokerscope {

using Index = DefinitionStore::Index;

bool isWithin(const SchemaChoice& choice, const DefinitionHead& head) {
    if (!choice.release.empty() && choice.release != head.release) {
        return head.isPreview && choice.preview;
    }
    return !head.isPreview || choice.preview || choice.release == head.release;
}

std::string nearestSuffix(std::string_view name, const std::vector<std::string>& candidates) {
    const std::string nearest = nearestName(name, candidates);
    return nearest.empty() ? std::string{} : "; nearest: " + nearest;
}

Result<Index> DefinitionLookup::pickByName(std::string_view name, int version, const SchemaChoice& choice) const {
    return pick(m_store.byName(name), version, choice, [&] { return unknownName(name); });
}

Result<Index> DefinitionLookup::pickByKey(MessageType type, int apiKey, int version, const SchemaChoice& choice) const {
    return pick(m_store.byApiKey(type, apiKey), version, choice,
                [&] { return failure(MessageId::UnknownApiKey, {std::to_string(apiKey)}).value(); });
}

Result<std::vector<Index>> DefinitionLookup::allByName(std::string_view name, const SchemaChoice& choice) const {
    if (const auto status = checkRelease(choice); !status) {
        return tl::unexpected(status.error());
    }
    auto candidates = within(choice, m_store.byName(name));
    if (candidates.empty()) {
        return tl::unexpected(unknownName(name));
    }
    return candidates;
}

VersionRange DefinitionLookup::versionsOf(std::string_view name, const SchemaChoice& choice) const {
    return hull(within(choice, m_store.byName(name)));
}

std::vector<std::string> DefinitionLookup::names() const {
    std::vector<std::string> result;
    for (const DefinitionHead& head : m_store.heads()) {
        result.push_back(head.name);
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

// Decoders ask for every message, so what is found is found without making anything.
Result<Index> DefinitionLookup::pick(std::span<const Index> candidates, int version, const SchemaChoice& choice,
                                     const std::function<Error()>& unknown) const {
    for (const Index index : candidates) {
        const DefinitionHead& head = m_store.heads()[index];
        if (head.validVersions.contains(version) && isWithin(choice, head)) {
            return index;
        }
    }
    if (const auto status = checkRelease(choice); !status) {
        return tl::unexpected(status.error());
    }
    const auto chosen = within(choice, candidates);
    if (chosen.empty()) {
        return tl::unexpected(unknown());
    }
    const std::string& name = m_store.heads()[chosen.front()].name;
    const VersionRange known = hull(chosen);
    return known.isEmpty() ? failure(MessageId::NoVersions, {name})
                           : failure(MessageId::UnknownVersion, {name, std::to_string(version), known.toString()});
}

Result<void> DefinitionLookup::checkRelease(const SchemaChoice& choice) const {
    const bool known = choice.release.empty() || choice.release == "preview" ||
                       std::find(m_releases.begin(), m_releases.end(), choice.release) != m_releases.end();
    return known ? Result<void>{} : unknownRelease(choice.release, m_releases);
}

std::vector<Index> DefinitionLookup::within(const SchemaChoice& choice, std::span<const Index> candidates) const {
    std::vector<Index> result;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(result),
                 [&](Index index) { return isWithin(choice, m_store.heads()[index]); });
    return result;
}

VersionRange DefinitionLookup::hull(const std::vector<Index>& candidates) const {
    VersionRange range;
    for (const Index index : candidates) {
        range = range.hull(m_store.heads()[index].validVersions);
    }
    return range;
}

Error DefinitionLookup::unknownName(std::string_view name) const {
    return failure(MessageId::UnknownMessage, {std::string(name), nearestSuffix(name, names())}).value();
}

}  // namespace brokerscope
