#pragma once

#include "core/base/bytes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// What the first bytes of a stream look like when they are not Kafka's: an HTTP answer, a TLS record, another
// protocol's greeting, text. Nothing where they may be the beginning of a frame no larger than `frameLimit`. Needs four
// bytes or more.
std::optional<std::string> guessPeer(ByteView beginning, std::uint64_t frameLimit);

}  // namespace brokerscope
