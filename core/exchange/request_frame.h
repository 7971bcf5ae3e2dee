#pragma once

#include "core/base/bytes.h"
#include "core/exchange/frame_facts.h"
#include "core/schema/schema_registry.h"
#include "core/value/value_draft.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// Sets a field of a draft by its name. The name must be one of the structure's: anything else is our own mistake
// (asserted).
void setField(DraftStruct& structure, std::string_view name, DraftValue value);

// A request as it is to be sent.
struct RequestParts {
    std::int16_t apiKey = 0;
    std::int16_t version = 0;
    std::string clientId;
    const ValueDraft* header = nullptr;  // null, or fields that shall be as given; untouched ones are filled in
    const ValueDraft* body = nullptr;    // null: defaults
    std::optional<std::int16_t> saidVersion = std::nullopt;  // instead of `version`, whose form it has
};

struct RequestFrame {
    std::shared_ptr<const ByteBuffer> bytes;  // size prefix, header, body
    // By the header, as a value or as bytes, or not where it should be, since bytes were given for a field before it.
    // Else the connection may put its own.
    bool correlationIdGiven = false;
};

// Errors: UnknownApiKey, NoVersions, UnknownVersion. A body of another release's definition is matched by field names.
Result<RequestFrame> makeRequestFrame(const SchemaRegistry& registry, const RequestParts& parts,
                                      const SchemaChoice& choice = {});

}  // namespace brokerscope
