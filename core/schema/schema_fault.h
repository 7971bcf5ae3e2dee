#pragma once

#include "core/base/error.h"

#include <string>
#include <utility>

namespace brokerscope {

// Thrown while a definition or an overlay is read, and caught in this folder: reading is deeply nested and ends at the
// first fault.
struct SchemaFault {
    Error error;
};

// `field` is the place within the file: "validVersions", "Topics.Partitions.Offset", which the sentence says, so that
// the error has no path of its own; empty for the file as a whole. `reason` holds the value.
[[noreturn]] inline void refuseDefinition(const std::string& file, const std::string& field, std::string reason) {
    const std::string place = field.empty() ? "the whole file" : field;
    throw SchemaFault{Error{MessageId::SchemaInvalid, {file, place, std::move(reason)}, std::nullopt, {}}};
}

// A file, folder or jar of definitions that could not be read as one.
inline tl::unexpected<Error> schemaUnreadable(const std::string& path, std::string reason) {
    return failure(MessageId::SchemaUnreadable, {path, std::move(reason)});
}

}  // namespace brokerscope
