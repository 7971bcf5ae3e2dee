#pragma once

#include "core/schema/schema_registry.h"

#include <QString>

namespace brokerscope {

// What a version of an API brought, compared with the one before it: computed from the definitions, with our notes.
struct VersionStory {
    QString line;     // one line: "v10 · request: Topics[].TopicId added · response: same layout as v9"
    QString details;  // every change on a line of its own; empty where the line says it all
};

VersionStory versionStory(const SchemaRegistry& registry, int apiKey, int version);

}  // namespace brokerscope
