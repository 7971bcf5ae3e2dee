#pragma once

#include "core/base/bytes.h"

#include <optional>
#include <string>
#include <string_view>

namespace brokerscope {

// RFC 4648 base64 with padding, as Kafka's JSON converters print bytes.
std::string toBase64(ByteView bytes);

// Accepts the standard and the URL-safe alphabet, with or without padding. Nothing for any other text.
std::optional<ByteBuffer> fromBase64(std::string_view text);

}  // namespace brokerscope
