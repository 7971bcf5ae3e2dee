#pragma once

#include "core/schema/definition_store.h"
#include "core/schema/schema_registry.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brokerscope {

// Whether a definition is among those that `choice` looks at.
bool isWithin(const SchemaChoice& choice, const DefinitionHead& head);

// Finds the definition that a version is taken from. Borrows both, which must outlive it.
class DefinitionLookup {
public:
    using Index = DefinitionStore::Index;

    DefinitionLookup(const DefinitionStore& store, const std::vector<std::string>& releases)
        : m_store(store), m_releases(releases) {}

    // The first definition in order of precedence that lists the version.
    // Errors: UnknownRelease, UnknownMessage or UnknownApiKey, NoVersions, UnknownVersion.
    Result<Index> pickByName(std::string_view name, int version, const SchemaChoice& choice) const;
    Result<Index> pickByKey(MessageType type, int apiKey, int version, const SchemaChoice& choice) const;
    // All definitions of that name within the choice, at least one. Errors: UnknownRelease, UnknownMessage.
    Result<std::vector<Index>> allByName(std::string_view name, const SchemaChoice& choice) const;
    VersionRange versionsOf(std::string_view name, const SchemaChoice& choice) const;
    std::vector<std::string> names() const;  // sorted, each once

private:
    Result<Index> pick(std::span<const Index> candidates, int version, const SchemaChoice& choice,
                       const std::function<Error()>& unknown) const;
    Result<void> checkRelease(const SchemaChoice& choice) const;
    std::vector<Index> within(const SchemaChoice& choice, std::span<const Index> candidates) const;
    VersionRange hull(const std::vector<Index>& candidates) const;
    Error unknownName(std::string_view name) const;

    const DefinitionStore& m_store;
    const std::vector<std::string>& m_releases;
};

// "; nearest: MetadataRequest", or nothing when no candidate is close.
std::string nearestSuffix(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace brokerscope
