#pragma once

#include "core/base/error.h"
#include "core/schema/message_spec.h"

#include <memory>
#include <string>
#include <string_view>

namespace brokerscope {

// Where a definition comes from; copied into its MessageSpec.
struct DefinitionOrigin {
    std::string file;  // for errors
    std::string release;
    std::string component;
    bool isPreview = false;
};

// Reads one definition of Kafka's definition language (comments allowed) and checks every invariant of the language:
//   message   type, name and apiKey fit; flexibleVersions none or open-ended; headerVersions cover each valid version
//             once; a flexible response has a header of 1 or more, except ApiVersions
//   field     a known type or a struct declared once in the file; no arrays of arrays; nullable only where the type has
//             a null; tag and taggedVersions together, within versions and flexible versions; a default that fits the
//             type; flexibleVersions of its own only on string and bytes
//   struct    no field name twice, no tag twice; not within itself, and bounded in how far it unfolds
//   name      letters, digits and _
// Beyond Kafka's keys it knows those of previews (schemas/README.md): `base`, and `unknownBody`, the versions whose
// body nobody has published. Safe with foreign text.
// Errors: SchemaInvalid with file, field and a reason that holds the value.
Result<std::shared_ptr<MessageSpec>> loadDefinition(std::string_view text, const DefinitionOrigin& origin);

}  // namespace brokerscope
