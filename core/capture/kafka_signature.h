#pragma once

#include "core/base/bytes.h"
#include "core/schema/schema_registry.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// How much bytes look like the beginning of a request frame.
enum class RequestLook : std::uint8_t {
    NotOne,
    Unfinished,  // too few bytes to tell
    Begins,      // the header is one; the frame is not complete
    Vague,       // the header may be one, but the version is not known, or the complete body does not decode
    Whole        // the complete frame decodes without errors and without bytes left over
};

struct RequestCheck {
    RequestLook look = RequestLook::NotOne;
    std::uint64_t size = 0;  // of the frame, prefix included; from Begins on
    std::int32_t correlationId = 0;
    std::string clientId;  // empty: null, empty, or a header without one
};

// Whether a request begins here, from the bytes alone:
//   - the size is at least a header's and at most `frameLimit`;
//   - the API key is known to the registry; so is the version, or else the look is Vague at most;
//   - the correlation id is not negative (clients count from 0 or 1);
//   - the client id is null, or ends within the frame and is UTF-8 without control characters;
//   - the body decodes whole.
RequestCheck checkRequest(const SchemaRegistry& registry, ByteView bytes, std::uint64_t frameLimit);

// Whether a whole response frame to that API and version begins here and decodes without errors and leftovers. `bytes`
// holds the whole frame.
bool isWholeResponse(const SchemaRegistry& registry, ByteView bytes, int apiKey, int version);

// The size (prefix included) and correlation id that a response frame here would have; nothing where the bytes are
// fewer than eight, or the size is no response's.
struct ResponseHead {
    std::uint64_t size = 0;
    std::int32_t correlationId = 0;
};
std::optional<ResponseHead> responseHead(ByteView bytes, std::uint64_t frameLimit);

}  // namespace brokerscope
