#pragma once

#include "core/records/record_view.h"

#include <cstdint>
#include <optional>
#include <string>

namespace brokerscope {

// The beginning of a key or value as text: UTF-8 on one line, anything else as hex; "null" where it is null, and a text
// that says so in quotes (distinctText). A
// schema-registry marker (a zero byte and a schema id, 4 bytes) stands before what follows it, as bytes and as the id.
std::string recordPreview(const NullableBytes& content, std::size_t most);
// The schema id of such a marker; nothing: the bytes do not begin with one. Text never does. Ids count from 1, and 8
// bytes are taken for a number.
std::optional<std::uint32_t> schemaIdOf(ByteView content);

// isPlainText() of core/base/text_scan.h; of bytes that were cut the last character may be broken.
bool isPlainText(ByteView bytes, bool isCut);

}  // namespace brokerscope
