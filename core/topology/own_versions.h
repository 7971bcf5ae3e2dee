#pragma once

#include "core/schema/schema_registry.h"

#include <cstdint>

namespace brokerscope {

// Versions of an API's request that the loaded definitions have, previews apart.
struct OwnVersions {
    VersionRange range;              // empty: none
    std::int16_t latestStable = -1;  // -1: none

    // The version among these whose form one that is not among them most likely has; itself where it is, or where there
    // are none.
    std::int16_t nearest(std::int16_t version) const;
};

// Of every release, or of that alone which `choice` names; nothing for an unknown key or release. What is sent must be
// chosen among these: a version that the chosen release lacks cannot be encoded.
OwnVersions ownVersions(const SchemaRegistry& registry, int apiKey, const SchemaChoice& choice = {});

}  // namespace brokerscope
